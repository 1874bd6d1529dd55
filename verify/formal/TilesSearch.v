(** Sliding tiles: the steps of a board, and the theorems that the file of a puzzle applies. *)
From Coq Require Import List Bool Ascii String ZArith.
From PuzzleProof Require Export Tiles.
From PuzzleProof Require Import Claims Search StepSearch.
Import ListNotations.
Open Scope char_scope.

Definition directions := [North; East; South; West].
Definition symbols (z : puzzle) : list ascii := nodup ascii_dec (map (start z) (on_board (board z))).
Definition is_tile (x : ascii) : bool := negb (x =? ".") && negb (x =? "#").
Definition steps (z : puzzle) : list step :=
  flat_map (fun c => flat_map (fun d => map (fun x => slide x d c)
    (filter is_tile (symbols z))) directions) (on_board (board z)).
Definition followsb (m : metric) (s t : step) : bool :=
  match m with
  | Single => false
  | Multi =>
      if cell_eqb (leaves t) (enters s)
      then existsb (fun d => cell_eqb (enters s) (beside d (leaves s)) &&
                             cell_eqb (enters t) (beside d (leaves t))) directions
      else false
  end.

Lemma is_tile_iff : forall x, is_tile x = true <-> x <> "." /\ x <> "#".
Proof.
  intros x. unfold is_tile. rewrite andb_true_iff, !negb_true_iff, !Ascii.eqb_neq. tauto.
Qed.
Lemma every_direction : forall d, In d directions.
Proof. intros []; simpl; auto. Qed.

Section Tiles.
  Variable z : puzzle.
  Variable m : metric.

  Lemma steps_legal : forall s, In s (steps z) -> legal s.
  Proof.
    intros s H. apply in_flat_map in H as (c & _ & H). apply in_flat_map in H as (d & _ & H).
    apply in_map_iff in H as (x & <- & X). apply filter_In in X as [_ X].
    apply is_tile_iff in X as [X Y]. now exists x, d, c.
  Qed.

  Lemma steps_all : forall s p q, legal s -> happens (changes s) p q ->
    outside (on_board (board z)) p -> incl (map p (on_board (board z))) (symbols z) ->
    In s (steps z).
  Proof.
    intros s p q (x & d & c & X & Y & ->) [P _] O S.
    assert (B : forall c', p c' <> "#" -> In c' (on_board (board z))).
    { intros c' N. destruct (in_dec cell_dec c' (on_board (board z))) as [|M]; auto.
      elim N. now apply O. }
    destruct (P c _ _ (or_introl eq_refl)) as [E _].
    destruct (P _ _ _ (or_intror (or_introl eq_refl))) as [F _].
    apply in_flat_map. exists c. split; [apply B; now rewrite E|].
    apply in_flat_map. exists d. split; [apply every_direction|].
    apply (in_map (fun x => slide x d c)). apply filter_In. split; [|now apply is_tile_iff].
    apply S. rewrite <- F. apply in_map, B. now rewrite F.
  Qed.

  Lemma never_outside : forall s c a b, legal s -> In (c, (a, b)) (changes s) -> a <> "#".
  Proof.
    intros s c a b (x & d & c' & X & Y & ->) I. simpl in I.
    destruct I as [[= _ <- _]|[[= _ <- _]|[]]]; [discriminate|assumption].
  Qed.

  Lemma follows_iff : forall s t, followsb m s t = true <-> follows m s t.
  Proof.
    intros s t. unfold followsb, follows. destruct m; [split; [discriminate | contradiction]|].
    destruct (cell_eqb (leaves t) (enters s)) eqn:E.
    - apply cell_eqb_eq in E. rewrite existsb_exists. split.
      + intros (d & _ & H). rewrite andb_true_iff, !cell_eqb_eq in H. exists d. tauto.
      + intros (d & H). exists d. split; [apply every_direction|].
        rewrite andb_true_iff, !cell_eqb_eq. tauto.
    - split; [discriminate|]. intros (d & _ & H & _). apply cell_eqb_eq in H. congruence.
  Qed.

  Theorem rules : family (board z) legal (follows m) (steps z) (followsb m) (symbols z).
  Proof. split; [exact steps_legal | exact steps_all | exact follows_iff | exact never_outside]. Qed.
End Tiles.

Theorem minimum_by_search : forall z m n moves,
  minimum_check (board z) (goals z) (steps z) (followsb m) (symbols z) n moves = true ->
  minimum_is z m n.
Proof. intros z m n moves. exact (minimum_checked _ _ _ _ _ _ _ (rules z m) n moves). Qed.
Theorem lower_bound_sound : forall z m n,
  lower_check (board z) (goals z) (steps z) (followsb m) (symbols z) n = true ->
  needs_at_least z m n.
Proof. intros z m n. exact (lower_checked _ _ _ _ _ _ _ (rules z m) n). Qed.
Theorem refuted_sound : forall z m n,
  refuted_check (board z) (goals z) (steps z) (followsb m) (symbols z) n = true ->
  has_no_plan z m.
Proof. intros z m n. exact (refuted_checked _ _ _ _ _ _ _ (rules z m) n). Qed.
