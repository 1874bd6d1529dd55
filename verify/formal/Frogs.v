(** Frogs and toads: the rules.  To be read and believed, with [Claims], [Boards] and [Steps]. *)
From Coq Require Import List Ascii String ZArith.
From PuzzleProof Require Import Claims.
From PuzzleProof Require Export Steps.
Import ListNotations.
Open Scope char_scope.

(** "F" is a frog, "T" a toad, "." an empty cell. *)
Record puzzle := Puzzle {
  board : list string;
  goals : list (list string);           (* any one of them will do *)
  jump_own : bool;                      (* an animal may jump over its own kind *)
  backward : bool                       (* animals may go back *)
}.
Definition start (z : puzzle) : state := drawn (board z).
Definition is_animal (x : ascii) : Prop := x = "F" \/ x = "T".

(** Frogs go east and south, toads west and north; and back, where that is allowed. *)
Definition goes (z : puzzle) (x : ascii) (d : direction) : Prop :=
  is_animal x /\
  (backward z = true \/
   match d with East | South => x = "F" | West | North => x = "T" end).

(** An animal steps onto the next cell, if it is empty, or jumps over one animal, onto the empty
    cell behind it. *)
Definition walks (x : ascii) (d : direction) (c : cell) : step :=
  Step c (beside d c) [(c, (x, ".")); (beside d c, (".", x))].
Definition jumps (x y : ascii) (d : direction) (c : cell) : step :=
  let over := beside d c in
  Step c (beside d over) [(c, (x, ".")); (over, (y, y)); (beside d over, (".", x))].
Definition legal (z : puzzle) (s : step) : Prop :=
  exists x d c, goes z x d /\
    (s = walks x d c \/
     exists y, is_animal y /\ (x <> y \/ jump_own z = true) /\ s = jumps x y d c).

(** A move is one step or one jump. *)
Definition follows (s t : step) : Prop := False.
Definition move (z : puzzle) (p q : state) : Prop := exists s, run (legal z) follows s p q.

Definition minimum_is (z : puzzle) (n : nat) : Prop :=
  minimum (move z) (shown (goals z)) n (start z).
Definition needs_at_least (z : puzzle) (n : nat) : Prop :=
  at_least (move z) (shown (goals z)) n (start z).
Definition has_no_plan (z : puzzle) : Prop :=
  unsolvable (move z) (shown (goals z)) (start z).
