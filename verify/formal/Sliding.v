(** Sliding blocks: the theorems that the file of a puzzle applies.  What a check that computes to
    [true] proves by the rules of [SlidingBlocks]. *)
From Coq Require Import List Bool Ascii String ZArith NArith PArith Lia.
From Coq Require Import FSets.FMapPositive.
From PuzzleProof Require Export SlidingBlocks.
From PuzzleProof Require Import Claims Search SlidingCodes SlidingMoves.
Import ListNotations.
Open Scope char_scope.

Opaque fuel.

Lemma key_inj : forall s t, N.succ_pos s = N.succ_pos t -> s = t.
Proof. intros s t E. apply N.succ_inj. rewrite <- !N.succ_pos_spec. congruence. Qed.

Lemma cell_in_dec : forall (c : cell) l, {In c l} + {~ In c l}.
Proof. apply in_dec. decide equality; apply Z.eq_dec. Qed.

Section Start.
  Variable z : puzzle.
  Variable m : place_table.
  Hypothesis board_fits : fits z (board z) = true.
  Hypothesis m_ok : places_ok z m = true.
  Hypothesis f_ok : first_ok z m = true.

  Lemma state_bit : forall (f : ascii -> N) l j,
    N.testbit (fold_right (fun x s => N.setbit s (f x)) 0%N l) j = true <->
    exists x, In x l /\ f x = j.
  Proof.
    intros f l j. induction l as [|x l IH].
    - simpl fold_right. rewrite N.bits_0. split; [discriminate | intros (x & [] & _)].
    - simpl fold_right. rewrite N.setbit_iff, IH. simpl. split.
      + intros [<-|(y & I & <-)]; [exists x | exists y]; auto.
      + intros (y & [<-|I] & <-); auto. right. exists y. auto.
  Qed.

  Lemma first_represents : stands_for z m (first_code z m) (start z).
  Proof.
    exists (first_place z m). split.
    - split; [|split].
      + intros x X. unfold first_ok in f_ok. rewrite forallb_forall in f_ok.
        specialize (f_ok x X). destruct (get m (first_place z m x)) as [e|] eqn:G; [|discriminate].
        apply andb_prop in f_ok as [K C]. apply Ascii.eqb_eq in K. apply cells_eqb_eq in C.
        apply letters_of_in in X as [[H1 H2] (c0 & I0 & E0)].
        exists e. split; auto. split; auto. split; [exists c0; auto|].
        intros c. rewrite C. unfold cells_of. rewrite filter_In, Ascii.eqb_eq. split; [|tauto].
        intros E. split; auto. destruct (cell_in_dec c (grid z)) as [I|I]; auto.
        elim H2. rewrite <- E. now apply (drawn_outside z).
      + intros c. destruct (ascii_dec (start z c) ".") as [E|N]; auto.
        destruct (ascii_dec (start z c) "#") as [E|N']; auto. left. apply letters_of_in.
        split; [split; auto|]. exists c. split; auto.
        destruct (cell_in_dec c (grid z)) as [I|I]; auto.
        elim N'. now apply (drawn_outside z).
      + reflexivity.
    - intros j. apply state_bit.
  Qed.

  Lemma clause_bit : forall (P : place -> bool) (l : list (positive * place)) k e,
    In (k, e) l -> P e = true ->
    N.testbit (fold_right (fun '(_, e) a => if P e then N.setbit a (place_rank e) else a) 0%N l) (place_rank e) = true.
  Proof.
    induction l as [|[k' u] l IH]; intros k e I T; [destruct I|].
    change (N.testbit (if P u then N.setbit (fold_right (fun '(_, e) a => if P e then N.setbit a (place_rank e) else a) 0%N l) (place_rank u)
      else fold_right (fun '(_, e) a => if P e then N.setbit a (place_rank e) else a) 0%N l) (place_rank e) = true).
    destruct I as [[= -> ->]|I].
    - rewrite T. apply N.setbit_iff. auto.
    - specialize (IH _ _ I T). destruct (P u); auto. apply N.setbit_iff. auto.
  Qed.

  (** A piece that a goal draws stands at a place of its clause. *)
  Lemma clause_place : forall f p (g : state) x y, placed z m f p ->
    is_piece x -> (exists c, g c = x) -> is_piece y -> (is_labelled z x = true -> y = x) ->
    (forall c, g c = x <-> p c = y) ->
    In y (letters z) /\ N.testbit (clause z m g x) (f y) = true.
  Proof.
    intros f p g x y P Hx (c & Ec) Hy Ly Cy.
    assert (Y : In y (letters z)).
    { apply (placed_letter z m f p c y P Hy). now apply Cy. }
    split; auto. destruct P as (A & _). destruct (A y Y) as (e & G & K & _ & D).
    destruct (place_facts z m m_ok _ _ G) as (<- & _).
    unfold clause. set (T := fun e : place =>
      (negb (is_labelled z x) || (place_kind e =? kind_of z x)) && covers z g x (place_cells e)).
    apply clause_bit with (P := T) (k := N.succ_pos (f y)).
    { now apply PositiveMap.elements_correct. }
    unfold T. apply andb_true_iff. split.
    - destruct (is_labelled z x) eqn:Lx; auto. simpl. apply Ascii.eqb_eq. now rewrite (Ly eq_refl) in K.
    - apply covers_in. intros b. now rewrite Cy, D.
  Qed.

  Lemma goal_seen : forall s p, stands_for z m s p -> solved z p -> goalb (clauses z m) s = true.
  Proof.
    intros s p (f & P & C) (g & Ig & S). unfold goalb.
    rewrite any_existsb. apply existsb_exists.
    exists (map (clause z m (drawn g)) (letters_of z (drawn g))). split.
    { exact (in_map (fun g => map (clause z m (drawn g)) (letters_of z (drawn g))) _ _ Ig). }
    rewrite all_forallb. apply forallb_forall. intros k I. apply in_map_iff in I as (x & <- & Ix).
    apply letters_of_in in Ix as [Hx (c & _ & Ec)].
    assert (Sx : exists c, drawn g c = x) by (exists c; auto).
    destruct (S x Hx Sx) as (y & Hy & Ly & Cy).
    destruct (clause_place f p (drawn g) x y P Hx Sx Hy Ly Cy) as [Y B].
    apply land_not_0 with (n := f y); auto. apply C. exists y. auto.
  Qed.
End Start.

Lemma setup_facts : forall z m, setup_ok z m = true ->
  fits z (board z) = true /\ places_ok z m = true /\ first_ok z m = true.
Proof.
  unfold setup_ok. intros z m H. rewrite !andb_true_iff in H. destruct H as [[F B] C].
  rewrite forallb_forall in F. split; auto. apply F. simpl. auto.
Qed.

Theorem lower_bound_sound : forall z k L, lower_bound z k L = true -> needs_at_least z k L.
Proof.
  unfold lower_bound. intros z k L H. apply andb_prop in H as [S H].
  set (m := make_places z) in *. destruct (setup_facts _ _ S) as (A & B & C).
  eapply check_at_least_sound; [exact key_inj | | | | exact H].
  - intros s p q l. apply (simulates z m B).
  - apply (goal_seen z m B).
  - now apply first_represents.
Qed.

Theorem refuted_sound : forall z k n, refuted z k n = true -> has_no_plan z k.
Proof.
  unfold refuted. intros z k n H. apply andb_prop in H as [S H].
  set (m := make_places z) in *. destruct (setup_facts _ _ S) as (A & B & C).
  eapply check_unsolvable_sound; [exact key_inj | | | | exact H].
  - intros s p q l. apply (simulates z m B).
  - apply (goal_seen z m B).
  - now apply first_represents.
Qed.

(** ** Plans *)
Section Play.
  Variable z : puzzle.
  Definition outside (p : state) : Prop := forall c, ~ In c (grid z) -> p c = "#".

  Lemma seen_at_map : forall (p : state) l c,
    seen_at (map (fun c => (c, p c)) l) c = if cell_in_dec c l then p c else "#".
  Proof.
    intros p l c. unfold seen_at. induction l as [|b l IH]; simpl.
    - now destruct (cell_in_dec c []) as [[]|_].
    - destruct (cell_eqb c b) eqn:E.
      + apply cell_eqb_eq in E. subst. destruct (cell_in_dec b (b :: l)) as [_|N]; auto.
        elim N. simpl. auto.
      + rewrite IH. destruct (cell_in_dec c l) as [I|N], (cell_in_dec c (b :: l)) as [I'|N']; auto.
        * elim N'. simpl. auto.
        * destruct I' as [->|I']; [|now elim N].
          assert (cell_eqb c c = true) by now apply cell_eqb_eq. congruence.
  Qed.

  Lemma slide_sound : forall x d p q, outside p -> slide z x d p = Some q ->
    slides z x d p q /\ outside q.
  Proof.
    unfold slide. intros x d p q O H.
    destruct (is_pieceb x && existsb (fun c => p c =? x) (grid z) && _ && _) eqn:E; [|discriminate].
    injection H as <-. rewrite !andb_true_iff in E. destruct E as [[[E1 E2] E4] E3].
    apply is_pieceb_iff in E1. apply existsb_exists in E2 as (c0 & I0 & E0).
    apply Ascii.eqb_eq in E0. rewrite forallb_forall in E3. destruct E1 as [H1 H2].
    assert (In_x : forall c, p c = x -> In c (grid z)).
    { intros c Ec. destruct (cell_in_dec c (grid z)) as [I|N]; auto. rewrite (O c N) in Ec. congruence. }
    assert (F : forall c, p c = x -> p (beside d c) = "." \/ p (beside d c) = x).
    { intros c Ec. specialize (E3 c (In_x c Ec)). rewrite !orb_true_iff, negb_true_iff in E3.
      rewrite Ascii.eqb_neq, !Ascii.eqb_eq in E3. tauto. }
    split.
    - split; [split; auto|]. split; [exists c0; auto|]. split; auto. split; auto.
      intros c. rewrite (seen_at_map (shifted x d p)).
      destruct (cell_in_dec c (grid z)) as [I|N]; auto. unfold shifted. pose proof (O c N) as W.
      destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
      + apply F in E. rewrite there_and_back in E. destruct E; congruence.
      + destruct (Ascii.eqb_spec (p c) x); congruence.
    - intros c N. rewrite (seen_at_map (shifted x d p)). now destruct (cell_in_dec c (grid z)).
  Qed.

  Lemma slide_all_sound : forall x ds p q, outside p -> ds <> [] -> slide_all z x ds p = Some q ->
    path z x ds p q /\ outside q.
  Proof.
    induction ds as [|d ds IH]; intros p q O N H; [now elim N|]. simpl in H.
    destruct (slide z x d p) as [r|] eqn:E; [|discriminate].
    destruct (slide_sound _ _ _ _ O E) as [S R]. destruct ds as [|e ds].
    - injection H as <-. split; auto. now constructor.
    - destruct (IH r q R) as [T Q]; auto; [discriminate|]. split; auto. econstructor; eauto.
  Qed.

  Lemma one_moveb_sound : forall k ds, one_moveb z k ds = true -> one_move z k ds /\ ds <> [].
  Proof.
    intros [] [|d ds]; simpl; try discriminate; intros H; split; try discriminate; auto.
    - apply andb_prop in H as [H B]. change (Nat.leb (S (List.length ds)) (stride z) = true) in B.
      split; [|now apply Nat.leb_le in B].
      exists d. rewrite forallb_forall in H. intros e [<-|I]; auto.
      symmetry. apply direction_eqb_eq. auto.
    - exists d. rewrite forallb_forall in H. intros e [<-|I]; auto.
      symmetry. apply direction_eqb_eq. auto.
  Qed.

  Hypothesis all_fit : forall rows, In rows (drawings z) -> fits z rows = true.

  Lemma restsb_sound : forall x q, is_piece x -> outside q -> restsb z (cells_of z q x) = true ->
    rests z x q.
  Proof.
    intros x q [_ Hx] O R HC. rewrite restsb_orb, HC in R. simpl negb in R.
    assert (E : forall c, q c = x <-> In c (cells_of z q x)).
    { intros c. unfold cells_of. rewrite filter_In, Ascii.eqb_eq. split; [|tauto]. intros E.
      split; auto. destruct (cell_in_dec c (grid z)) as [I|N]; auto. rewrite (O c N) in E. congruence. }
    rewrite orb_false_l in R. apply orb_prop in R as [R|R].
    - left. intros a b A S. apply E in A. rewrite forallb_forall in R. specialize (R a A).
      rewrite forallb_forall in R. apply E, has_in, R. now apply four_iff.
    - right. apply existsb_exists in R as (rows & I & R). apply existsb_exists in R as (y & Y & R).
      apply letters_of_in in Y as [Y _]. exists rows, y. split; auto. split; auto. intros c.
      destruct (cell_in_dec c (grid z)) as [Ic|N].
      + unfold covers in R. rewrite all_forallb, forallb_forall in R. specialize (R c Ic). apply Bool.eqb_prop in R.
        rewrite E, <- has_in, <- R. now rewrite Ascii.eqb_eq.
      + rewrite (O c N), (drawn_outside z rows (all_fit _ I) c N). destruct Y. split; congruence.
  Qed.

  Lemma play_sound : forall k l p q, outside p -> play z k l p = Some q ->
    plan (move z k) (List.length l) p q /\ outside q.
  Proof.
    induction l as [|[x ds] l IH]; simpl; intros p q O H.
    - injection H as <-. split; auto. constructor.
    - destruct (one_moveb z k ds) eqn:K; [|discriminate].
      apply one_moveb_sound in K as [K N].
      destruct (slide_all z x ds p) as [r|] eqn:E; [|discriminate].
      destruct (restsb z (cells_of z r x)) eqn:RS; [|discriminate].
      destruct (slide_all_sound _ _ _ _ O N E) as [S R].
      destruct (IH r q R H) as [T Q]. split; auto. econstructor; [|exact T]. exists x, ds.
      split; auto. split; auto. apply restsb_sound; auto.
      inversion S; subst; match goal with X : slides _ _ _ _ _ |- _ => exact (proj1 X) end.
  Qed.

  Lemma standsb_sound : forall g p, outside g -> outside p -> standsb z g p = true ->
    stands z g p.
  Proof.
    unfold standsb. intros g p G O H x Hx (c & Ec). rewrite forallb_forall in H.
    assert (Ic : In c (grid z)).
    { destruct (cell_in_dec c (grid z)) as [I|N]; auto. rewrite (G c N) in Ec.
      destruct Hx. congruence. }
    assert (Ix : In x (letters_of z g)) by (apply letters_of_in; split; auto; exists c; auto).
    specialize (H x Ix). apply existsb_exists in H as (y & Iy & H).
    apply letters_of_in in Iy as [Hy _]. apply andb_prop in H as [L H].
    exists y. split; auto. split.
    - intros Lx. rewrite Lx in L. simpl in L. now apply Ascii.eqb_eq.
    - intros b. destruct (cell_in_dec b (grid z)) as [I|N].
      + rewrite forallb_forall in H. specialize (H b I). apply Bool.eqb_prop in H.
        now rewrite <- !Ascii.eqb_eq, H.
      + rewrite (G b N), (O b N). destruct Hx, Hy. split; congruence.
  Qed.
End Play.

Theorem plan_ok_sound : forall z k l, plan_ok z k l = true ->
  exists q, plan (move z k) (List.length l) (start z) q /\ solved z q.
Proof.
  unfold plan_ok. intros z k l H. apply andb_prop in H as [F H].
  rewrite forallb_forall in F. pose proof (F _ (or_introl eq_refl)) as FB.
  destruct (play z k l (start z)) as [q|] eqn:E; [|discriminate].
  assert (O : outside z (start z)) by (intros c; now apply (drawn_outside z)).
  destruct (play_sound z F k l _ q O E) as [P Q]. exists q. split; auto.
  apply existsb_exists in H as (g & I & H).
  exists g. split; auto. apply (standsb_sound z); auto. intros c.
  apply (drawn_outside z). apply F. right. apply in_or_app. now left.
Qed.

(** ** The theorems that a puzzle's own file applies *)
Definition minimum_check (z : puzzle) (k : metric) (n : nat) (plan : string) : bool :=
  let moves := read_plan plan in
  Nat.eqb (List.length moves) n && plan_ok z k moves && lower_bound z k n.

Theorem minimum_by_search : forall z k n plan,
  minimum_check z k n plan = true -> minimum_is z k n.
Proof.
  unfold minimum_check. intros z k n plan H. rewrite !andb_true_iff, Nat.eqb_eq in H.
  destruct H as [[<- P] B]. split; [now apply plan_ok_sound | now apply lower_bound_sound].
Qed.
