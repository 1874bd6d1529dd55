(** Sliding tiles: the rules.  To be read and believed, with [Claims], [Boards] and [Steps]. *)
From Coq Require Import List Ascii String.
From PuzzleProof Require Import Claims.
From PuzzleProof Require Export Steps.
Import ListNotations.
Open Scope char_scope.

(** "." is the blank, any other character a tile. *)
Record puzzle := Puzzle {
  board : list string;
  goals : list (list string)            (* any one of them will do *)
}.
Definition start (z : puzzle) : state := drawn (board z).

(** The blank and a tile beside it exchange their places; the step is told as the blank's. *)
Definition slide (x : ascii) (d : direction) (c : cell) : step :=
  Step c (beside d c) [(c, (".", x)); (beside d c, (x, "."))].
Definition legal (s : step) : Prop :=
  exists x d c, x <> "." /\ x <> "#" /\ s = slide x d c.

(** What counts as one move: one tile, or a run of tiles in one line, so that the blank goes on in
    the same direction. *)
Inductive metric := Single | Multi.
Definition follows (m : metric) (s t : step) : Prop :=
  match m with
  | Single => False
  | Multi => exists d, enters s = beside d (leaves s) /\ leaves t = enters s /\
                       enters t = beside d (leaves t)
  end.
Definition move (m : metric) (p q : state) : Prop := exists s, run legal (follows m) s p q.

Definition minimum_is (z : puzzle) (m : metric) (n : nat) : Prop :=
  minimum (move m) (shown (goals z)) n (start z).
Definition needs_at_least (z : puzzle) (m : metric) (n : nat) : Prop :=
  at_least (move m) (shown (goals z)) n (start z).
Definition has_no_plan (z : puzzle) (m : metric) : Prop :=
  unsolvable (move m) (shown (goals z)) (start z).
