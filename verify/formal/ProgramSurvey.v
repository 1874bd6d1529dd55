(** The check of a survey, for [Program]: the searches of the kernel's theorems, for sliding blocks
    with the quick successors of [SlidingFast].  Nothing here has to be believed. *)
From Coq Require Import List Bool NArith PArith Arith Lia.
From PuzzleProof Require Import Families SurveyTexts PositiveSets Search SurveySearch SurveyParts.
From PuzzleProof Require SlidingFast SlidingParts FrogsBackward PegsSurvey TilesSurvey StepsSurvey.
Import List ListNotations.

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

  (** The same counts and goals, without a list on the stack. *)
  Definition total (ls : list (list code)) : N :=
    fold_left (fun n l => fold_left (fun n _ => N.succ n) l n) ls 0%N.
  Definition chosen (goalb : code -> bool) (ls : list (list code)) : list code :=
    rev_append (fold_left (fun a l =>
      fold_left (fun a s => if goalb s then s :: a else a) l a) ls []) [].

  Lemma folded : forall A (put : A -> code -> A) ls a,
    fold_left (fun a l => fold_left put l a) ls a = fold_left put (concat ls) a.
  Proof. induction ls as [|l ls IH]; simpl; intros; auto. now rewrite fold_left_app. Qed.
  Lemma total_length : forall ls, total ls = N.of_nat (length (concat ls)).
  Proof.
    intros ls. unfold total. rewrite folded.
    assert (A : forall l n, fold_left (fun n (_ : code) => N.succ n) l n = (n + N.of_nat (length l))%N).
    { induction l as [|s l IH]; intros n; cbn -[N.of_nat N.add]; [lia|]. rewrite IH. lia. }
    now rewrite A.
  Qed.
  Lemma chosen_filter : forall goalb ls, chosen goalb ls = filter goalb (concat ls).
  Proof.
    intros goalb ls. unfold chosen. rewrite folded, rev_append_rev, app_nil_r.
    assert (A : forall l a, fold_left (fun a s => if goalb s then s :: a else a) l a =
      rev (filter goalb l) ++ a).
    { induction l as [|s l IH]; simpl; intros a; auto. rewrite IH. destruct (goalb s); auto.
      simpl. now rewrite <- app_assoc. }
    now rewrite A, app_nil_r, rev_involutive.
  Qed.

  Definition counted (ls : list (list code)) (n : N) (e : nat) : bool :=
    N.eqb (total ls) n && Nat.eqb (length ls) (S e).
  Definition quick_survey (s0 : code) (fuel : nat) (n : N) (e : nat) : bool :=
    match levels_from code key f fuel [s0] with Some ls => counted ls n e | None => false end.
  Definition quick_hardest (goalb : code -> bool) (s0 : code) (fuel : nat) (n : N) (e h : nat) : bool :=
    match levels_from code key f fuel [s0] with
    | None => false
    | Some ls =>
        counted ls n e &&
        match levels_from code key f fuel (chosen goalb ls) with
        | None => false
        | Some back => Nat.eqb (length back) (S h) && N.eqb (total back) (total ls)
        end
    end.

  Lemma same_counts : forall ls n e, counted ls n e = counts code ls n e.
  Proof. intros. unfold counted, counts. now rewrite total_length. Qed.
  Lemma same_survey : forall s0 fuel n e,
    quick_survey s0 fuel n e = survey_check code key g s0 fuel n e.
  Proof.
    intros. unfold quick_survey, survey_check, survey_of. rewrite same_levels_from.
    destruct (levels_from _ _ _ _ _); auto using same_counts.
  Qed.
  Lemma same_hardest : forall p q, (forall s, p s = q s) -> forall s0 fuel n e h,
    quick_hardest p s0 fuel n e h = hardest_check code key g q s0 fuel n e h.
  Proof.
    intros p q P s0 fuel n e h. unfold quick_hardest, hardest_check, survey_of, climbs.
    rewrite same_levels_from. destruct (levels_from code key g fuel [s0]) as [ls|]; auto.
    rewrite same_counts, chosen_filter, (filter_ext p q P), same_levels_from. f_equal.
    destruct (levels_from code key g fuel _) as [back|]; auto. f_equal.
    rewrite !total_length. apply eq_true_iff_eq. rewrite N.eqb_eq, Nat.eqb_eq. lia.
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
    survey_ok z m && quick_survey code N.succ_pos (quick z k m) (first_code z m) fuel n e.
  Definition survey (z : puzzle) (k : metric) (fuel : nat) (n : N) (e h : nat) : bool :=
    let m := make_places z in
    let t := clauses z m in
    survey_ok z m && quick_hardest code N.succ_pos (quick z k m) (SlidingFast.goalb t)
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
    forallb (fun x => existsb (Ascii.eqb x) o) (letters z) && N.eqb (total code [l]) n &&
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
    rewrite total_length, same_codes, (same_sources _ _ _ _ (same_successors z k _ S)).
    simpl concat. now rewrite app_nil_r.
  Qed.
End Sliding.

(** ** Boards with steps *)
Module OfSteps.
  Import Boards Steps StepSearch StepsSurvey.

  Definition states rows goals steps followsb symbols (fuel : nat) (n : N) (e : nat) : bool :=
    let l := on_board rows in
    let all := sort (compile l steps) in
    setup_ok rows goals steps symbols &&
    quick_survey code (key symbols) (successors followsb all) (map (drawn rows) l) fuel n e.
  Definition survey rows goals steps followsb symbols (fuel : nat) (n : N) (e h : nat) : bool :=
    let l := on_board rows in
    let all := sort (compile l steps) in
    let w := wanted rows goals in
    setup_ok rows goals steps symbols &&
    quick_hardest code (key symbols) (successors followsb all) (goalb w) (map (drawn rows) l) fuel n e h.

  Lemma same_states : forall rows goals steps followsb symbols fuel n e,
    states rows goals steps followsb symbols fuel n e =
    states_check rows goals steps followsb symbols fuel n e.
  Proof. intros. unfold states, states_check. f_equal. now apply same_survey. Qed.
  Lemma same_climb : forall rows goals steps followsb symbols fuel n e h,
    survey rows goals steps followsb symbols fuel n e h =
    both_ways_check rows goals steps followsb symbols fuel n e h.
  Proof. intros. unfold survey, both_ways_check. f_equal. now apply same_hardest. Qed.
End OfSteps.

(** ** The check: facts in this order, hardest start and configurations where there is a theorem *)
Definition reached (fuel : nat) (z : puzzle) (n : N) (e : nat) (hardest : list fact) : bool :=
  match z, hardest with
  | SlidingPuzzle z m, [] => Sliding.states z m fuel n e
  | SlidingPuzzle z m, [Hardest h] => Sliding.survey z m fuel n e h
  | FrogsPuzzle z, [] => OfSteps.states (Frogs.board z) (Frogs.goals z)
      (FrogsSearch.steps z) FrogsSearch.followsb FrogsSearch.symbols fuel n e
  | FrogsPuzzle z, [Hardest h] => Frogs.backward z && OfSteps.survey (Frogs.board z)
      (Frogs.goals z) (FrogsSearch.steps z) FrogsSearch.followsb FrogsSearch.symbols fuel n e h
  | PegsPuzzle z m, [] => OfSteps.states (Pegs.board z) (Pegs.goals z)
      (PegsSearch.steps z) (PegsSearch.followsb m) PegsSearch.symbols fuel n e
  | TilesPuzzle z m, [] => OfSteps.states (Tiles.board z) (Tiles.goals z)
      (TilesSearch.steps z) (TilesSearch.followsb m) (TilesSearch.symbols z) fuel n e
  | TilesPuzzle z m, [Hardest h] => OfSteps.survey (Tiles.board z) (Tiles.goals z)
      (TilesSearch.steps z) (TilesSearch.followsb m) (TilesSearch.symbols z) fuel n e h
  | _, _ => false
  end.
Definition parted (fuel : nat) (z : puzzle) (l : list fact) : bool :=
  match z, l with
  | _, [] => true
  | SlidingPuzzle z m, [Configurations n; Components c] =>
      Sliding.parts z m fuel n c
  | _, _ => false
  end.
Definition survey_check (fuel : nat) (z : puzzle) (l : list fact) : bool :=
  match l with
  | States n :: Farthest e :: Hardest h :: l => reached fuel z n e [Hardest h] && parted fuel z l
  | States n :: Farthest e :: l => reached fuel z n e [] && parted fuel z l
  | _ => false
  end.

Lemma reached_sound : forall fuel z n e l, reached fuel z n e l = true ->
  Forall (true_of z) (States n :: Farthest e :: l).
Proof.
  intros fuel [z m|z|z m|z m|z] n e [|[?|?|h|?|?] [|? ?]] H; try discriminate H; simpl in H.
  - rewrite Sliding.same_states in H. destruct (SlidingSurvey.states_by_search _ _ _ _ _ H). auto.
  - rewrite Sliding.same_climb in H.
    destruct (SlidingSurvey.survey_by_search _ _ _ _ _ _ H) as [[? ?] ?]. auto.
  - rewrite OfSteps.same_states in H. destruct (FrogsSurvey.states_by_search _ _ _ _ H). auto.
  - rewrite OfSteps.same_climb in H.
    destruct (FrogsBackward.survey_by_search _ _ _ _ _ H) as [[? ?] ?]. auto.
  - rewrite OfSteps.same_states in H. destruct (PegsSurvey.states_by_search _ _ _ _ _ H). auto.
  - rewrite OfSteps.same_states in H. destruct (TilesSurvey.states_by_search _ _ _ _ _ H). auto.
  - rewrite OfSteps.same_climb in H.
    destruct (TilesSurvey.survey_by_search _ _ _ _ _ _ H) as [[? ?] ?]. auto.
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
  assert (both : forall n e h k, reached fuel z n e h && parted fuel z k = true ->
    Forall (true_of z) (States n :: Farthest e :: h ++ k)).
  { intros n e h k B. apply andb_prop in B as [R P].
    apply (Forall_app (true_of z) (States n :: Farthest e :: h) k).
    split; [exact (reached_sound _ _ _ _ _ R) | exact (parted_sound _ _ _ P)]. }
  destruct l as [|[n|?|?|?|?] [|[?|e|?|?|?] k]]; try discriminate H.
  destruct k as [|[?|?|h|?|?] k]; exact (both n e [] _ H) || exact (both n e [Hardest h] _ H).
Qed.
