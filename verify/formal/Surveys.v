(** What is claimed of all states that the start reaches.  To be read and believed, with [Claims]. *)
From Coq Require Import List NArith.
From PuzzleProof Require Import Boards.
From PuzzleProof Require Export Claims.
Set Implicit Arguments.

Section Surveys.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable goal : state -> Prop.
  Variable alike : state -> state -> Prop.      (* they count as one state *)

  (** [n] of these states, no two of them alike, and all others are alike to one of the [n]. *)
  Definition exactly (these : state -> Prop) (n : N) : Prop :=
    exists l, N.of_nat (length l) = n /\ ForallOrdPairs (fun p q => ~ alike p q) l /\
      (forall p, In p l -> these p) /\ (forall p, these p -> exists q, In q l /\ alike q p).

  (** The start reaches [n] states. *)
  Definition in_reach (start p : state) : Prop := exists n, plan move n start p.
  Definition states (n : N) (start : state) : Prop := exactly (in_reach start) n.

  (** Each of them takes [e] moves or fewer, and one takes as many. *)
  Definition farthest (e : nat) (start : state) : Prop :=
    (forall p, in_reach start p -> exists n q, n <= e /\ plan move n start q /\ alike q p) /\
    (exists p, in_reach start p /\ forall n q, plan move n start q -> alike q p -> e <= n).

  (** From each of them a goal is [h] moves away or fewer, and from one it is as many. *)
  Definition hardest (h : nat) (start : state) : Prop :=
    (forall p, in_reach start p -> exists n q, n <= h /\ plan move n p q /\ goal q) /\
    (exists p, in_reach start p /\ at_least move goal h p).

  (** These states have [n] components: a state in each, of which none reaches another, and each of
      these states is reached from one of the [n].  Here moves can be taken back. *)
  Definition joined (p q : state) : Prop := exists n r, plan move n p r /\ alike r q.
  Definition components (these : state -> Prop) (n : N) : Prop :=
    exists l, N.of_nat (length l) = n /\ ForallOrdPairs (fun p q => ~ joined p q) l /\
      (forall p, In p l -> these p) /\ (forall p, these p -> exists q, In q l /\ joined q p).
End Surveys.

(** Two states of a board that show the same. *)
Definition same_state (p q : Boards.state) : Prop := forall c, p c = q c.
