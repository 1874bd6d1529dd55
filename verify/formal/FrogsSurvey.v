(** All states of frogs and toads: the theorem that the file of a survey applies. *)
From Coq Require Import List Bool Ascii String NArith.
From PuzzleProof Require Export FrogsSearch Surveys.
From PuzzleProof Require Import StepsSurvey.

Theorem states_by_search : forall fuel z n e,
  states_check (board z) (goals z) (steps z) followsb symbols fuel n e = true ->
  states (move z) same_state n (start z) /\ farthest (move z) same_state e (start z).
Proof. intros fuel z. exact (states_checked _ _ _ _ _ _ _ (rules z) fuel). Qed.
