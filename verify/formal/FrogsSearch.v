(** Frogs and toads: the steps of a board, and the theorems that the file of a puzzle applies. *)
From Coq Require Import List Bool Ascii String ZArith.
From PuzzleProof Require Export Frogs.
From PuzzleProof Require Import Claims Search StepSearch.
Import ListNotations.
Open Scope char_scope.

Definition directions := [North; East; South; West].
Definition animals := ["F"; "T"].
Definition symbols := ["F"; "T"; "."].
Definition goesb (z : puzzle) (x : ascii) (d : direction) : bool :=
  backward z || match d with East | South => x =? "F" | West | North => x =? "T" end.
Definition steps (z : puzzle) : list step :=
  flat_map (fun c => flat_map (fun d => flat_map (fun x =>
    if goesb z x d
    then walks x d c :: flat_map (fun y =>
           if negb (x =? y) || jump_own z then [jumps x y d c] else []) animals
    else []) animals) directions) (on_board (board z)).
Definition followsb (s t : step) : bool := false.

Lemma animal_in : forall x, is_animal x <-> In x animals.
Proof. intros x. unfold is_animal, animals. simpl. intuition. Qed.

Lemma goesb_iff : forall z x d, is_animal x -> (goesb z x d = true <-> goes z x d).
Proof.
  intros z x d A. unfold goesb, goes. rewrite orb_true_iff.
  destruct d; rewrite Ascii.eqb_eq; tauto.
Qed.

Lemma in_steps : forall z s, In s (steps z) <->
  exists x d c, In c (on_board (board z)) /\ goes z x d /\
    (s = walks x d c \/
     exists y, is_animal y /\ (x <> y \/ jump_own z = true) /\ s = jumps x y d c).
Proof.
  intros z s. unfold steps. rewrite in_flat_map. split.
  - intros (c & C & H). apply in_flat_map in H as (d & _ & H).
    apply in_flat_map in H as (x & X & H). apply animal_in in X.
    destruct (goesb z x d) eqn:G; [|destruct H]. apply goesb_iff in G; auto.
    exists x, d, c. split; auto. split; auto. destruct H as [<-|H]; auto. right.
    apply in_flat_map in H as (y & Y & H). exists y. apply animal_in in Y. split; auto.
    destruct (negb (x =? y) || jump_own z) eqn:J; [|destruct H]. destruct H as [<-|[]].
    split; auto. apply orb_prop in J as [J|J]; auto. left. now apply negb_true_iff, Ascii.eqb_neq in J.
  - intros (x & d & c & C & G & H). exists c. split; auto. apply in_flat_map. exists d.
    split; [destruct d; simpl; auto|]. pose proof G as [A _]. apply in_flat_map. exists x.
    split; [now apply animal_in|]. apply goesb_iff in G; auto. rewrite G.
    destruct H as [->|(y & Y & J & ->)]; [now left|]. right. apply in_flat_map. exists y.
    split; [now apply animal_in|]. replace (negb (x =? y) || jump_own z) with true; [now left|].
    symmetry. apply orb_true_iff. destruct J as [J|J]; auto. left. now apply negb_true_iff, Ascii.eqb_neq.
Qed.

Section Frogs.
  Variable z : puzzle.

  Lemma steps_legal : forall s, In s (steps z) -> legal z s.
  Proof. intros s H. apply in_steps in H as (x & d & c & _ & H). exists x, d, c. exact H. Qed.

  Lemma steps_all : forall s p q, legal z s -> happens (changes s) p q ->
    outside (on_board (board z)) p -> incl (map p (on_board (board z))) symbols -> In s (steps z).
  Proof.
    intros s p q (x & d & c & H) [P _] O _. apply in_steps. exists x, d, c. split; [|exact H].
    assert (E : p c = x).
    { destruct H as [_ [->|(y & _ & _ & ->)]]; exact (proj1 (P c _ _ (or_introl eq_refl))). }
    destruct (in_dec cell_dec c (on_board (board z))) as [I|N]; auto.
    destruct H as [[[A|A] _] _]; rewrite (O c N) in E; congruence.
  Qed.

  Lemma starts_on_board : forall s c a b, legal z s -> In (c, (a, b)) (changes s) -> a <> "#".
  Proof.
    intros s c a b (x & d & c' & [A _] & [->|(y & B & _ & ->)]) I; simpl in I;
      repeat destruct I as [[= <- <- <-]|I]; try discriminate; try contradiction;
      destruct A, B || destruct A; subst; discriminate.
  Qed.

  Lemma follows_iff : forall s t, followsb s t = true <-> follows s t.
  Proof. intros s t. unfold followsb, follows. split; [discriminate | contradiction]. Qed.

  Theorem rules : family (board z) (legal z) follows (steps z) followsb symbols.
  Proof. split; [exact steps_legal | exact steps_all | exact follows_iff | exact starts_on_board]. Qed.
End Frogs.

Theorem minimum_by_search : forall z n moves,
  minimum_check (board z) (goals z) (steps z) followsb symbols n moves = true -> minimum_is z n.
Proof. intros z n moves. exact (minimum_checked _ _ _ _ _ _ _ (rules z) n moves). Qed.
Theorem lower_bound_sound : forall z n,
  lower_check (board z) (goals z) (steps z) followsb symbols n = true -> needs_at_least z n.
Proof. intros z n. exact (lower_checked _ _ _ _ _ _ _ (rules z) n). Qed.
Theorem refuted_sound : forall z n,
  refuted_check (board z) (goals z) (steps z) followsb symbols n = true -> has_no_plan z.
Proof. intros z n. exact (refuted_checked _ _ _ _ _ _ _ (rules z) n). Qed.
