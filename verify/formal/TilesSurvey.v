(** All states of sliding tiles: the theorems that the file of a survey applies. *)
From Coq Require Import List Bool Ascii String NArith.
From PuzzleProof Require Export TilesBothEnds Surveys.
From PuzzleProof Require Import StepsBothEnds StepsSurvey.

Theorem survey_by_search : forall fuel z m n e h,
  both_ways_check (board z) (goals z) (steps z) (followsb m) (symbols z) fuel n e h = true ->
  (states (move m) same_state n (start z) /\ farthest (move m) same_state e (start z)) /\
  hardest (move m) (shown (goals z)) h (start z).
Proof.
  intros fuel z m. apply (both_ways_checked _ _ _ _ _ _ _ (rules z m)).
  exact (move_back legal (follows m) turned (backward m)).
Qed.
Theorem states_by_search : forall fuel z m n e,
  states_check (board z) (goals z) (steps z) (followsb m) (symbols z) fuel n e = true ->
  states (move m) same_state n (start z) /\ farthest (move m) same_state e (start z).
Proof. intros fuel z m. exact (states_checked _ _ _ _ _ _ _ (rules z m) fuel). Qed.
