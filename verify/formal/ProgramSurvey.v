(** The check of a survey, for [Program]: the searches of the kernel's theorems, for sliding blocks
    with the quick successors of [SlidingFast].  Nothing here has to be believed. *)
From Coq Require Import List Bool NArith PArith.
From PuzzleProof Require Import Families SurveyTexts PositiveSets Search SurveySearch SurveyParts.
From PuzzleProof Require SlidingFast SlidingParts FrogsBackward PegsSurvey TilesSurvey StepsSurvey.
Import ListNotations.

(** ** Searches with the same successors answer the same *)
Section Same.
  Variable code : Type.
  Variable key : code -> positive.
  Variables f g : code -> option (list code).
  Hypothesis same : forall s, f s = g s.

  Lemma same_expand : forall front seen new, expand key f front seen new = expand key g front seen new.
  Proof.
    induction front as [|s front IH]; intros seen new; simpl; auto. rewrite same.
    destruct (g s) as [l|]; auto. destruct (add_new key l seen new). apply IH.
  Qed.
  Lemma same_levels : forall n seen front, levels code key f n seen front = levels code key g n seen front.
  Proof.
    induction n as [|n IH]; intros seen [|s front]; cbn -[expand]; auto. rewrite same_expand.
    destruct (expand key g _ seen []) as [[? ?]|]; auto. now rewrite IH.
  Qed.
  Lemma same_levels_from : forall n l, levels_from code key f n l = levels_from code key g n l.
  Proof. intros n l. unfold levels_from. destruct (add_new key l _ []). apply same_levels. Qed.
  Lemma same_flood : forall n seen front, flood code key f n seen front = flood code key g n seen front.
  Proof.
    induction n as [|n IH]; intros seen [|s front]; cbn -[expand]; auto. rewrite same_expand.
    destruct (expand key g _ seen []) as [[? ?]|]; auto.
  Qed.
  Lemma same_sources : forall n l seen, sources code key f n seen l = sources code key g n seen l.
  Proof.
    intros n. induction l as [|s l IH]; intros seen; cbn -[flood]; auto. rewrite IH, same_flood.
    destruct (PositiveSet.mem _ _); auto. destruct (flood code key g n _ _); auto. now rewrite IH.
  Qed.

  Variables p q : code -> bool.
  Hypothesis same_goals : forall s, p s = q s.
  Lemma same_survey : forall s0 fuel n e,
    survey_check code key f s0 fuel n e = survey_check code key g s0 fuel n e.
  Proof. intros. unfold survey_check, survey_of. now rewrite same_levels_from. Qed.
  Lemma same_hardest : forall s0 fuel n e h,
    hardest_check code key f p s0 fuel n e h = hardest_check code key g q s0 fuel n e h.
  Proof.
    intros. unfold hardest_check, survey_of, climbs. rewrite same_levels_from.
    destruct (levels_from code key g fuel [s0]) as [ls|]; auto.
    now rewrite (filter_ext p q same_goals), same_levels_from.
  Qed.
End Same.

(** ** Sliding blocks *)
Module Sliding.
  Import SlidingBlocks SlidingCodes SlidingMoves SlidingSurvey SlidingParts.
  Opaque fuel.

  Definition quick (z : puzzle) (k : metric) (m : place_table) : code -> option (list code) :=
    let near := SlidingFast.make_near m in SlidingFast.successors (stride z) k m near.
  Definition states (z : puzzle) (k : metric) (fuel : nat) (n : N) (e : nat) : bool :=
    let m := make_places z in
    survey_ok z m && survey_check code N.succ_pos (quick z k m) (first_code z m) fuel n e.
  Definition survey (z : puzzle) (k : metric) (fuel : nat) (n : N) (e h : nat) : bool :=
    let m := make_places z in
    let t := clauses z m in
    survey_ok z m && hardest_check code N.succ_pos (quick z k m) (SlidingFast.goalb t)
      (first_code z m) fuel n e h.
  (** Codes with one more piece, put together one by one: a long list on the stack is slow to collect. *)
  Definition with_piece (m : place_table) (es : list place) (s : code) : list code :=
    let cells := occupied m s in
    map (fun e => N.setbit s (place_rank e)) (filter (SlidingFast.free cells) es).
  Definition add_piece (z : puzzle) (m : place_table) (x : Ascii.ascii) (l : list code) : list code :=
    let es := filter (fun e => is_of z x e && place_rests e) (places m) in
    snd (fold_left (fun '(seen, new) s => add_new N.succ_pos (with_piece m es s) seen new) l
      (PositiveSet.empty, [])).
  Definition all_codes (z : puzzle) (m : place_table) : list Ascii.ascii -> list code :=
    fold_right (add_piece z m) [0%N].
  Definition parts (z : puzzle) (k : metric) (fuel : nat) (n c : N) : bool :=
    let m := make_places z in
    let o := order z in
    let l := all_codes z m o in
    survey_ok z m && forallb (shaped z m) (letters z) &&
    forallb (fun x => existsb (Ascii.eqb x) o) (letters z) && N.eqb (N.of_nat (length l)) n &&
    match sources code N.succ_pos (quick z k m) fuel PositiveSet.empty l with
    | Some found => N.eqb (N.of_nat (length found)) c
    | None => false
    end.

  Lemma same_successors : forall z k m, survey_ok z m = true ->
    forall s, quick z k m s = successors (stride z) k m s.
  Proof.
    intros z k m S. destruct (survey_facts z m S) as (_ & P & _).
    exact (SlidingFast.same_successors z m P (stride z) k).
  Qed.
  Lemma same_states : forall z k fuel n e, states z k fuel n e = sliding_states z k fuel n e.
  Proof.
    intros. unfold states, sliding_states. destruct (survey_ok z (make_places z)) eqn:S; auto.
    apply same_survey, same_successors, S.
  Qed.
  Lemma same_climb : forall z k fuel n e h, survey z k fuel n e h = sliding_survey z k fuel n e h.
  Proof.
    intros. unfold survey, sliding_survey. destruct (survey_ok z (make_places z)) eqn:S; auto.
    apply same_hardest; [exact (same_successors z k _ S) | apply SlidingFast.same_goalb].
  Qed.
  Lemma add_one_by_one : forall (f : code -> list code) l seen new,
    fold_left (fun '(seen, new) s => add_new N.succ_pos (f s) seen new) l (seen, new) =
    add_new N.succ_pos (flat_map f l) seen new.
  Proof.
    intros f.
    assert (A : forall a b seen new, add_new N.succ_pos (a ++ b) seen new =
      let (seen, new) := add_new N.succ_pos a seen new in add_new N.succ_pos b seen new).
    { induction a as [|t a IH]; simpl; intros; auto. destruct (PositiveSet.mem _ _); apply IH. }
    induction l as [|s l IH]; simpl; intros; auto. rewrite A.
    destruct (add_new N.succ_pos (f s) seen new). apply IH.
  Qed.
  Lemma same_codes : forall z m l, all_codes z m l = SlidingParts.all_codes z m l.
  Proof.
    intros z m. induction l as [|x l IH]; simpl; auto. rewrite IH.
    unfold add_piece, SlidingParts.add_piece. rewrite add_one_by_one. do 2 f_equal.
    apply flat_map_ext. intros s. unfold with_piece, SlidingParts.with_piece. f_equal.
    apply filter_ext. intros e. apply SlidingFast.same_free.
  Qed.
  Lemma same_parts : forall z k fuel n c, parts z k fuel n c = sliding_parts z k fuel n c.
  Proof.
    intros. unfold parts, sliding_parts. destruct (survey_ok z (make_places z)) eqn:S; auto.
    now rewrite same_codes, (same_sources _ _ _ _ (same_successors z k _ S)).
  Qed.
End Sliding.

(** ** The check: facts in this order, hardest start and configurations where there is a theorem *)
Definition reached (fuel : nat) (z : puzzle) (n : N) (e : nat) (hardest : list fact) : bool :=
  match z, hardest with
  | SlidingPuzzle z m, [] => Sliding.states z m fuel n e
  | SlidingPuzzle z m, [Hardest h] => Sliding.survey z m fuel n e h
  | FrogsPuzzle z, [] => StepsSurvey.states_check (Frogs.board z) (Frogs.goals z)
      (FrogsSearch.steps z) FrogsSearch.followsb FrogsSearch.symbols fuel n e
  | FrogsPuzzle z, [Hardest h] => Frogs.backward z && StepsSurvey.both_ways_check (Frogs.board z)
      (Frogs.goals z) (FrogsSearch.steps z) FrogsSearch.followsb FrogsSearch.symbols fuel n e h
  | PegsPuzzle z m, [] => StepsSurvey.states_check (Pegs.board z) (Pegs.goals z)
      (PegsSearch.steps z) (PegsSearch.followsb m) PegsSearch.symbols fuel n e
  | TilesPuzzle z m, [] => StepsSurvey.states_check (Tiles.board z) (Tiles.goals z)
      (TilesSearch.steps z) (TilesSearch.followsb m) (TilesSearch.symbols z) fuel n e
  | TilesPuzzle z m, [Hardest h] => StepsSurvey.both_ways_check (Tiles.board z) (Tiles.goals z)
      (TilesSearch.steps z) (TilesSearch.followsb m) (TilesSearch.symbols z) fuel n e h
  | _, _ => false
  end.
Definition parted (fuel : nat) (z : puzzle) (l : list fact) : bool :=
  match z, l with
  | _, [] => true
  | SlidingPuzzle z m, [Configurations n; Components c] =>
      Sliding.parts z m fuel (N.of_nat n) (N.of_nat c)
  | _, _ => false
  end.
Definition survey_check (fuel : nat) (z : puzzle) (l : list fact) : bool :=
  match l with
  | States n :: Farthest e :: Hardest h :: l => reached fuel z (N.of_nat n) e [Hardest h] && parted fuel z l
  | States n :: Farthest e :: l => reached fuel z (N.of_nat n) e [] && parted fuel z l
  | _ => false
  end.

Lemma reached_sound : forall fuel z n e l, reached fuel z (N.of_nat n) e l = true ->
  Forall (true_of z) (States n :: Farthest e :: l).
Proof.
  intros fuel [z m|z|z m|z m|z] n e [|[?|?|h|?|?] [|? ?]] H; try discriminate H; simpl in H.
  - rewrite Sliding.same_states in H. destruct (SlidingSurvey.states_by_search _ _ _ _ _ H). auto.
  - rewrite Sliding.same_climb in H.
    destruct (SlidingSurvey.survey_by_search _ _ _ _ _ _ H) as [[? ?] ?]. auto.
  - destruct (FrogsSurvey.states_by_search _ _ _ _ H). auto.
  - destruct (FrogsBackward.survey_by_search _ _ _ _ _ H) as [[? ?] ?]. auto.
  - destruct (PegsSurvey.states_by_search _ _ _ _ _ H). auto.
  - destruct (TilesSurvey.states_by_search _ _ _ _ _ H). auto.
  - destruct (TilesSurvey.survey_by_search _ _ _ _ _ _ H) as [[? ?] ?]. auto.
Qed.
Lemma parted_sound : forall fuel z l, parted fuel z l = true -> Forall (true_of z) l.
Proof.
  intros fuel z [|[?|?|?|n|?] [|[?|?|?|?|c] [|? ?]]] H; auto; destruct z as [z m|z|z m|z m|z];
    try discriminate H.
  simpl in H. rewrite Sliding.same_parts in H. destruct (SlidingParts.parts_by_search _ _ _ _ _ H). auto.
Qed.
Theorem survey_sound : forall fuel z l, survey_check fuel z l = true -> Forall (true_of z) l.
Proof.
  unfold survey_check. intros fuel z l H.
  assert (both : forall n e h k, reached fuel z (N.of_nat n) e h && parted fuel z k = true ->
    Forall (true_of z) (States n :: Farthest e :: h ++ k)).
  { intros n e h k B. apply andb_prop in B as [R P].
    apply (Forall_app (true_of z) (States n :: Farthest e :: h) k).
    split; [exact (reached_sound _ _ _ _ _ R) | exact (parted_sound _ _ _ P)]. }
  destruct l as [|[n|?|?|?|?] [|[?|e|?|?|?] k]]; try discriminate H.
  destruct k as [|[?|?|h|?|?] k]; exact (both n e [] _ H) || exact (both n e [Hardest h] _ H).
Qed.
