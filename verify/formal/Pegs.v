(** Peg solitaire: the rules.  To be read and believed, with [Claims], [Boards] and [Steps]. *)
From Coq Require Import List Ascii String ZArith.
From PuzzleProof Require Import Claims.
From PuzzleProof Require Export Steps.
Import ListNotations.
Open Scope char_scope.

(** "x" is a peg, "o" an empty hole; all else is outside.  A triangle is drawn with its apex first
    and every row from the left. *)
Record puzzle := Puzzle {
  board : list string;
  goals : list (list string);           (* any one of them will do *)
  triangle : bool
}.
Definition start (z : puzzle) : state := drawn (board z).

(** The lines in which pegs jump: rows and columns, on a triangle one of the diagonals too. *)
Definition lines (z : puzzle) : list (Z * Z) :=
  [(-1, 0); (0, 1); (1, 0); (0, -1)]%Z ++ if triangle z then [(-1, -1); (1, 1)]%Z else [].
Definition along (v : Z * Z) (c : cell) : cell := (fst c + fst v, snd c + snd v)%Z.

(** A peg jumps over a peg next to it into the empty hole behind, and that peg is taken off. *)
Definition jump (v : Z * Z) (c : cell) : step :=
  let over := along v c in
  let into := along v over in
  Step c into [(c, ("x", "o")); (over, ("x", "o")); (into, ("o", "x"))].
Definition legal (z : puzzle) (s : step) : Prop :=
  exists v c, In v (lines z) /\ s = jump v c.

(** What counts as one move: one jump, or one jump and more by the same peg. *)
Inductive metric := Jump | Move.
Definition follows (m : metric) (s t : step) : Prop :=
  match m with Jump => False | Move => enters s = leaves t end.
Definition move (z : puzzle) (m : metric) (p q : state) : Prop :=
  exists s, run (legal z) (follows m) s p q.

Definition minimum_is (z : puzzle) (m : metric) (n : nat) : Prop :=
  minimum (move z m) (shown (goals z)) n (start z).
Definition needs_at_least (z : puzzle) (m : metric) (n : nat) : Prop :=
  at_least (move z m) (shown (goals z)) n (start z).
Definition has_no_plan (z : puzzle) (m : metric) : Prop :=
  unsolvable (move z m) (shown (goals z)) (start z).
