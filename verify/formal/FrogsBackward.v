(** Frogs and toads that may go back: every move can be taken back, so a survey has a hardest start. *)
From Coq Require Import List Bool Ascii String NArith ZArith.
From PuzzleProof Require Export FrogsSurvey.
From PuzzleProof Require Import StepsBothEnds StepsSurvey.
Import ListNotations.
Open Scope char_scope.

(** The step by which the animal goes back; a step of another kind stays as it is. *)
Definition turned (s : step) : step :=
  match changes s with
  | [(c, (x, _)); (b, _)] => Step b c [(b, (x, ".")); (c, (".", x))]
  | [(c, (x, _)); o; (b, _)] => Step b c [(b, (x, ".")); o; (c, (".", x))]
  | _ => s
  end.

Lemma beside_opposite : forall d c, beside (opposite d) (beside d c) = c.
Proof. intros [] [r k]; simpl; f_equal; ring. Qed.
Lemma turned_walk : forall x d c, turned (walks x d c) = walks x (opposite d) (beside d c).
Proof. intros. unfold turned, walks. simpl. now rewrite beside_opposite. Qed.
Lemma turned_jump : forall x y d c,
  turned (jumps x y d c) = jumps x y (opposite d) (beside d (beside d c)).
Proof. intros. unfold turned, jumps. simpl. now rewrite !beside_opposite. Qed.

Theorem backward_moves : forall z, backward z = true -> reversible (legal z) follows turned.
Proof.
  intros z Z. split.
  - intros s (x & d & c & [A _] & [->|(y & B & J & ->)]).
    + rewrite turned_walk. exists x, (opposite d), (beside d c). split; [split; auto | auto].
    + rewrite turned_jump. exists x, (opposite d), (beside d (beside d c)).
      split; [split; auto|]. right. exists y. auto.
  - intros s p q (x & d & c & _ & [->|(y & _ & _ & ->)]) [A B].
    + rewrite turned_walk. unfold walks in *. simpl in *. rewrite beside_opposite. split.
      * intros c' a b [[= <- <- <-]|[[= <- <- <-]|[]]].
        -- destruct (A (beside d c) "." x); auto.
        -- destruct (A c x "."); auto.
      * intros c' N. symmetry. apply B. intros [E|[E|[]]]; apply N; simpl; auto.
    + rewrite turned_jump. unfold jumps in *. simpl in *. rewrite !beside_opposite. split.
      * intros c' a b [[= <- <- <-]|[[= <- <- <-]|[[= <- <- <-]|[]]]].
        -- destruct (A (beside d (beside d c)) "." x); auto 6.
        -- destruct (A (beside d c) y y); auto.
        -- destruct (A c x "."); auto.
      * intros c' N. symmetry. apply B. intros [E|[E|[E|[]]]]; apply N; simpl; auto.
  - intros s t _ _ [].
Qed.

Theorem survey_by_search : forall fuel z n e h,
  backward z && both_ways_check (board z) (goals z) (steps z) followsb symbols fuel n e h = true ->
  (states (move z) same_state n (start z) /\ farthest (move z) same_state e (start z)) /\
  hardest (move z) (shown (goals z)) h (start z).
Proof.
  intros fuel z n e h H. apply andb_prop in H as [Z H]. revert H.
  apply (both_ways_checked _ _ _ _ _ _ _ (rules z)).
  exact (move_back (legal z) follows turned (backward_moves z Z)).
Qed.
