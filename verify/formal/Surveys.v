(** What is claimed of all states that the start reaches.  To be read and believed, with [Claims];
    nothing here knows what a puzzle is. *)
From Coq Require Import List NArith.
From PuzzleProof Require Export Claims.
Set Implicit Arguments.

Section Surveys.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable goal : state -> Prop.
  Variable alike : state -> state -> Prop.      (* they count as one state *)

  Definition in_reach (start p : state) : Prop := exists n, plan move n start p.

  (** The start reaches [n] states, and no two of these are alike. *)
  Definition states (n : N) (start : state) : Prop :=
    exists l, N.of_nat (length l) = n /\ ForallOrdPairs (fun p q => ~ alike p q) l /\
      (forall p, In p l -> in_reach start p) /\
      (forall p, in_reach start p -> exists q, In q l /\ alike q p).

  (** Each of them takes [e] moves or fewer, and one takes as many. *)
  Definition farthest (e : nat) (start : state) : Prop :=
    (forall p, in_reach start p -> exists n q, n <= e /\ plan move n start q /\ alike q p) /\
    (exists p, in_reach start p /\ forall n q, plan move n start q -> alike q p -> e <= n).

  (** From each of them a goal is [h] moves away or fewer, and from one it is as many. *)
  Definition hardest (h : nat) (start : state) : Prop :=
    (forall p, in_reach start p -> exists n q, n <= h /\ plan move n p q /\ goal q) /\
    (exists p, in_reach start p /\ at_least move goal h p).
End Surveys.
