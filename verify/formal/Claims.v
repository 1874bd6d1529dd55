(** What is claimed: plans, and the least number of moves.  To be read and believed; nothing here
    knows what a puzzle is. *)
Set Implicit Arguments.

Section Claims.
  Variable state : Type.
  Variable move : state -> state -> Prop.       (* one legal move leads from the one to the other *)
  Variable goal : state -> Prop.

  (** A plan of [n] moves. *)
  Inductive plan : nat -> state -> state -> Prop :=
  | no_move : forall p, plan 0 p p
  | one_more : forall n p q r, move p q -> plan n q r -> plan (S n) p r.

  (** Every plan to a goal has at least [L] moves. *)
  Definition at_least (L : nat) (start : state) : Prop :=
    forall n q, plan n start q -> goal q -> L <= n.

  (** No plan leads to a goal. *)
  Definition unsolvable (start : state) : Prop :=
    forall n q, plan n start q -> ~ goal q.

  (** Some plan of [L] moves leads to a goal, and none of fewer. *)
  Definition minimum (L : nat) (start : state) : Prop :=
    (exists q, plan L start q /\ goal q) /\ at_least L start.
End Claims.
