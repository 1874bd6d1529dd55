(** All states of sliding blocks: the theorems that the file of a survey applies.  What [SlidingCodes]
    computes as successors are moves of the rules, and two states have one code just if they are alike. *)
From Coq Require Import List Bool Ascii String ZArith NArith PArith Arith Lia.
From Coq Require Import FSets.FMapPositive.
From PuzzleProof Require Export SlidingBothEnds SlidingPlacements Surveys.
From PuzzleProof Require Import Search SlidingCodes SlidingMoves SurveySearch.
Import ListNotations.
Open Scope char_scope.
Open Scope nat_scope.

Opaque fuel.

(** ** What computes *)
(** Each step of a place is a slide: to the cells beside, none of them a wall, on the piece's axis. *)
Definition real_steps (z : puzzle) (m : place_table) (e : place) : bool :=
  forallb (fun '(d, j) =>
    match next m d e with
    | Some e' => (place_rank e' =? j)%N && cells_eqb (place_cells e') (map (beside d) (place_cells e)) &&
                 on_axis z (place_kind e) d &&
                 forallb (fun c => negb (start z c =? "#")%char) (place_cells e')
    | None => false
    end) (place_steps e).
(** No two places of the same cells, but for a labelled piece and another, or pieces bound otherwise. *)
Definition kinds_apart (z : puzzle) (e u : place) : bool :=
  negb (place_kind u =? place_kind e)%char &&
  (is_labelled z (place_kind u) || is_labelled z (place_kind e) ||
   negb (same_axis z (place_kind u) (place_kind e))).
Fixpoint places_apart (z : puzzle) (l : list place) : bool :=
  match l with
  | [] => true
  | e :: l => all (fun u => if (place_mask u =? place_mask e)%N then kinds_apart z e u else true) l
              and places_apart z l
  end.
Definition survey_ok (z : puzzle) (m : place_table) : bool :=
  let l := map snd (PositiveMap.elements m) in
  setup_ok z m && forallb (real_steps z m) l && places_apart z l.
Definition sliding_survey (z : puzzle) (k : metric) (fuel : nat) (n : N) (e h : nat) : bool :=
  let m := make_places z in
  let t := clauses z m in
  survey_ok z m &&
  hardest_check code N.succ_pos (successors (stride z) k m) (goalb t) (first_code z m) fuel n e h.
Definition sliding_states (z : puzzle) (k : metric) (fuel : nat) (n : N) (e : nat) : bool :=
  let m := make_places z in
  survey_ok z m && survey_check code N.succ_pos (successors (stride z) k m) (first_code z m) fuel n e.

(** ** Successors are moves *)
Definition gather_from A := gathered_from A gather eq_refl (fun _ => eq_refl) (fun _ _ => eq_refl).
Lemma bits_from_only : forall p i j, In j (bits_from p i) ->
  exists b, j = (i + b)%N /\ N.testbit (Npos p) b = true.
Proof.
  induction p as [p IH|p IH|]; simpl; intros i j H.
  - destruct H as [<-|H]; [exists 0%N; split; auto; lia|].
    destruct (IH _ _ H) as (b & -> & B). exists (N.succ b). split; [lia|].
    destruct b; simpl in *; auto. now rewrite Pos.pred_N_succ.
  - destruct (IH _ _ H) as (b & -> & B). exists (N.succ b). split; [lia|].
    destruct b; simpl in *; auto. now rewrite Pos.pred_N_succ.
  - destruct H as [<-|[]]. exists 0%N. split; auto; lia.
Qed.
Lemma bits_only : forall s j, In j (bits s) -> N.testbit s j = true.
Proof.
  intros [|p] j H; [destruct H|]. destruct (bits_from_only p 0 j H) as (b & -> & B). exact B.
Qed.
Lemma lor_has : forall (l : list place) e n, In e l -> N.testbit (place_mask e) n = true ->
  N.testbit (fold_right (fun e a => N.lor (place_mask e) a) 0%N l) n = true.
Proof.
  induction l as [|u l IH]; intros e n I B; [destruct I|].
  change (N.testbit (N.lor (place_mask u) (fold_right (fun e a => N.lor (place_mask e) a) 0%N l)) n = true).
  rewrite N.lor_spec. apply orb_true_iff. destruct I as [->|I]; [auto|]. right. exact (IH e n I B).
Qed.
Lemma next_step_of : forall m d e e', next m d e = Some e' ->
  exists j, In (d, j) (place_steps e) /\ get m j = Some e'.
Proof.
  unfold next. intros m d e e' H. destruct (find _ _) as [[d' j]|] eqn:F; [|discriminate].
  apply find_some in F as [I E]. apply direction_eqb_eq in E. subst d'. eauto.
Qed.

Section Real.
  Variable z : puzzle.
  Variable m : place_table.
  Hypothesis m_ok : places_ok z m = true.
  Hypothesis all_fit : forall rows, In rows (drawings z) -> fits z rows = true.
  Hypothesis steps_real : forallb (real_steps z m) (map snd (PositiveMap.elements m)) = true.

  Lemma rests_by_cells : forall x q l, is_piece x -> (forall c, In c l -> In c (grid z)) ->
    (forall c, q c = x <-> In c l) -> restsb z l = true -> rests z x q.
  Proof.
    intros x q l [_ Hx] G E R HC. rewrite restsb_orb, HC in R. simpl negb in R.
    rewrite orb_false_l in R. apply orb_prop in R as [R|R].
    - left. intros a b A S. apply E in A. rewrite forallb_forall in R. specialize (R a A).
      rewrite forallb_forall in R. apply E, has_in, R. now apply four_iff.
    - right. apply existsb_exists in R as (rows & I & R). apply existsb_exists in R as (y & Y & R).
      apply letters_of_in in Y as [Y _]. exists rows, y. split; auto. split; auto. intros c.
      destruct (cell_in_dec c (grid z)) as [Ic|N].
      + unfold covers in R. rewrite all_forallb, forallb_forall in R. specialize (R c Ic). apply Bool.eqb_prop in R.
        rewrite E, <- has_in, <- R. now rewrite Ascii.eqb_eq.
      + rewrite (drawn_outside z rows (all_fit _ I) c N), E. destruct Y. split; [congruence|].
        intros J. elim N. now apply G.
  Qed.
  (** [others] are just the cells of the other pieces. *)
  Definition just_others (x : ascii) (f : ascii -> N) (others : N) : Prop :=
    of_others z m x f others /\
    forall y u n, In y (letters z) -> y <> x -> get m (f y) = Some u ->
      N.testbit (place_mask u) n = true -> N.testbit others n = true.
  Lemma just_others_put : forall x f others j, just_others x f others -> just_others x (put f x j) others.
  Proof.
    intros x f others j [A B]. split; [now apply of_others_put|]. intros y u n Y D G T.
    rewrite put_other in G by exact D. exact (B y u n Y D G T).
  Qed.

  Lemma slide_real : forall f p x e d j e' others, placed z m f p -> In x (letters z) ->
    get m (f x) = Some e -> just_others x f others -> In (d, j) (place_steps e) ->
    get m j = Some e' -> free others e' = true ->
    exists q, slides z x d p q /\ placed z m (put f x (place_rank e')) q.
  Proof.
    intros f p x e d j e' others P X G [O1 O2] I J F. exists (shifted x d p).
    pose proof (get_element m _ _ G) as El. rewrite forallb_forall in steps_real.
    specialize (steps_real e El). unfold real_steps in steps_real. rewrite forallb_forall in steps_real.
    specialize (steps_real _ I). simpl in steps_real.
    destruct (next m d e) as [e1|] eqn:N1; [|discriminate].
    rewrite !andb_true_iff in steps_real. destruct steps_real as [[[R C] A] W]. apply N.eqb_eq in R.
    apply cells_eqb_eq in C. rewrite forallb_forall in W.
    pose proof (next_get z m m_ok _ _ _ N1) as G1. rewrite R, J in G1. injection G1 as ->.
    pose proof P as (PA & PB & PC). destruct (PA x X) as (e0 & G0 & K & (c0 & C0) & D).
    rewrite G in G0. injection G0 as <-. rewrite K, kind_axis in A.
    assert (S : slides z x d p (shifted x d p)).
    { split; [now apply (letter_is_piece z)|]. split; [eauto|]. split; [exact A|].
      split; [|reflexivity]. intros c Ec. apply D in Ec.
      assert (B : In (beside d c) (place_cells e1)) by (rewrite C; now apply in_map).
      specialize (W _ B). apply negb_true_iff, Ascii.eqb_neq in W.
      destruct (PB (beside d c)) as [L|[E|E]]; [|auto|elim W; now apply PC].
      destruct (ascii_dec (p (beside d c)) x) as [E|Ne]; auto. exfalso.
      destruct (PA _ L) as (u & Gu & _ & _ & Du).
      destruct (place_facts z m m_ok _ _ Gu) as (_ & _ & (Mu & _) & _).
      destruct (place_facts z m m_ok _ _ J) as (_ & _ & (M1 & _) & _).
      unfold free in F. rewrite apart_land in F. apply N.eqb_eq in F.
      assert (T : N.testbit (N.land (place_mask e1) others) (number z (beside d c)) = true).
      { rewrite N.land_spec. apply andb_true_iff. split.
        - rewrite M1. apply mask_bit. eauto.
        - apply (O2 _ u _ L Ne Gu). rewrite Mu. apply mask_bit. exists (beside d c). split; auto.
          now apply Du. }
      rewrite F, N.bits_0 in T. discriminate. }
    split; [exact S|].
    destruct (slide_step z m m_ok f p _ x d e others P S G O1) as (e2 & N2 & _ & _ & Q).
    rewrite N1 in N2. injection N2 as <-. exact Q.
  Qed.

  (** Where a piece gets to: its place still, or another one at the end of a path. *)
  Definition arrives (x : ascii) (f : ascii -> N) (p : state) (ok : list direction -> Prop) (u : place) :=
    own m u /\ exists ds q, ok ds /\ path z x ds p q /\ placed z m (put f x (place_rank u)) q.

  Lemma next_real : forall f p x e d e' others, placed z m f p -> In x (letters z) ->
    get m (f x) = Some e -> just_others x f others -> next m d e = Some e' -> free others e' = true ->
    own m e' /\
    exists q, slides z x d p q /\ placed z m (put f x (place_rank e')) q.
  Proof.
    intros f p x e d e' others P X G O N F. destruct (next_step_of _ _ _ _ N) as (j & I & J).
    split; [exact (next_get z m m_ok _ _ _ N)|]. now apply (slide_real f p x e d j e' others).
  Qed.

  Lemma upto_real : forall x d others n f p e u, placed z m f p -> In x (letters z) ->
    get m (f x) = Some e -> just_others x f others -> In u (upto m n others d e) ->
    arrives x f p (fun ds => (forall a, In a ds -> a = d) /\ List.length ds <= n) u.
  Proof.
    induction n as [|n IH]; simpl; intros f p e u P X G O I; [destruct I|].
    destruct (next m d e) as [e'|] eqn:N; [|destruct I]. destruct (free others e') eqn:F; [|destruct I].
    destruct (next_real f p x e d e' others P X G O N F) as (G' & q & S & Q). destruct I as [<-|I].
    - split; auto. exists [d], q. simpl. split; [split; [|lia]|split; [now constructor | exact Q]].
      intros a [<-|[]]. reflexivity.
    - destruct (IH (put f x (place_rank e')) q e' u) as (W & ds & r & [A B] & T & R); auto.
      + now rewrite put_same.
      + now apply just_others_put.
      + split; auto. exists (d :: ds), r. simpl. split; [split; [|lia]|split; [econstructor; eauto|]].
        * intros a [<-|J]; auto.
        * eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.
  Lemma straight_real : forall x d others n f p e u l, placed z m f p -> In x (letters z) ->
    get m (f x) = Some e -> just_others x f others -> straight m n others d e = Some l -> In u l ->
    arrives x f p (fun ds => forall a, In a ds -> a = d) u.
  Proof.
    induction n as [|n IH]; simpl; intros f p e u l P X G O H I; [discriminate|].
    destruct (next m d e) as [e'|] eqn:N; [|injection H as <-; destruct I].
    destruct (free others e') eqn:F; [|injection H as <-; destruct I].
    destruct (straight m n others d e') as [l'|] eqn:E; [|discriminate]. injection H as <-.
    destruct (next_real f p x e d e' others P X G O N F) as (G' & q & S & Q). destruct I as [<-|I].
    - split; auto. exists [d], q. simpl. split; [|split; [now constructor | exact Q]].
      intros a [<-|[]]. reflexivity.
    - destruct (IH (put f x (place_rank e')) q e' u l') as (W & ds & r & A & T & R); auto.
      + now rewrite put_same.
      + now apply just_others_put.
      + split; auto. exists (d :: ds), r. simpl. split; [|split; [econstructor; eauto|]].
        * intros a [<-|J]; auto.
        * eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.

  Lemma flood_real : forall (R : place -> Prop) others,
    (forall e u, R e -> In u (around m e) -> free others u = true -> R u) ->
    forall n seen front l, flood m n others seen front = Some l ->
    (forall u, In u seen -> R u) -> (forall u, In u front -> R u) -> forall u, In u l -> R u.
  Proof.
    intros R others step. induction n as [|n IH]; simpl; intros seen front l H A B u I; [discriminate|].
    destruct front as [|e front]; [injection H as <-; auto|].
    assert (C : forall v, In v (filter (fun e' => free others e' and negb (known seen e')) (around m e)) -> R v).
    { intros v V. apply filter_In in V as [V F]. destruct (free others v) eqn:E; [|discriminate].
      apply (step e v); auto. apply B. now left. }
    apply (IH _ _ _ H); auto; intros v V; apply in_app_or in V as [V|V]; auto.
    apply B. now right.
  Qed.
  Lemma anywhere_real : forall x f p e others n l u, placed z m f p -> In x (letters z) ->
    get m (f x) = Some e -> just_others x f others -> flood m n others [e] [e] = Some l -> In u l ->
    u = e \/ arrives x f p (fun _ => True) u.
  Proof.
    intros x f p e others n l u P X G O H I.
    enough (K : own m u /\ (u = e \/ arrives x f p (fun _ => True) u)) by apply K.
    assert (E0 : own m e) by (unfold own; destruct (place_facts z m m_ok _ _ G) as (-> & _); exact G).
    revert u I. apply (flood_real _ others) with (2 := H); [|intros u [<-|[]]; auto..].
    intros v u [Gv V] I F. apply in_flat_map in I as ([d j] & I & J).
    destruct (get m j) as [u'|] eqn:Gj; [|destruct J]. destruct J as [->|[]].
    assert (Ou : own m u) by (unfold own; destruct (place_facts z m m_ok _ _ Gj) as (-> & _); exact Gj).
    split; [exact Ou|]. right. split; [exact Ou|]. destruct V as [->|(_ & ds & q & _ & T & Q)].
    - destruct (slide_real f p x e d j u others P X G O I Gj F) as (r & S & R).
      exists [d], r. split; auto. split; [now constructor | exact R].
    - destruct (slide_real (put f x (place_rank v)) q x v d j u others) as (r & S & R); auto.
      + now rewrite put_same.
      + now apply just_others_put.
      + exists (ds ++ [d])%list, r. split; auto. split; [eapply path_longer; eauto|].
        eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.

  Lemma targets_real : forall k x f p e others l u, placed z m f p -> In x (letters z) ->
    get m (f x) = Some e -> just_others x f others ->
    targets (stride z) k m others e = Some l -> In u l -> place_rank u <> place_rank e ->
    arrives x f p (one_move z k) u.
  Proof.
    intros [] x f p e others l u P X G O H I D; unfold targets in H.
    - injection H as <-.
      change (In u (flat_map (fun d => upto m (stride z) others d e) directions)) in I.
      apply in_flat_map in I as (d & _ & I).
      destruct (upto_real x d others (stride z) f p e u P X G O I) as (W & ds & q & [A B] & T).
      split; auto. exists ds, q. split; [split; [now exists d | exact B] | exact T].
    - destruct (gather_from _ _ _ _ H I) as (a & J & U). apply in_map_iff in J as (d & E & _).
      destruct (straight_real x d others fuel f p e u a P X G O E U) as (W & ds & q & A & T).
      split; auto. exists ds, q. split; [now exists d | exact T].
    - destruct (anywhere_real x f p e others fuel l u P X G O H I) as [->|(W & ds & q & _ & T)]; [now elim D|].
      split; auto. exists ds, q. split; [exact Logic.I | exact T].
  Qed.

  Theorem successors_real : forall k s p l t, successors (stride z) k m s = Some l ->
    codes z m s p -> In t l -> exists q, move z k p q /\ codes z m t q.
  Proof.
    intros k s p l t H [(f & P & C) A] T. unfold successors in H. set (all := standing m s) in *.
    set (occupied := fold_right (fun e a => N.lor (place_mask e) a) 0%N all) in *.
    destruct (gather_from _ _ _ _ H T) as (a & I & Ta). apply in_map_iff in I as (e & E & Ie).
    destruct (targets _ _ _ _ _) as [us|] eqn:U; [|discriminate E]. injection E as <-.
    apply in_map_iff in Ta as (u & <- & Iu). apply filter_In in Iu as [Iu R].
    destruct (place_rests u) eqn:RU; [|discriminate R]. apply negb_true_iff, N.eqb_neq in R.
    apply in_flat_map in Ie as (i & Bi & Ie). apply bits_only, C in Bi as (x & X & <-).
    destruct (get m (f x)) as [e1|] eqn:G; [|destruct Ie]. destruct Ie as [->|[]].
    pose proof P as (PA & _). destruct (PA x X) as (e0 & G0 & Ke & (c0 & C0) & D).
    rewrite G in G0. injection G0 as <-.
    destruct (place_facts z m m_ok _ _ G) as (E1 & E2 & (E3 & _) & E4 & _).
    assert (O : just_others x f (N.ldiff occupied (place_mask e))).
    { split.
      - intros n B. rewrite N.ldiff_spec in B. apply andb_prop in B as [B1 B2].
        apply lor_bit in B1 as (v & V & Bv). apply in_flat_map in V as (j & J & V).
        destruct (get m j) as [v'|] eqn:Gv; [|destruct V]. destruct V as [<-|[]].
        apply bits_only, C in J as (y & Y & <-). exists y, v'. repeat split; auto.
        intros ->. rewrite G in Gv. injection Gv as <-. now rewrite Bv in B2.
      - intros y v n Y Dy Gv Bv. rewrite N.ldiff_spec. apply andb_true_iff. split.
        + apply (lor_has all v n); auto. apply in_flat_map. exists (f y). rewrite Gv. split; [|now left].
          apply bits_in, C. eauto.
        + apply negb_true_iff, not_true_iff_false. intros Be. destruct (PA y Y) as (v' & Gv' & _ & _ & Dv).
          rewrite Gv in Gv'. injection Gv' as <-.
          destruct (place_facts z m m_ok _ _ Gv) as (_ & _ & (V3 & _) & V4 & _).
          rewrite V3 in Bv. rewrite E3 in Be. apply mask_bit in Bv as (b & Ib & Nb).
          apply mask_bit in Be as (c & Ic & Nc).
          assert (b = c) by (apply (number_inj z); auto; congruence). subst b.
          apply Dv in Ib. apply D in Ic. congruence. }
    destruct (targets_real k x f p e _ us u P X G O U Iu R) as (W & ds & q & K & S & Q).
    pose proof Q as (QA & _). destruct (QA x X) as (v & Gv & _ & Cv & Dv). rewrite put_same in Gv.
    destruct (place_facts z m m_ok _ _ Gv) as (V1 & _ & (_ & V3) & V4 & _).
    unfold own in W. rewrite W in Gv. injection Gv as <-.
    assert (RQ : rests z x q).
    { apply (rests_by_cells x q (place_cells u)); auto; [now apply (letter_is_piece z)|].
      congruence. }
    exists q. split; [exists x, ds; auto|]. split; [|exact (rest_after z x ds p q S A RQ)].
    exists (put f x (place_rank u)). split; auto.
    destruct (place_facts z m m_ok _ _ W) as (_ & BU & _). rewrite E2, BU.
    exact (coded_after z m f s p q x _ P C X Q).
  Qed.
End Real.

(** ** Two states have one code just if they are alike *)
Section Alike.
  Variable z : puzzle.
  Variable m : place_table.
  Hypothesis board_fits : fits z (board z) = true.
  Hypothesis m_ok : places_ok z m = true.
  Hypothesis apart : places_apart z (map snd (PositiveMap.elements m)) = true.

  Lemma kind_labelled : forall x, is_labelled z (kind_of z x) = is_labelled z x.
  Proof.
    intros x. unfold kind_of. destruct (is_labelled z x) eqn:E; [exact E|].
    destruct (filter _ (letters z)) as [|y l] eqn:F; [exact E|].
    assert (I : In y (filter (fun y => negb (is_labelled z y) && same_axis z y x &&
      cells_eqb (offsets (cells_of z (start z) y)) (offsets (cells_of z (start z) x))) (letters z)))
      by (rewrite F; now left).
    apply filter_In in I as [_ I]. rewrite !andb_true_iff in I. destruct I as [[I _] _].
    now apply negb_true_iff in I.
  Qed.
  Lemma kind_of_labelled : forall x, is_labelled z x = true -> kind_of z x = x.
  Proof. intros x L. unfold kind_of. now rewrite L. Qed.

  Lemma apart_in : forall l e u, places_apart z l = true -> In e l -> In u l ->
    place_mask u = place_mask e -> place_kind u = place_kind e \/
      is_labelled z (place_kind u) = false /\ is_labelled z (place_kind e) = false /\
      (forall d, on_axis z (place_kind u) d = on_axis z (place_kind e) d) -> u = e.
  Proof.
    assert (clash : forall e u, kinds_apart z e u = true -> place_kind u = place_kind e \/
      is_labelled z (place_kind u) = false /\ is_labelled z (place_kind e) = false /\
      (forall d, on_axis z (place_kind u) d = on_axis z (place_kind e) d) -> False).
    { unfold kinds_apart. intros e u K [E|(A & B & C)]; apply andb_prop in K as [N K].
      - rewrite E, Ascii.eqb_refl in N. discriminate.
      - apply same_axis_iff in C. rewrite A, B, C in K. discriminate. }
    induction l as [|a l IH]; intros e u H E U M K; [destruct E|]. simpl in H.
    destruct (all _ l) eqn:T; [|discriminate]. rewrite all_forallb, forallb_forall in T.
    destruct E as [->|E], U as [->|U]; auto; exfalso.
    - specialize (T u U). rewrite M, N.eqb_refl in T. exact (clash e u T K).
    - specialize (T e E). rewrite M, N.eqb_refl in T. apply (clash u e T). destruct K as [K|(A & B & C)]; auto.
  Qed.

  Lemma one_code_alike : forall s t p q, codes z m s p -> codes z m t q -> alike z p q -> s = t.
  Proof.
    assert (half : forall f g s t p q j, placed z m f p -> coded z f s -> placed z m g q ->
      coded z g t -> alike z p q -> N.testbit s j = true -> N.testbit t j = true).
    { intros f g s t p q j P C Q D [[A B] X0] T. apply C in T as (x & X & <-). apply D.
      pose proof P as (PA & _). destruct (PA x X) as (e & G & K & (c & Ec) & De).
      pose proof (letter_is_piece z x X) as Hx.
      destruct (A x Hx (ex_intro _ c Ec)) as (y & Hy & Ly & Cy).
      assert (Y : In y (letters z)).
      { apply (placed_letter z m g q c y Q Hy). now apply Cy. }
      pose proof Q as (QA & _). destruct (QA y Y) as (u & G' & K' & _ & Du).
      destruct (place_facts z m m_ok _ _ G) as (E1 & _ & (M & _) & _).
      destruct (place_facts z m m_ok _ _ G') as (E1' & _ & (M' & _) & _).
      exists y. split; auto. rewrite <- E1, <- E1'. f_equal.
      apply (apart_in _ _ _ apart (get_element m _ _ G) (get_element m _ _ G')).
      - rewrite M, M'. apply N.bits_inj. intros n. apply eq_true_iff_eq. rewrite !mask_bit.
        split; intros (b & I & Nb); exists b; split; auto; [apply De, Cy, Du, I | apply Du, Cy, De, I].
      - rewrite K, K'. destruct (is_labelled z x) eqn:Lx.
        + left. now rewrite (Ly eq_refl).
        + right. rewrite !kind_labelled. split; [|split; auto].
          2: { intros d. rewrite !kind_axis, <- Ec, X0. f_equal. symmetry. now apply Cy. }
          apply not_true_iff_false. intros L.
          assert (Sy : exists b, q b = y) by (exists c; now apply Cy).
          destruct (B y Hy Sy) as (w & _ & Lw & Cw). rewrite (Lw L) in Cw.
          assert (E : p c = y) by now apply Cw, Cy. rewrite Ec in E. congruence. }
    intros s t p q [(f & P & C) _] [(g & Q & D) _] [[A B] X]. apply N.bits_inj. intros j.
    apply eq_true_iff_eq. split; [apply (half f g s t p q j) | apply (half g f t s q p j)]; auto; split; auto.
  Qed.

  Lemma one_state_alike : forall s p q, codes z m s p -> codes z m s q -> alike z p q.
  Proof.
    assert (half : forall s p q, SlidingMoves.stands_for z m s p -> SlidingMoves.stands_for z m s q ->
      stands z p q).
    { intros s p q (f & P & C) (g & Q & D) x Hx (c & Ec).
      pose proof (placed_letter z m f p c x P Hx Ec) as X. pose proof P as (PA & _).
      destruct (PA x X) as (e & G & K & _ & De).
      assert (T : N.testbit s (f x) = true) by (apply C; eauto).
      apply D in T as (y & Y & E). pose proof Q as (QA & _).
      destruct (QA y Y) as (u & G' & K' & _ & Du). rewrite E, G in G'. injection G' as <-.
      exists y. split; [now apply (letter_is_piece z)|]. split; [|intros b; now rewrite De, Du].
      intros L. assert (Ly : is_labelled z y = true) by (rewrite <- kind_labelled, <- K', K, kind_labelled; exact L).
      rewrite <- (kind_of_labelled y Ly), <- (kind_of_labelled x L). congruence. }
    intros s p q [A _] [B _]. split; [split; eauto|]. intros c d.
    destruct A as (f & P & C), B as (g & Q & D). pose proof P as (PA & PB & PW).
    pose proof Q as (QA & QB & QW). destruct (PB c) as [X|E].
    - destruct (PA _ X) as (e & G & K & _ & De).
      assert (T : N.testbit s (f (p c)) = true) by (apply C; eauto).
      apply D in T as (y & Y & E). destruct (QA y Y) as (u & G' & K' & _ & Du).
      rewrite E, G in G'. injection G' as <-.
      assert (F : q c = y) by now apply Du, De. rewrite F, <- (kind_axis z y), <- K', K. now rewrite kind_axis.
    - destruct (QB c) as [Y|F].
      + destruct (QA _ Y) as (u & G & _ & _ & Du).
        assert (T : N.testbit s (g (q c)) = true) by (apply D; eauto).
        apply C in T as (x & X & F). destruct (PA x X) as (e & G' & _ & _ & De).
        rewrite F, G in G'. injection G' as <-.
        assert (Z : p c = x) by now apply De, Du. apply letter_is_piece in X as [X1 X2]. destruct E; congruence.
      + f_equal. specialize (PW c). specialize (QW c). destruct E, F; intuition congruence.
  Qed.

  Lemma clause_only : forall (g : state) x j, N.testbit (clause z m g x) j = true ->
    exists e, get m j = Some e /\ (is_labelled z x = true -> place_kind e = kind_of z x) /\
      forall c, In c (grid z) -> (g c = x <-> In c (place_cells e)).
  Proof.
    intros g x j. unfold clause. set (T := fun e : place =>
      (negb (is_labelled z x) || (place_kind e =? kind_of z x)%char) && covers z g x (place_cells e)).
    assert (el : forall i e, In (i, e) (PositiveMap.elements m) -> get m (place_rank e) = Some e).
    { intros i e I. pose proof m_ok as H. unfold places_ok in H. rewrite forallb_forall in H.
      specialize (H _ I). simpl in H. unfold place_ok in H. rewrite !andb_true_iff in H.
      destruct H as (((((A & _) & _) & _) & _) & _). apply Pos.eqb_eq in A. unfold get.
      rewrite A. now apply PositiveMap.elements_complete. }
    revert el. generalize (PositiveMap.elements m). intros l.
    change (fold_right _ 0%N l) with (fold_right (fun '(_, e) a => if T e then N.setbit a (place_rank e) else a) 0%N l).
    induction l as [|[i e] l IH]; intros el B; [simpl fold_right in B; now rewrite N.bits_0 in B|].
    change (N.testbit (if T e then N.setbit (fold_right (fun '(_, e) a => if T e then N.setbit a (place_rank e) else a) 0%N l) (place_rank e)
      else fold_right (fun '(_, e) a => if T e then N.setbit a (place_rank e) else a) 0%N l) j = true) in B.
    destruct (T e) eqn:Te; [apply N.setbit_iff in B as [<-|B]|]; try (apply IH; auto; intros; eapply el; right; eauto).
    exists e. split; [apply (el i); now left|]. unfold T in Te. apply andb_prop in Te as [L V]. split.
    - intros Lx. rewrite Lx in L. now apply Ascii.eqb_eq.
    - intros c I. unfold covers in V. rewrite all_forallb, forallb_forall in V. specialize (V c I).
      apply Bool.eqb_prop in V. now rewrite <- has_in, <- V, Ascii.eqb_eq.
  Qed.

  Hypothesis goals_fit : forall g, In g (goals z) -> fits z g = true.
  Lemma goal_only : forall s p, codes z m s p -> goalb (clauses z m) s = true -> solved z p.
  Proof.
    intros s p [(f & P & C) _] H. unfold goalb in H. rewrite any_existsb in H.
    apply existsb_exists in H as (t & It & H). rewrite all_forallb, forallb_forall in H.
    unfold clauses in It. apply in_map_iff in It as (g & <- & Ig). exists g. split; auto.
    intros x Hx (c & Ec). assert (Ic : In c (grid z)).
    { destruct (cell_in_dec c (grid z)) as [I|N]; auto. rewrite (drawn_outside z g (goals_fit g Ig) c N) in Ec.
      destruct Hx. congruence. }
    assert (Lx : In x (letters_of z (drawn g))) by (apply letters_of_in; eauto).
    specialize (H _ (in_map (clause z m (drawn g)) _ _ Lx)). apply negb_true_iff in H.
    rewrite apart_land in H. apply N.eqb_neq in H.
    destruct (N.land (clause z m (drawn g) x) s) as [|b] eqn:E; [now elim H|].
    assert (T : N.testbit (N.land (clause z m (drawn g) x) s) (N.log2 (N.pos b)) = true).
    { rewrite E. now apply N.bit_log2. }
    rewrite N.land_spec in T. apply andb_prop in T as [T1 T2].
    apply C in T2 as (y & Y & Fy). destruct (clause_only _ _ _ T1) as (e & G & K & V).
    pose proof P as (PA & _). destruct (PA y Y) as (u & G' & K' & _ & D). rewrite Fy, G in G'.
    injection G' as <-. exists y. split; [now apply (letter_is_piece z)|]. split.
    - intros L. specialize (K L).
      assert (Ly : is_labelled z y = true) by (rewrite <- kind_labelled, <- K', K, kind_labelled; exact L).
      rewrite <- (kind_of_labelled y Ly), <- (kind_of_labelled x L). congruence.
    - intros b'. rewrite D. destruct (cell_in_dec b' (grid z)) as [I|N]; [now apply V|].
      rewrite (drawn_outside z g (goals_fit g Ig) b' N). destruct Hx as [_ Hx]. split; [congruence|].
      intros I. elim N. destruct (place_facts z m m_ok _ _ G) as (_ & _ & _ & I4 & _). auto.
  Qed.
End Alike.

(** ** The theorems *)
Lemma survey_facts : forall z m, survey_ok z m = true ->
  (forall rows, In rows (drawings z) -> fits z rows = true) /\ places_ok z m = true /\
  first_ok z m = true /\ forallb (real_steps z m) (map snd (PositiveMap.elements m)) = true /\
  places_apart z (map snd (PositiveMap.elements m)) = true.
Proof.
  unfold survey_ok, setup_ok. intros z m H. rewrite !andb_true_iff in H.
  destruct H as [[[[F B] C] D] E]. rewrite forallb_forall in F. auto.
Qed.
Lemma codes_follow : forall z m, places_ok z m = true -> forall k s p q l,
  successors (stride z) k m s = Some l -> codes z m s p -> move z k p q ->
  exists t, In t (s :: l) /\ codes z m t q.
Proof.
  intros z m P k s p q l H S M. apply (codes_move z m P k s p q (s :: l)); auto.
  unfold with_itself. now rewrite H.
Qed.

Theorem states_by_search : forall fuel z k n e, sliding_states z k fuel n e = true ->
  states (move z k) (alike z) n (start z) /\ farthest (move z k) (alike z) e (start z).
Proof.
  unfold sliding_states. intros fuel z k n e H. apply andb_prop in H as [S H].
  set (m := make_places z) in *. destruct (survey_facts z m S) as (F & P & Q & R & A).
  apply (surveyed _ (move z k) (alike z) _ N.succ_pos (codes z m) (successors (stride z) k m) (start z)
    (first_code z m) key_inj) with (fuel := fuel); auto.
  - intros s p q l. now apply codes_follow.
  - intros s p l t. now apply successors_real.
  - now apply one_code_alike.
  - now apply one_state_alike.
  - apply codes_start; auto. apply F. now left.
Qed.
Theorem survey_by_search : forall fuel z k n e h, sliding_survey z k fuel n e h = true ->
  (states (move z k) (alike z) n (start z) /\ farthest (move z k) (alike z) e (start z)) /\
  hardest (move z k) (solved z) h (start z).
Proof.
  unfold sliding_survey. intros fuel z k n e h H. apply andb_prop in H as [S H].
  set (m := make_places z) in *. destruct (survey_facts z m S) as (F & P & Q & R & A).
  assert (FB : fits z (board z) = true) by (apply F; now left).
  pose proof (codes_start z m FB Q) as C0.
  apply (surveyed_both_ways _ (move z k) (solved z) (alike z) _ N.succ_pos (codes z m)
    (successors (stride z) k m) (goalb (clauses z m)) (start z) (first_code z m) key_inj)
    with (fine := met z m) (fuel := fuel); auto.
  - intros s p q l. now apply codes_follow.
  - intros s p l t. now apply successors_real.
  - now apply one_code_alike.
  - now apply one_state_alike.
  - destruct C0 as [(f & X & _) B]. split; eauto.
  - exact (met_move z m P k).
  - exact (move_back z m k).
  - intros s p X. split; [apply (goal_only z m P); auto|].
    + intros g G. apply F. right. apply in_or_app. now left.
    + intros G. apply (goal_seen z m P s p); auto. apply X.
Qed.
