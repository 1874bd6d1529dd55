(** Peg solitaire searched with bounds by weighted departures: the theorems that a puzzle's file
    applies. *)
From Coq Require Import List Bool Ascii String ZArith.
From PuzzleProof Require Export PegsSearch Symmetries.
From PuzzleProof Require Import Claims Steps StepSearch Departures DepartureTables DepartureSearch.
Import ListNotations.
Open Scope Z_scope.

(** A move costs [charge]; the parts are the letters of a drawing; the weights are those of the holes
    in reading order. *)
Record departures := Weighted { charge : Z; areas : list string; weights : list Z }.

(** Tells "x" from "o" by a single bit. *)
Definition is_peg (x : ascii) : bool := match x with Ascii b _ _ _ _ _ _ _ => negb b end.
Definition built (z : puzzle) (x : departures) : bound :=
  let l := on_board (board z) in
  let listed := combine l (weights x) in
  let w c := match find (fun e => cell_eqb (fst e) c) listed with Some e => snd e | None => 0 end in
  let inner := map whole (compile l (steps z)) in
  let letters := nodup ascii_dec (filter (fun a => negb (a =? "#")%char)
                   (map (drawn (areas x)) l)) in
  Bound (charge x) w (map (fun a =>
    made_part is_peg l (goals z) (charge x) inner
      (fun c => (drawn (areas x) c =? a)%char) (share_of (areas x) (loss is_peg w) a)) letters).

Lemma goes_on : forall m s t, follows m s t -> enters s = leaves t.
Proof. intros [] s t; simpl; [contradiction | auto]. Qed.

Theorem bound_by_departures : forall ms xs z m n,
  departures_check (board z) (goals z) (steps z) (followsb m) symbols is_peg departures (built z)
    ms xs n = true -> needs_at_least z m n.
Proof.
  intros ms xs z m n. exact (departures_checked _ _ _ _ _ _ _ _ (rules z m) (goes_on m) _ _ ms xs n).
Qed.
Theorem minimum_by_departures : forall ms xs moves z m n,
  departures_minimum (board z) (goals z) (steps z) (followsb m) symbols is_peg departures (built z)
    ms xs n moves = true -> minimum_is z m n.
Proof.
  intros ms xs moves z m n.
  exact (departures_minimum_checked _ _ _ _ _ _ _ _ (rules z m) (goes_on m) _ _ ms xs n moves).
Qed.
Theorem never_by_departures : forall ms xs n z m,
  departures_never (board z) (goals z) (steps z) (followsb m) symbols is_peg departures (built z)
    ms xs n = true -> has_no_plan z m.
Proof.
  intros ms xs n z m.
  exact (departures_never_checked _ _ _ _ _ _ _ _ (rules z m) (goes_on m) _ _ ms xs n).
Qed.
