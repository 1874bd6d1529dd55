(** Sliding blocks searched from both ends, where goals draw every piece: the theorems that a puzzle's
    file applies.  A slide can be taken back, and so can a move from where its piece may rest. *)
From Coq Require Import List Bool Ascii String ZArith NArith PArith Arith Lia.
From Coq Require Import FSets.FMapPositive.
From PuzzleProof Require Export Sliding.
From PuzzleProof Require Import Claims Search SlidingCodes SlidingMoves BothEnds.
Import ListNotations.
Open Scope char_scope.
Open Scope nat_scope.

Opaque fuel.

(** ** What computes *)
(** A code for each choice of a place for every letter that the goal draws. *)
Fixpoint choose (l : list (list N)) : list code :=
  match l with
  | [] => [0%N]
  | c :: l => flat_map (fun i => map (fun s => N.setbit s i) (choose l)) c
  end.
Definition ends (z : puzzle) (m : place_table) : list code :=
  flat_map (fun g => choose (map (fun x => bits (clause z m (drawn g) x)) (letters_of z (drawn g))))
    (goals z).
Definition whole_goals (z : puzzle) : bool :=
  forallb (fun g => Nat.eqb (List.length (letters_of z (drawn g))) (List.length (letters z))) (goals z).
(** No two places of one kind with the same cells. *)
Fixpoint no_twins (l : list place) : bool :=
  match l with
  | [] => true
  | e :: l => negb (any (fun u => (place_mask u =? place_mask e)%N and (place_kind u =? place_kind e)%char) l)
              and no_twins l
  end.

(** The search asks for a move at least, and a position is its own successor. *)
Definition with_itself (n : nat) (k : metric) (m : place_table) (s : code) : option (list code) :=
  option_map (cons s) (successors n k m s).
Definition never_far (n : nat) (s : code) : bool := false.
(** [b] layers backward, and as many forward as [L] moves need. *)
Definition both_ends_bound (z : puzzle) (k : metric) (b L : nat) : bool :=
  let m := make_places z in
  Nat.leb (S b) L && setup_ok z m && whole_goals z && no_twins (map snd (PositiveMap.elements m)) &&
  check_both_ends N.succ_pos (with_itself (stride z) k m) (ends z m) never_far never_far
    (L - S b) b (first_code z m).
Definition both_ends_check (z : puzzle) (k : metric) (b n : nat) (plan : string) : bool :=
  let moves := read_plan plan in
  Nat.eqb (List.length moves) n && plan_ok z k moves && both_ends_bound z k b n.

(** ** Moves taken back *)
Lemma opposite_twice : forall d, opposite (opposite d) = d.
Proof. now intros []. Qed.

Section Back.
  Variable z : puzzle.

  Lemma slid_to : forall x d p q, slides z x d p q -> forall c, q (beside d c) = x <-> p c = x.
  Proof.
    intros x d p q ((H1 & H2) & _ & _ & F & S) c. rewrite S. unfold shifted.
    rewrite back_and_there. destruct (Ascii.eqb_spec (p c) x) as [E|N]; [tauto|].
    destruct (Ascii.eqb_spec (p (beside d c)) x); split; congruence.
  Qed.
  Lemma slid_others : forall x d p q y, slides z x d p q -> is_piece y -> y <> x ->
    forall c, q c = y <-> p c = y.
  Proof.
    intros x d p q y (_ & _ & _ & F & S) [Y1 Y2] N c. rewrite S. unfold shifted.
    destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
    - apply F in E. rewrite there_and_back in E. split; [congruence|]. destruct E; congruence.
    - destruct (Ascii.eqb_spec (p c) x); split; congruence.
  Qed.

  Lemma slide_back : forall x d p q, slides z x d p q -> slides z x (opposite d) q p.
  Proof.
    intros x d p q S. pose proof (slid_to x d p q S) as E. pose proof S as (Hx & (c0 & C0) & A & F & Q).
    split; auto. split; [exists (beside d c0); now apply E|].
    split; [now destruct d|]. destruct Hx as [H1 H2]. split.
    - intros c C. rewrite <- (there_and_back d c) in C. apply E in C. rewrite Q. unfold shifted.
      rewrite C, Ascii.eqb_refl. destruct (p (beside (opposite d) (beside (opposite d) c)) =? x)%char; auto.
    - intros c. unfold shifted. rewrite opposite_twice.
      destruct (Ascii.eqb_spec (q (beside d c)) x) as [X|X]; [now apply E|].
      assert (P : p c <> x) by (intros Y; apply X; now apply E).
      rewrite Q. unfold shifted. destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [Y|Y].
      + rewrite Ascii.eqb_refl. apply F in Y. rewrite there_and_back in Y. tauto.
      + apply Ascii.eqb_neq in P. now rewrite P, P.
  Qed.

  Lemma path_longer : forall x ds p q, path z x ds p q -> forall d r, slides z x d q r ->
    path z x (ds ++ [d]) p r.
  Proof. induction 1; simpl; intros; econstructor; eauto. now constructor. Qed.
  Lemma path_back : forall x ds p q, path z x ds p q -> path z x (rev (map opposite ds)) q p.
  Proof.
    induction 1 as [d p q S | d ds p q r S _ IH]; simpl; [constructor; now apply slide_back|].
    eapply path_longer; eauto. now apply slide_back.
  Qed.
  Lemma one_move_back : forall k ds, one_move z k ds -> one_move z k (rev (map opposite ds)).
  Proof.
    assert (same : forall ds d, (forall e, In e ds -> e = d) ->
      forall e, In e (rev (map opposite ds)) -> e = opposite d).
    { intros ds d H e I. apply in_rev, in_map_iff in I as (e' & <- & I). f_equal. auto. }
    intros [] ds; simpl; auto.
    - intros [[d H] L]. rewrite rev_length, map_length. split; auto. exists (opposite d). eauto.
    - intros [d H]. exists (opposite d). eauto.
  Qed.

  Lemma path_others : forall x ds p q y, path z x ds p q -> is_piece y -> y <> x ->
    forall c, q c = y <-> p c = y.
  Proof.
    induction 1 as [d p q S | d ds p q r S _ IH]; intros Y N c;
      pose proof (slid_others x d p q y S Y N c) as A; auto. rewrite (IH Y N c). exact A.
  Qed.
  Lemma path_piece : forall x ds p q, path z x ds p q -> is_piece x /\ exists c, p c = x.
  Proof. intros x ds p q [d p' q' (H & E & _) | d ds' p' q' r (H & E & _) _]; auto. Qed.
  Lemma rests_same : forall y p q, (forall c, q c = y <-> p c = y) -> rests z y p -> rests z y q.
  Proof.
    intros y p q E R H. destruct (R H) as [W|(rows & x & I & X & D)]; [left|right].
    - intros a b A C. apply E. apply (W a b); auto. now apply E.
    - exists rows, x. split; auto. split; auto. intros c. rewrite D. symmetry. apply E.
  Qed.
End Back.

(** ** States that can be met: every piece stands at a place where it may rest *)
Section Met.
  Variable z : puzzle.
  Variable m : place_table.
  Hypothesis board_fits : fits z (board z) = true.
  Hypothesis m_ok : places_ok z m = true.
  Hypothesis f_ok : first_ok z m = true.

  Definition all_rest (p : state) : Prop := forall x, In x (letters z) -> rests z x p.
  Definition met (p : state) : Prop := (exists f, placed z m f p) /\ all_rest p.
  Definition codes (s : code) (p : state) : Prop := SlidingMoves.stands_for z m s p /\ all_rest p.

  Lemma path_placed : forall x ds p q, path z x ds p q -> forall f, placed z m f p ->
    exists j, placed z m (put f x j) q.
  Proof.
    assert (none : forall x f, of_others z m x f 0%N).
    { intros x f n T. now rewrite N.bits_0 in T. }
    induction 1 as [d p q S | d ds p q r S _ IH]; intros f P;
      pose proof S as (Hx & (c & C) & _); pose proof (placed_letter z m f p c x P Hx C) as X;
      pose proof P as (A & _); destruct (A x X) as (e & G & _);
      destruct (slide_step z m m_ok f p q x d e 0%N P S G (none x f)) as (e' & _ & _ & _ & Q).
    - eauto.
    - destruct (IH _ Q) as (j & R). exists j. eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.

  Lemma rest_after : forall x ds p q, path z x ds p q -> all_rest p -> rests z x q -> all_rest q.
  Proof.
    intros x ds p q P A R y Y. destruct (ascii_dec y x) as [->|N]; auto.
    apply (rests_same z y p q); auto. apply (path_others z x ds); auto. now apply letter_is_piece in Y.
  Qed.
  Lemma met_move : forall k p q, met p -> move z k p q -> met q.
  Proof.
    intros k p q [[f P] A] (x & ds & _ & S & R). split; [|exact (rest_after x ds p q S A R)].
    destruct (path_placed x ds p q S f P) as (j & Q). eauto.
  Qed.
  Lemma move_back : forall k p q, met p -> move z k p q -> move z k q p.
  Proof.
    intros k p q [[f P] A] (x & ds & K & S & _). exists x, (rev (map opposite ds)).
    split; [now apply one_move_back|]. split; [now apply path_back|]. apply A.
    destruct (path_piece z x ds p q S) as [Hx (c & C)]. exact (placed_letter z m f p c x P Hx C).
  Qed.
  Lemma codes_move : forall k s p q l, with_itself (stride z) k m s = Some l -> codes s p ->
    move z k p q -> exists t, In t l /\ codes t q.
  Proof.
    unfold with_itself. intros k s p q l H [S A] M.
    destruct (successors (stride z) k m s) as [r|] eqn:E; [|discriminate]. injection H as <-.
    destruct (simulates z m m_ok k s p q r E S M) as (t & T & U). exists t.
    split; auto. split; auto. destruct M as (x & ds & _ & P & R). exact (rest_after x ds p q P A R).
  Qed.
  Lemma codes_start : codes (first_code z m) (start z).
  Proof.
    split; [now apply first_represents|]. intros x X _. right. exists (board z), x.
    split; [now left|]. split; [now apply letter_is_piece in X|]. reflexivity.
  Qed.

  (** *** A state has one code *)
  Hypothesis twins : no_twins (map snd (PositiveMap.elements m)) = true.

  Lemma no_twins_in : forall l e u, no_twins l = true -> In e l -> In u l ->
    place_mask u = place_mask e -> place_kind u = place_kind e -> u = e.
  Proof.
    induction l as [|a l IH]; intros e u H E U M K; [destruct E|]. simpl in H.
    destruct (any _ l) eqn:T; [discriminate|]. rewrite any_existsb in T.
    assert (no : forall v, In v l -> place_mask v = place_mask a -> place_kind v = place_kind a -> False).
    { intros v V P Q. enough (X : existsb (fun u => if (place_mask u =? place_mask a)%N
        then (place_kind u =? place_kind a)%char else false) l = true) by congruence.
      apply existsb_exists. exists v. split; auto. now rewrite P, N.eqb_refl, Q, Ascii.eqb_refl. }
    destruct E as [->|E], U as [->|U]; auto; exfalso; eauto.
  Qed.
  Lemma get_element : forall i e, get m i = Some e -> In e (map snd (PositiveMap.elements m)).
  Proof.
    unfold get. intros i e G. apply PositiveMap.elements_correct in G. now apply (in_map snd) in G.
  Qed.
  Lemma same_place : forall f g p x, placed z m f p -> placed z m g p -> In x (letters z) -> f x = g x.
  Proof.
    intros f g p x (A & _) (B & _) X. destruct (A x X) as (e & G & K & _ & D).
    destruct (B x X) as (u & G' & K' & _ & D').
    destruct (place_facts z m m_ok _ _ G) as (<- & _ & (M & _) & _).
    destruct (place_facts z m m_ok _ _ G') as (<- & _ & (M' & _) & _). f_equal.
    apply (no_twins_in _ _ _ twins (get_element _ _ G') (get_element _ _ G)); [|congruence].
    rewrite M, M'. apply N.bits_inj. intros n. apply eq_true_iff_eq. rewrite !mask_bit.
    split; intros (c & I & E); exists c; split; auto; [apply D', D, I | apply D, D', I].
  Qed.
  Lemma one_code : forall s t p, codes s p -> codes t p -> s = t.
  Proof.
    intros s t p [(f & P & C) _] [(g & Q & D) _]. apply N.bits_inj. intros j.
    apply eq_true_iff_eq. rewrite (C j), (D j).
    split; intros (x & X & E); exists x; split; auto; rewrite <- E; [symmetry|];
      now apply (same_place f g p).
  Qed.

  (** *** Every goal has its code among the ends *)
  Hypothesis whole : whole_goals z = true.

  Lemma chosen : forall (f : ascii -> N) ys cs, Forall2 (fun y c => In (f y) c) ys cs ->
    In (fold_right (fun y s => N.setbit s (f y)) 0%N ys) (choose cs).
  Proof.
    induction 1 as [|y c ys cs I _ IH]; [now left|]. apply in_flat_map. exists (f y). split; auto.
    exact (in_map (fun s => N.setbit s (f y)) _ _ IH).
  Qed.
  Lemma standing_there : forall f p g l, placed z m f p -> stands z g p -> NoDup l ->
    incl l (letters_of z g) ->
    exists ys, NoDup ys /\ List.length ys = List.length l /\ incl ys (letters z) /\
      (forall y, In y ys -> exists x, In x l /\ forall c, g c = x <-> p c = y) /\
      Forall2 (fun y c => In (f y) c) ys (map (fun x => bits (clause z m g x)) l).
  Proof.
    intros f p g l P S. induction l as [|x l IH]; intros D I.
    - exists []. repeat split; try constructor; intros y [].
    - inversion D; subst. destruct IH as (ys & A & B & C & E & F); auto.
      { intros y Y. apply I. now right. }
      destruct (proj1 (letters_of_in z g x) (I x (or_introl eq_refl))) as [Hx (c & _ & Ec)].
      assert (Sx : exists c, g c = x) by eauto.
      destruct (S x Hx Sx) as (y & Hy & Ly & Cy).
      destruct (clause_place z m m_ok f p g x y P Hx Sx Hy Ly Cy) as [Y T].
      exists (y :: ys). split; [|split; [simpl; congruence|split; [|split]]].
      + constructor; auto. intros J. destruct (E y J) as (x' & X' & Cx').
        apply Cy in Ec as Pc. apply Cx' in Pc. congruence.
      + intros u [<-|U]; auto.
      + intros u [<-|U]; [exists x; split; auto; now left|]. destruct (E u U) as (x' & X' & Cx').
        exists x'. split; auto. now right.
      + constructor; auto. now apply bits_in.
  Qed.
  Lemma ends_all : forall p, met p -> solved z p -> exists s, In s (ends z m) /\ codes s p.
  Proof.
    intros p [[f P] A] (g & G & S).
    destruct (standing_there f p (drawn g) (letters_of z (drawn g)) P S (NoDup_nodup _ _) (incl_refl _))
      as (ys & D & L & I & _ & F).
    exists (fold_right (fun y s => N.setbit s (f y)) 0%N ys). split.
    - apply in_flat_map. exists g. split; auto. now apply chosen.
    - split; auto. exists f. split; auto. intros j. rewrite state_bit.
      unfold whole_goals in whole. rewrite forallb_forall in whole. specialize (whole g G).
      apply Nat.eqb_eq in whole.
      assert (J : incl (letters z) ys) by (apply NoDup_length_incl; auto; lia).
      split; intros (y & Y & E); exists y; auto.
  Qed.
End Met.

(** ** The theorems *)
Theorem bound_by_both_ends : forall b z k L, both_ends_bound z k b L = true -> needs_at_least z k L.
Proof.
  unfold both_ends_bound. intros b z k L H. rewrite !andb_true_iff, Nat.leb_le in H.
  set (m := make_places z) in *. destruct H as [[[[B S] W] T] H].
  destruct (setup_facts _ _ S) as (F & P & Q). replace L with (Datatypes.S (L - Datatypes.S b + b)) by lia.
  eapply both_ends_sound with (fine := met z m) (stands_for := codes z m);
    [exact key_inj | | | | | | | | | | | exact H].
  - exact (codes_move z m P k).
  - exact (one_code z m P T).
  - intros s p [(f & X & _) A]. split; eauto.
  - exact (met_move z m P k).
  - exact (move_back z m k).
  - exact (ends_all z m P W).
  - discriminate.
  - discriminate.
  - destruct (codes_start z m F Q) as [(f & X & _) A]. split; eauto.
  - exact (codes_start z m F Q).
Qed.
Theorem minimum_by_both_ends : forall b z k n plan, both_ends_check z k b n plan = true ->
  minimum_is z k n.
Proof.
  unfold both_ends_check. intros b z k n plan H. rewrite !andb_true_iff, Nat.eqb_eq in H.
  destruct H as [[<- P] B]. split; [now apply plan_ok_sound | now apply (bound_by_both_ends b)].
Qed.
