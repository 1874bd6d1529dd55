(** Sliding tiles searched from both ends: the theorems that a puzzle's file applies. *)
From Coq Require Import List Bool Ascii String ZArith.
From PuzzleProof Require Export TilesSearch Weights.
From PuzzleProof Require Import Claims StepSearch StepsBothEnds.
Import ListNotations.
Open Scope char_scope.

(** The step by which the blank goes back; a step of another kind stays as it is. *)
Definition turned (s : step) : step :=
  match changes s with
  | [(c, (_, x)); (b, _)] => Step b c [(b, (".", x)); (c, (x, "."))]
  | _ => s
  end.

Lemma beside_opposite : forall d c, beside (opposite d) (beside d c) = c.
Proof. intros [] [r k]; simpl; f_equal; ring. Qed.
Lemma turned_slide : forall x d c, turned (slide x d c) = slide x (opposite d) (beside d c).
Proof. intros. unfold turned, slide. simpl. now rewrite beside_opposite. Qed.

Theorem backward : forall m, reversible legal (follows m) turned.
Proof.
  intros m. split.
  - intros s (x & d & c & N & O & ->). rewrite turned_slide.
    exists x, (opposite d), (beside d c). auto.
  - intros s p q (x & d & c & _ & _ & ->) [A B]. rewrite turned_slide. unfold slide. simpl.
    rewrite beside_opposite. simpl in A, B. split.
    + intros c' a b [[= <- <- <-]|[[= <- <- <-]|[]]].
      * destruct (A (beside d c) x "." (or_intror (or_introl eq_refl))). auto.
      * destruct (A c "." x (or_introl eq_refl)). auto.
    + intros c' N. symmetry. apply B. intros [E|[E|[]]]; apply N; simpl; auto.
  - intros s t (x & d & c & _ & _ & ->) (y & e & c' & _ & _ & ->). rewrite !turned_slide.
    destruct m; simpl; auto. intros (f & F & G & H). exists (opposite f). rewrite !beside_opposite.
    split; [now rewrite H, beside_opposite|]. split; [now symmetry|]. now rewrite F, beside_opposite.
Qed.

Theorem minimum_by_both_ends : forall b xs ys moves z m n,
  both_ends_minimum (board z) (goals z) (steps z) (followsb m) (symbols z) b xs ys n moves = true ->
  minimum_is z m n.
Proof.
  intros b xs ys moves z m n.
  exact (both_ends_minimum_checked _ _ _ _ _ _ _ _ (rules z m) (backward m) b xs ys n moves).
Qed.
Theorem bound_by_both_ends : forall b xs ys z m n,
  both_ends_lower (board z) (goals z) (steps z) (followsb m) (symbols z) b xs ys n = true ->
  needs_at_least z m n.
Proof.
  intros b xs ys z m n.
  exact (both_ends_checked _ _ _ _ _ _ _ _ (rules z m) (backward m) b xs ys n).
Qed.
