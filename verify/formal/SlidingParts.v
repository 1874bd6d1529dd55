(** All configurations of sliding blocks and their components: the theorem that the file of a survey
    applies. *)
From Coq Require Import List Bool Ascii String ZArith NArith PArith Arith Lia.
From Coq Require Import FSets.FMapPositive.
From PuzzleProof Require Export SlidingSurvey.
From PuzzleProof Require Import Search PositiveSets SlidingCodes SlidingMoves SurveySearch SurveyParts.
Import ListNotations.
Open Scope char_scope.
Open Scope nat_scope.

Opaque fuel.

(** ** What computes *)
Definition places (m : place_table) : list place := map snd (PositiveMap.elements m).
Definition is_of (z : puzzle) (x : ascii) (e : place) : bool := (place_kind e =? kind_of z x)%char.
Definition shape_of (z : puzzle) (x : ascii) : list cell := offsets (cells_of z (start z) x).
(** Each place of a letter has its shape and no wall, and it has all such places. *)
Definition shaped (z : puzzle) (m : place_table) (x : ascii) : bool :=
  forallb (fun e => negb (is_of z x e) ||
    cells_eqb (offsets (place_cells e)) (shape_of z x) &&
    forallb (fun c => negb (start z c =? "#")%char) (place_cells e)) (places m) &&
  forallb (fun c => let l := moved (fst c) (snd c) (shape_of z x) in
    existsb (fun b => (start z b =? "#")%char) l ||
    existsb (fun e => is_of z x e && cells_eqb (place_cells e) l) (places m)) (grid z).

Definition occupied (m : place_table) (s : code) : N :=
  fold_right (fun e a => N.lor (place_mask e) a) 0%N (standing m s).
Definition with_piece (m : place_table) (es : list place) (s : code) : list code :=
  let cells := occupied m s in
  map (fun e => N.setbit s (place_rank e)) (filter (free cells) es).
(** Codes with one more piece, each once. *)
Definition add_piece (z : puzzle) (m : place_table) (x : ascii) (l : list code) : list code :=
  let es := filter (fun e => is_of z x e && place_rests e) (places m) in
  snd (add_new N.succ_pos (flat_map (with_piece m es) l) PositiveSet.empty []).
Definition all_codes (z : puzzle) (m : place_table) (l : list ascii) : list code :=
  fold_right (add_piece z m) [0%N] l.

(** Large pieces first: [fold_right] begins at the end. *)
Definition order (z : puzzle) : list ascii :=
  nodup ascii_dec (flat_map (fun n =>
    filter (fun x => Nat.eqb (List.length (cells_of z (start z) x)) n) (letters z))
    (seq 1 (List.length (grid z)))).
Definition sliding_parts (z : puzzle) (k : metric) (fuel : nat) (n c : N) : bool :=
  let m := make_places z in
  let o := order z in
  let l := all_codes z m o in
  survey_ok z m && forallb (shaped z m) (letters z) &&
  forallb (fun x => existsb (Ascii.eqb x) o) (letters z) && N.eqb (N.of_nat (List.length l)) n &&
  match sources code N.succ_pos (successors (stride z) k m) fuel PositiveSet.empty l with
  | Some found => N.eqb (N.of_nat (List.length found)) c
  | None => false
  end.

(** ** Shapes and shifts *)
Lemma moved_map : forall a b l, moved a b l = map (moved_by (a, b)) l.
Proof. intros a b l. unfold moved. apply map_ext. now intros [r k]. Qed.
Lemma moved_by_twice : forall v w l,
  map (moved_by v) (map (moved_by w) l) = map (moved_by (fst v + fst w, snd v + snd w)%Z) l.
Proof.
  intros v w l. rewrite map_map. apply map_ext. intros [r k]. unfold moved_by. simpl. f_equal; lia.
Qed.
Lemma moved_by_none : forall v l, v = (0, 0)%Z -> map (moved_by v) l = l.
Proof.
  intros v l ->. transitivity (map (fun c : cell => c) l); [|apply map_id]. apply map_ext.
  intros [r k]. unfold moved_by. simpl. f_equal; lia.
Qed.
Lemma moved_by_inj : forall v a b, moved_by v a = moved_by v b -> a = b.
Proof. intros v [r k] [r' k']. unfold moved_by. simpl. intros [= A B]. f_equal; lia. Qed.
Lemma offsets_back : forall r k l, map (moved_by (r, k)) (offsets ((r, k) :: l)) = (r, k) :: l.
Proof.
  intros r k l. unfold offsets. rewrite moved_map, moved_by_twice. apply moved_by_none. simpl. f_equal; lia.
Qed.
Lemma same_offsets : forall a b, offsets a = offsets b -> a <> [] -> exists v, b = map (moved_by v) a.
Proof.
  intros [|[r k] a] [|[r' k'] b] E N; try (now elim N); try discriminate E.
  exists (r' - r, k' - k)%Z. transitivity (map (moved_by (r', k')) (offsets ((r, k) :: a))).
  { etransitivity; [symmetry; apply offsets_back|]. apply f_equal. symmetry. exact E. }
  unfold offsets. rewrite moved_map, moved_by_twice. apply map_ext. intros c. unfold moved_by. simpl.
  f_equal; lia.
Qed.
Lemma moved_to : forall v (h : cell) (l : list cell),
  moved (fst (moved_by v h)) (snd (moved_by v h)) (offsets (h :: l)) = map (moved_by v) (h :: l).
Proof.
  intros v [r k] l. rewrite moved_map. unfold offsets. rewrite moved_map, moved_by_twice.
  apply map_ext. intros b. unfold moved_by. simpl. f_equal; lia.
Qed.

Section Parts.
  Variable z : puzzle.
  Variable m : place_table.
  Hypothesis m_ok : places_ok z m = true.
  Hypothesis all_fit : forall rows, In rows (drawings z) -> fits z rows = true.
  Hypothesis shapes : forallb (shaped z m) (letters z) = true.

  Let board_fits : fits z (board z) = true := all_fit _ (or_introl eq_refl).

  Lemma place_own : forall e, In e (places m) -> get m (place_rank e) = Some e.
  Proof.
    intros e I. apply in_map_iff in I as ([i u] & <- & I). simpl.
    pose proof m_ok as H. unfold places_ok in H. rewrite forallb_forall in H.
    specialize (H _ I). simpl in H. unfold place_ok in H. rewrite !andb_true_iff in H.
    destruct H as (((((A & _) & _) & _) & _) & _). apply Pos.eqb_eq in A. unfold get.
    rewrite A. now apply PositiveMap.elements_complete.
  Qed.
  Lemma letter_cells : forall x c, is_piece x -> (start z c = x <-> In c (cells_of z (start z) x)).
  Proof.
    intros x c [_ H]. unfold cells_of. rewrite filter_In, Ascii.eqb_eq. split; [|tauto]. intros E.
    split; auto. destruct (cell_in_dec c (grid z)) as [I|N]; auto.
    elim H. rewrite <- E. now apply (drawn_outside z).
  Qed.
  Lemma letter_drawn : forall x, In x (letters z) <-> is_piece x /\ exists c, start z c = x.
  Proof.
    intros x. unfold letters. rewrite letters_of_in. split; intros [H (c & K)]; split; auto.
    - exists c. apply K.
    - exists c. split; auto. apply letter_cells in K; auto. unfold cells_of in K. now apply filter_In in K.
  Qed.
  Lemma shape_facts : forall x e, In x (letters z) -> In e (places m) -> place_kind e = kind_of z x ->
    (exists v, place_cells e = map (moved_by v) (cells_of z (start z) x)) /\
    (exists c, In c (place_cells e)) /\ forall c, In c (place_cells e) -> start z c <> "#".
  Proof.
    intros x e X E K. rewrite forallb_forall in shapes. specialize (shapes x X). unfold shaped in shapes.
    apply andb_prop in shapes as [S _]. rewrite forallb_forall in S. specialize (S e E).
    unfold is_of in S. rewrite K, Ascii.eqb_refl in S. simpl in S. apply andb_prop in S as [S W].
    apply cells_eqb_eq in S. rewrite forallb_forall in W.
    apply letter_drawn in X as [Hx (c & C)]. apply letter_cells in C; auto.
    assert (N : cells_of z (start z) x <> []) by (intros N; now rewrite N in C).
    destruct (same_offsets _ _ (eq_sym S) N) as (v & V). split; [now exists v|]. split.
    - exists (moved_by v c). rewrite V. now apply in_map.
    - intros b B. specialize (W b B). now apply negb_true_iff, Ascii.eqb_neq in W.
  Qed.
  Lemma masks_apart : forall e u, get m (place_rank e) = Some e -> get m (place_rank u) = Some u ->
    (N.land (place_mask e) (place_mask u) = 0%N <->
     forall c, In c (place_cells e) -> ~ In c (place_cells u)).
  Proof.
    intros e u E U. destruct (place_facts z m m_ok _ _ E) as (_ & _ & (Me & _) & Ge & _).
    destruct (place_facts z m m_ok _ _ U) as (_ & _ & (Mu & _) & Gu & _). split.
    - intros Z c I J. assert (T : N.testbit (N.land (place_mask e) (place_mask u)) (number z c) = true).
      { rewrite N.land_spec, Me, Mu. apply andb_true_iff. split; apply mask_bit; eauto. }
      rewrite Z, N.bits_0 in T. discriminate.
    - intros D. apply N.bits_inj_0. intros n. rewrite N.land_spec. apply not_true_iff_false.
      rewrite andb_true_iff, Me, Mu. intros [A B]. apply mask_bit in A as (c & I & Nc).
      apply mask_bit in B as (b & J & Nb).
      assert (c = b) by (apply (number_inj z); auto; congruence). subst b. exact (D c I J).
  Qed.
  Lemma free_all : forall s e, get m (place_rank e) = Some e -> (free (occupied m s) e = true <->
    forall j u, N.testbit s j = true -> get m j = Some u ->
      forall c, In c (place_cells e) -> ~ In c (place_cells u)).
  Proof.
    intros s e E. unfold free. rewrite apart_land, N.eqb_eq. split.
    - intros Z j u J U. destruct (place_facts z m m_ok _ _ U) as (R & _). apply masks_apart; auto; [now rewrite R|].
      apply N.bits_inj_0. intros n. rewrite N.land_spec. apply not_true_iff_false. rewrite andb_true_iff.
      intros [A B]. assert (T : N.testbit (N.land (place_mask e) (occupied m s)) n = true).
      { rewrite N.land_spec, A. simpl. apply (lor_has _ u n); auto. apply in_flat_map. exists j.
        rewrite U. split; [now apply bits_in | now left]. }
      rewrite Z, N.bits_0 in T. discriminate.
    - intros D. apply N.bits_inj_0. intros n. rewrite N.land_spec. apply not_true_iff_false.
      rewrite andb_true_iff. intros [A B]. apply lor_bit in B as (u & I & B).
      apply in_flat_map in I as (j & J & I). destruct (get m j) as [u'|] eqn:U; [|destruct I].
      destruct I as [->|[]]. apply bits_only in J. pose proof (D j u J U) as K.
      destruct (place_facts z m m_ok _ _ U) as (R & _).
      assert (Z : N.land (place_mask e) (place_mask u) = 0%N) by (apply masks_apart; auto; now rewrite R).
      assert (T : N.testbit (N.land (place_mask e) (place_mask u)) n = true) by now rewrite N.land_spec, A, B.
      rewrite Z, N.bits_0 in T. discriminate.
  Qed.

  Lemma in_add_piece : forall x l t, In t (add_piece z m x l) <-> exists s e, In s l /\ In e (places m) /\
    place_kind e = kind_of z x /\ place_rests e = true /\ free (occupied m s) e = true /\
    t = N.setbit s (place_rank e).
  Proof.
    intros x l t. unfold add_piece.
    destruct (add_new N.succ_pos _ PositiveSet.empty []) as [seen new] eqn:E. simpl.
    destruct (add_new_spec N.succ_pos key_inj _ _ _ E) as (_ & A & _ & B).
    assert (M : In t new <-> In t (flat_map (with_piece m
      (filter (fun e => is_of z x e && place_rests e) (places m))) l)).
    { split.
      - intros T. destruct (add_new_from _ _ key_inj _ _ _ _ _ _ E T) as [[]|]; auto.
      - intros T. destruct (B t (A t T)) as [N|]; auto. unfold is_in in N. discriminate. }
    rewrite M, in_flat_map. split.
    - intros (s & I & J). apply in_map_iff in J as (e & <- & J). apply filter_In in J as [J F].
      apply filter_In in J as [J K]. apply andb_prop in K as [K R]. apply Ascii.eqb_eq in K.
      exists s, e. auto 7.
    - intros (s & e & I & J & K & R & F & ->). exists s. split; auto.
      apply (in_map (fun e => N.setbit s (place_rank e))). apply filter_In. split; auto.
      apply filter_In. split; auto. unfold is_of. now rewrite K, Ascii.eqb_refl.
  Qed.
  Lemma all_codes_once : forall l, NoDup (all_codes z m l).
  Proof.
    intros [|x l]; simpl; [repeat constructor; auto; intros []|]. unfold add_piece.
    destruct (add_new N.succ_pos _ PositiveSet.empty []) as [seen new] eqn:E. simpl.
    apply (add_new_fresh _ _ _ _ _ _ _ E); [constructor | intros t []].
  Qed.

  (** ** Every configuration has its code *)
  Section Complete.
    Variable p : state.
    Hypothesis configured : configuration z p.

    Definition found_place (x : ascii) : N :=
      match find (fun e => is_of z x e && covers z p x (place_cells e)) (places m) with
      | Some e => place_rank e
      | None => 0%N
      end.
    Lemma found_facts : forall x, In x (letters z) -> exists e, In e (places m) /\
      found_place x = place_rank e /\ place_rests e = true /\ stands_at z m found_place p x e.
    Proof.
      intros x X. destruct configured as (W & _ & P). apply letter_drawn in X as Dx.
      destruct Dx as [Hx Sx]. destruct (P x Hx Sx) as [R (v & V)].
      assert (G : forall c, p c = x -> In c (grid z)).
      { intros c C. destruct (cell_in_dec c (grid z)) as [I|N]; auto. exfalso.
        apply (drawn_outside z _ board_fits) in N. destruct Hx as [_ Hx]. apply Hx. rewrite <- C. now apply W. }
      set (L := cells_of z (start z) x).
      assert (Q : forall c, p c = x <-> In c (map (moved_by v) L)).
      { intros c. split.
        - intros C. pose (b := moved_by (- fst v, - snd v)%Z c).
          assert (B : moved_by v b = c) by (destruct c; unfold b, moved_by; simpl; f_equal; lia).
          rewrite <- B in *. apply in_map. apply letter_cells, V; auto.
        - intros I. apply in_map_iff in I as (b & <- & B). apply V. now apply letter_cells. }
      assert (K : exists e, In e (places m) /\ place_kind e = kind_of z x /\ place_cells e = map (moved_by v) L).
      { pose proof shapes as S. rewrite forallb_forall in S. specialize (S x X). unfold shaped in S.
        apply andb_prop in S as [_ S]. rewrite forallb_forall in S.
        destruct Sx as (c & C). apply letter_cells in C; auto. fold L in C.
        destruct L as [|h L'] eqn:EL; [destruct C|].
        specialize (S (moved_by v h)). unfold shape_of in S. fold L in S. rewrite EL, moved_to in S.
        assert (I : In (moved_by v h) (grid z)) by (apply G, Q; now left).
        specialize (S I).
        apply orb_prop in S as [S|S]; apply existsb_exists in S as (e & J & S).
        - apply Ascii.eqb_eq in S. apply W in S. apply Q in J. destruct Hx as [_ Hx]. congruence.
        - apply andb_prop in S as [S T]. apply Ascii.eqb_eq in S. apply cells_eqb_eq in T. eauto. }
      destruct K as (e0 & I0 & K0 & C0).
      destruct (find (fun e => is_of z x e && covers z p x (place_cells e)) (places m)) as [e|] eqn:F.
      - assert (Fx : found_place x = place_rank e) by (unfold found_place; now rewrite F).
        apply find_some in F as [I F]. apply andb_prop in F as [K F]. apply Ascii.eqb_eq in K.
        pose proof (place_own e I) as Oe. destruct (place_facts z m m_ok _ _ Oe) as (_ & _ & (_ & RB) & Ge & _).
        assert (D : forall c, p c = x <-> In c (place_cells e)).
        { intros c. unfold covers in F. rewrite all_forallb, forallb_forall in F.
          destruct (cell_in_dec c (grid z)) as [J|J].
          - specialize (F c J). apply Bool.eqb_prop in F. now rewrite <- has_in, <- F, Ascii.eqb_eq.
          - split; intros M; elim J; auto. }
        assert (Ex : exists c, p c = x).
        { destruct Sx as (c & C). exists (moved_by v c). now apply V. }
        exists e. split; auto. split; auto. split.
        + rewrite RB. exact (rests_seen z x p _ Hx Ex Ge D R).
        + unfold stands_at. rewrite Fx. auto.
      - pose proof (find_none _ _ F e0 I0) as N. simpl in N. exfalso. unfold is_of in N.
        rewrite K0, Ascii.eqb_refl in N. simpl in N.
        rewrite (covers_in z p x (place_cells e0)) in N; [discriminate|]. rewrite C0. exact Q.
    Qed.
    Lemma found_placed : placed z m found_place p.
    Proof.
      destruct configured as (W & O & _). split; [|split; auto].
      - intros x X. destruct (found_facts x X) as (e & _ & _ & _ & S). now exists e.
      - intros c. destruct (ascii_dec (p c) ".") as [E|N]; auto.
        destruct (ascii_dec (p c) "#") as [E|N']; auto. left. apply letter_drawn.
        split; [now split|]. apply O. now split.
    Qed.
    Lemma found_code : forall l, NoDup l -> incl l (letters z) ->
      In (fold_right (fun x s => N.setbit s (found_place x)) 0%N l) (all_codes z m l).
    Proof.
      induction l as [|x l IH]; intros D I; [now left|]. inversion D; subst.
      assert (X : In x (letters z)) by (apply I; now left).
      destruct (found_facts x X) as (e & J & Fx & R & (G & K & _ & C)).
      simpl. apply in_add_piece. exists (fold_right (fun x s => N.setbit s (found_place x)) 0%N l), e.
      rewrite Fx in *. split; [apply IH; auto; intros y Y; apply I; now right|].
      split; auto. split; auto. split; auto. split; auto. apply free_all; auto.
      intros j u T U c Ic Iu. apply state_bit in T as (y & Y & <-).
      destruct (found_facts y) as (u' & _ & _ & _ & (G' & _ & _ & C')); [apply I; now right|].
      rewrite U in G'. injection G' as <-. apply C in Ic. apply C' in Iu. congruence.
    Qed.
    Lemma configured_code : forall l, NoDup l -> (forall x, In x l <-> In x (letters z)) ->
      exists s, In s (all_codes z m l) /\ codes z m s p.
    Proof.
      intros l D L. exists (fold_right (fun x s => N.setbit s (found_place x)) 0%N l). split.
      - apply found_code; auto. intros x. apply L.
      - split.
        + exists found_place. split; [exact found_placed|]. intros j. rewrite state_bit.
          split; intros (x & X & E); exists x; split; auto; now apply L.
        + intros x X. destruct configured as (_ & _ & P). apply letter_drawn in X as [Hx Sx]. now apply P.
    Qed.
  End Complete.

  (** ** Every code is that of a configuration *)
  Definition laid (l : list ascii) (f : ascii -> N) (s : code) : Prop :=
    (forall x, In x l -> exists e, In e (places m) /\ get m (f x) = Some e /\
       place_kind e = kind_of z x /\ place_rests e = true) /\
    (forall x y e u, In x l -> In y l -> x <> y -> get m (f x) = Some e -> get m (f y) = Some u ->
       forall c, In c (place_cells e) -> ~ In c (place_cells u)) /\
    forall j, N.testbit s j = true <-> exists x, In x l /\ f x = j.

  Lemma code_laid : forall l, NoDup l -> forall s, In s (all_codes z m l) -> exists f, laid l f s.
  Proof.
    induction l as [|x l IH]; intros D s I.
    - destruct I as [<-|[]]. exists (fun _ => 0%N). split; [intros x []|]. split; [intros x y e u []|].
      intros j. rewrite N.bits_0. split; [discriminate | intros (x & [] & _)].
    - inversion D; subst. simpl in I. apply in_add_piece in I as (t & e & T & J & K & R & F & ->).
      destruct (IH H2 t T) as (f & A & B & C). pose proof (place_own e J) as Oe.
      pose proof (proj1 (free_all t e Oe) F) as Fr. exists (put f x (place_rank e)).
      assert (other : forall y, In y l -> put f x (place_rank e) y = f y).
      { intros y Y. apply put_other. intros ->. auto. }
      assert (met : forall y u, In y l -> get m (f y) = Some u ->
        forall c, In c (place_cells e) -> ~ In c (place_cells u)).
      { intros y u Y U. apply (Fr (f y) u); auto. apply C. eauto. }
      split; [|split].
      + intros y [<-|Y].
        * exists e. rewrite put_same. auto.
        * rewrite other by exact Y. now apply A.
      + intros y w a b [<-|Y] [<-|W] N; try (now elim N); rewrite ?put_same, ?other by assumption.
        * intros [= <-]%(eq_trans (eq_sym Oe)) U. now apply (met w).
        * intros U [= <-]%(eq_trans (eq_sym Oe)) c I' J'. exact (met y a Y U c J' I').
        * now apply B.
      + intros j. rewrite N.setbit_iff, C. split.
        * intros [<-|(y & Y & <-)]; [exists x; rewrite put_same; simpl; auto|].
          exists y. rewrite other by exact Y. simpl. auto.
        * intros (y & [<-|Y] & <-); [rewrite put_same; auto|]. rewrite other by exact Y. eauto.
  Qed.

  Lemma laid_same : forall l k f s, (forall x, In x l <-> In x k) -> laid l f s -> laid k f s.
  Proof.
    intros l k f s L (A & B & C). split; [|split].
    - intros x X. apply A. now apply L.
    - intros x y e u X Y. apply B; now apply L.
    - intros j. rewrite C. split; intros (x & X & E); exists x; split; auto; now apply L.
  Qed.
  Definition shown_by (f : ascii -> N) : state := fun c =>
    match find (fun x => match get m (f x) with Some e => has (place_cells e) c | None => false end)
      (letters z) with
    | Some x => x
    | None => if (start z c =? "#")%char then "#" else "."
    end.
  Lemma laid_facts : forall f s, laid (letters z) f s ->
    configuration z (shown_by f) /\ codes z m s (shown_by f).
  Proof.
    intros f s (A & B & C). pose proof (NoDup_nodup ascii_dec) as _.
    assert (Q : forall x e c, In x (letters z) -> get m (f x) = Some e ->
      (shown_by f c = x <-> In c (place_cells e))).
    { intros x e c X G. unfold shown_by. destruct (find _ (letters z)) as [y|] eqn:F.
      - apply find_some in F as [Y F]. destruct (get m (f y)) as [u|] eqn:U; [|discriminate].
        apply has_in in F. split; [intros ->; congruence|]. intros I.
        destruct (ascii_dec y x) as [E|N]; auto. elim (B y x u e Y X N U G c F I).
      - split.
        + intros E. apply letter_drawn in X as [[H1 H2] _]. destruct (_ =? _)%char; congruence.
        + intros I. pose proof (find_none _ _ F x X) as N. simpl in N. rewrite G in N.
          apply has_in in I. congruence. }
    assert (W : forall c, shown_by f c = "#" <-> start z c = "#").
    { intros c. unfold shown_by. destruct (find _ (letters z)) as [y|] eqn:F.
      - apply find_some in F as [Y F]. destruct (get m (f y)) as [u|] eqn:U; [|discriminate].
        apply has_in in F. destruct (A y Y) as (u' & I & U' & K & _). rewrite U in U'. injection U' as <-.
        destruct (shape_facts y u Y I K) as (_ & _ & H). specialize (H c F).
        apply letter_drawn in Y as [[_ Hy] _]. split; congruence.
      - destruct (Ascii.eqb_spec (start z c) "#"); split; congruence. }
    assert (O : forall c, In (shown_by f c) (letters z) \/ shown_by f c = "." \/ shown_by f c = "#").
    { intros c. unfold shown_by. destruct (find _ (letters z)) as [y|] eqn:F.
      - apply find_some in F as [Y _]. auto.
      - destruct (_ =? _)%char; auto. }
    assert (R : forall x, In x (letters z) -> rests z x (shown_by f)).
    { intros x X. destruct (A x X) as (e & I & G & K & R).
      destruct (place_facts z m m_ok _ _ G) as (_ & _ & (_ & RB) & Ge & _).
      apply (rests_by_cells z all_fit x (shown_by f) (place_cells e)); auto; [|congruence].
      apply letter_drawn in X. apply X. }
    split.
    - split; [exact W|]. split.
      + intros c H. destruct (O c) as [I|[E|E]]; [apply letter_drawn in I; apply I | |];
          destruct H; congruence.
      + intros x Hx Sx. assert (X : In x (letters z)) by now apply letter_drawn. split; [now apply R|].
        destruct (A x X) as (e & I & G & K & _). destruct (shape_facts x e X I K) as ((v & V) & _).
        exists v. intros c. rewrite (letter_cells x c Hx), (Q x e _ X G), V. split; [apply in_map|].
        intros J. apply in_map_iff in J as (b & E & J). apply moved_by_inj in E. now subst.
    - split; [|exact R]. exists f. split; [|exact C]. split; [|split; auto].
      intros x X. destruct (A x X) as (e & I & G & K & _).
      destruct (shape_facts x e X I K) as (_ & (c & J) & _). exists e. split; auto. split; auto.
      split; [exists c; now apply (Q x e)|]. intros b. now apply (Q x e).
  Qed.
End Parts.

Lemma order_letters : forall z, forallb (fun x => existsb (Ascii.eqb x) (order z)) (letters z) = true ->
  forall x, In x (order z) <-> In x (letters z).
Proof.
  intros z H x. split.
  - unfold order. rewrite nodup_In, in_flat_map. intros (n & _ & I). now apply filter_In in I.
  - intros I. rewrite forallb_forall in H. specialize (H x I). apply existsb_exists in H as (y & Y & E).
    apply Ascii.eqb_eq in E. now subst.
Qed.

Theorem parts_by_search : forall fuel z k n c, sliding_parts z k fuel n c = true ->
  exactly (alike z) (configuration z) n /\ components (move z k) (alike z) (configuration z) c.
Proof.
  unfold sliding_parts. intros fuel z k n c H. rewrite !andb_true_iff in H.
  destruct H as [[[[S T] O] N] H]. pose proof (order_letters z O) as L. set (m := make_places z) in *. apply N.eqb_eq in N.
  destruct (survey_facts z m S) as (F & P & Q & R & A).
  destruct (sources _ _ _ _ _ _) as [found|] eqn:E; [|discriminate]. apply N.eqb_eq in H. subst n c.
  assert (these : forall s, In s (all_codes z m (order z)) -> exists p, configuration z p /\ codes z m s p).
  { intros s I. destruct (code_laid z m P (order z)) with (s := s) as (f & K); auto.
    - apply NoDup_nodup.
    - exists (shown_by z m f). apply laid_facts; auto. now apply (laid_same z m (order z)). }
  assert (all : forall p, configuration z p -> exists s, In s (all_codes z m (order z)) /\ codes z m s p).
  { intros p C. apply configured_code; auto. apply NoDup_nodup. }
  split.
  - apply (configured _ (alike z) (configuration z) _ N.succ_pos (codes z m) _ key_inj); auto.
    + now apply one_code_alike.
    + now apply one_state_alike.
    + apply all_codes_once.
  - apply (parted _ (move z k) (alike z) (configuration z) _ N.succ_pos (codes z m)
      (successors (stride z) k m) (all_codes z m (order z)) key_inj) with (n := fuel); auto.
    + intros s p q l. now apply codes_follow.
    + intros s p l t. now apply successors_real.
    + now apply one_code_alike.
    + now apply one_state_alike.
Qed.

(** The same together with what the start reaches. *)
Theorem states_and_parts : forall fuel z k n e a c,
  sliding_states z k fuel n e && sliding_parts z k fuel a c = true ->
  (states (move z k) (alike z) n (start z) /\ farthest (move z k) (alike z) e (start z)) /\
  exactly (alike z) (configuration z) a /\ components (move z k) (alike z) (configuration z) c.
Proof.
  intros fuel z k n e a c H. apply andb_prop in H as [A B].
  split; [exact (states_by_search fuel z k n e A) | exact (parts_by_search fuel z k a c B)].
Qed.
Theorem survey_and_parts : forall fuel z k n e h a c,
  sliding_survey z k fuel n e h && sliding_parts z k fuel a c = true ->
  ((states (move z k) (alike z) n (start z) /\ farthest (move z k) (alike z) e (start z)) /\
   hardest (move z k) (solved z) h (start z)) /\
  exactly (alike z) (configuration z) a /\ components (move z k) (alike z) (configuration z) c.
Proof.
  intros fuel z k n e h a c H. apply andb_prop in H as [A B].
  split; [exact (survey_by_search fuel z k n e h A) | exact (parts_by_search fuel z k a c B)].
Qed.
