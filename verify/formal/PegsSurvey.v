(** All states of peg solitaire: the theorem that the file of a survey applies. *)
From Coq Require Import List Bool Ascii String NArith.
From PuzzleProof Require Export PegsSearch Surveys.
From PuzzleProof Require Import StepsSurvey.

Theorem states_by_search : forall fuel z m n e,
  states_check (board z) (goals z) (steps z) (followsb m) symbols fuel n e = true ->
  states (move z m) same_state n (start z) /\ farthest (move z m) same_state e (start z).
Proof. intros fuel z m. exact (states_checked _ _ _ _ _ _ _ (rules z m) fuel). Qed.
