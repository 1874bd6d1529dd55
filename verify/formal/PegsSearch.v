(** Peg solitaire: the steps of a board, and the theorems that the file of a puzzle applies. *)
From Coq Require Import List Bool Ascii String ZArith.
From PuzzleProof Require Export Pegs.
From PuzzleProof Require Import Claims Search StepSearch.
Import ListNotations.
Open Scope char_scope.

Definition symbols := ["x"; "o"].
Definition steps (z : puzzle) : list step :=
  flat_map (fun c => map (fun v => jump v c) (lines z)) (on_board (board z)).
Definition followsb (m : metric) (s t : step) : bool :=
  match m with Jump => false | Move => cell_eqb (enters s) (leaves t) end.

Section Pegs.
  Variable z : puzzle.
  Variable m : metric.

  Lemma steps_legal : forall s, In s (steps z) -> legal z s.
  Proof.
    intros s H. apply in_flat_map in H as (c & _ & H). apply in_map_iff in H as (v & <- & V).
    now exists v, c.
  Qed.

  Lemma steps_all : forall s p q, legal z s -> happens (changes s) p q ->
    outside (on_board (board z)) p -> incl (map p (on_board (board z))) symbols -> In s (steps z).
  Proof.
    intros s p q (v & c & V & ->) [P _] O _. apply in_flat_map. exists c. split.
    - destruct (in_dec cell_dec c (on_board (board z))) as [I|N]; auto.
      destruct (P c _ _ (or_introl eq_refl)) as [E _]. rewrite (O c N) in E. discriminate.
    - now apply (in_map (fun v => jump v c)).
  Qed.

  Lemma never_outside : forall s c a b, legal z s -> In (c, (a, b)) (changes s) -> a <> "#".
  Proof.
    intros s c a b (v & c' & _ & ->) I. simpl in I.
    destruct I as [[= _ <- _]|[[= _ <- _]|[[= _ <- _]|[]]]]; discriminate.
  Qed.

  Lemma follows_iff : forall s t, followsb m s t = true <-> follows m s t.
  Proof.
    intros s t. destruct m; simpl; [split; [discriminate | contradiction] | apply cell_eqb_eq].
  Qed.

  Theorem rules : family (board z) (legal z) (follows m) (steps z) (followsb m) symbols.
  Proof. split; [exact steps_legal | exact steps_all | exact follows_iff | exact never_outside]. Qed.
End Pegs.

Theorem minimum_by_search : forall z m n moves,
  minimum_check (board z) (goals z) (steps z) (followsb m) symbols n moves = true ->
  minimum_is z m n.
Proof. intros z m n moves. exact (minimum_checked _ _ _ _ _ _ _ (rules z m) n moves). Qed.
Theorem lower_bound_sound : forall z m n,
  lower_check (board z) (goals z) (steps z) (followsb m) symbols n = true -> needs_at_least z m n.
Proof. intros z m n. exact (lower_checked _ _ _ _ _ _ _ (rules z m) n). Qed.
Theorem refuted_sound : forall z m n,
  refuted_check (board z) (goals z) (steps z) (followsb m) symbols n = true -> has_no_plan z m.
Proof. intros z m n. exact (refuted_checked _ _ _ _ _ _ _ (rules z m) n). Qed.
