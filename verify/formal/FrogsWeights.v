(** Weights on the board of a puzzle: the theorems that its file applies, without a search. *)
From Coq Require Import List Bool Ascii String ZArith.
From PuzzleProof Require Export FrogsSearch Weights.
From PuzzleProof Require Import Claims Steps StepSearch.

Theorem bound_by_weights : forall xs z n,
  bound_check (board z) (goals z) (steps z) followsb symbols xs n = true -> needs_at_least z n.
Proof. intros xs z n. exact (bound_checked _ _ _ _ _ _ _ (rules z) xs n). Qed.
Theorem never_by_weights : forall xs z,
  never_check (board z) (goals z) (steps z) followsb symbols xs = true -> has_no_plan z.
Proof. intros xs z. exact (never_checked _ _ _ _ _ _ _ (rules z) xs). Qed.
Theorem minimum_by_weights : forall xs moves z n,
  met_check (board z) (goals z) (steps z) followsb symbols xs n moves = true ->
  minimum_is z n.
Proof. intros xs moves z n. exact (met_checked _ _ _ _ _ _ _ (rules z) xs n moves). Qed.
