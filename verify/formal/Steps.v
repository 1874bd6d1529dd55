(** Steps that change a few cells of a board, and moves of one step or several.  To be read and
    believed, with [Claims] and [Boards]. *)
From Coq Require Import List Ascii String.
From PuzzleProof Require Export Boards.
Import ListNotations.

(** A change: [(c, (a, b))] says that the cell [c] shows [a] before and [b] after.  It happens where
    all cells show what they are to show; cells that are not named stay as they are. *)
Definition change := list (cell * (ascii * ascii)).
Definition happens (k : change) (p q : state) : Prop :=
  (forall c a b, In (c, (a, b)) k -> p c = a /\ q c = b) /\
  (forall c, ~ In c (map fst k) -> q c = p c).

(** A step: somebody leaves a cell and enters another, and this is what changes. *)
Record step := Step { leaves : cell; enters : cell; changes : change }.

(** A run: one legal step, or several, each of which may follow the one before. *)
Inductive run (legal : step -> Prop) (follows : step -> step -> Prop)
  : step -> state -> state -> Prop :=
| last_step : forall s p q, legal s -> happens (changes s) p q -> run legal follows s p q
| next_step : forall s t p q r,
    legal s -> happens (changes s) p q -> follows s t -> run legal follows t q r ->
    run legal follows s p r.

(** A goal shows what is to be seen on every cell. *)
Definition shown (goals : list (list string)) (p : state) : Prop :=
  exists g, In g goals /\ forall c, p c = drawn g c.
