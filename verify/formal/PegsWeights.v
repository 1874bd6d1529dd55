(** Weights on the board of a puzzle: the theorems that its file applies, without a search. *)
From Coq Require Import List Bool Ascii String ZArith.
From PuzzleProof Require Export PegsSearch Weights.
From PuzzleProof Require Import Claims Steps StepSearch.

Theorem bound_by_weights : forall xs z m n,
  bound_check (board z) (goals z) (steps z) (followsb m) symbols xs n = true -> needs_at_least z m n.
Proof. intros xs z m n. exact (bound_checked _ _ _ _ _ _ _ (rules z m) xs n). Qed.
Theorem never_by_weights : forall xs z m,
  never_check (board z) (goals z) (steps z) (followsb m) symbols xs = true -> has_no_plan z m.
Proof. intros xs z m. exact (never_checked _ _ _ _ _ _ _ (rules z m) xs). Qed.
Theorem minimum_by_weights : forall xs moves z m n,
  met_check (board z) (goals z) (steps z) (followsb m) symbols xs n moves = true ->
  minimum_is z m n.
Proof. intros xs moves z m n. exact (met_checked _ _ _ _ _ _ _ (rules z m) xs n moves). Qed.
