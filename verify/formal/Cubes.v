(** Instant Insanity: the rules.  To be read and believed, with [Claims]. *)
From Coq Require Import List Ascii.
From PuzzleProof Require Import Claims.
Import ListNotations.
Set Implicit Arguments.

(** A cube as it lies: what is to be seen on its six faces. *)
Record cube (colour : Type) := Cube {
  front : colour; right : colour; back : colour; left : colour; bottom : colour; top : colour
}.

(** A cube may be turned about the vertical axis, tipped over to the front, and both again. *)
Definition turn {colour} (c : cube colour) : cube colour :=
  Cube (right c) (back c) (left c) (front c) (bottom c) (top c).
Definition tip {colour} (c : cube colour) : cube colour :=
  Cube (top c) (right c) (bottom c) (left c) (front c) (back c).
Inductive may_lie {colour} (c : cube colour) : cube colour -> Prop :=
| as_it_is : may_lie c c
| turned : forall d, may_lie c d -> may_lie c (turn d)
| tipped : forall d, may_lie c d -> may_lie c (tip d).

(** The cubes, and the stack: those that lie on it, the last one first. *)
Definition puzzle := list (cube ascii).
Definition state := list (cube ascii).

(** No column shows a colour of two cubes. *)
Definition differ (c d : cube ascii) : Prop :=
  front c <> front d /\ right c <> right d /\ back c <> back d /\ left c <> left d.

(** A move puts the next cube on the stack. *)
Definition move (z : puzzle) (p q : state) : Prop :=
  exists c d, nth_error z (length p) = Some c /\ may_lie c d /\ Forall (differ d) p /\ q = d :: p.
Definition start : state := [].
Definition stacked (z : puzzle) (p : state) : Prop := length p = length z.

Definition minimum_is (z : puzzle) (n : nat) : Prop := minimum (move z) (stacked z) n start.
Definition needs_at_least (z : puzzle) (n : nat) : Prop := at_least (move z) (stacked z) n start.
Definition has_no_plan (z : puzzle) : Prop := unsolvable (move z) (stacked z) start.
