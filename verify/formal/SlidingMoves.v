(** What [SlidingCodes] computes is true of the rules of [SlidingBlocks]. *)
From Coq Require Import List Bool Ascii String ZArith NArith PArith Lia.
From Coq Require Import FSets.FMapPositive.
From PuzzleProof Require Import Search SlidingBlocks SlidingCodes.
Import ListNotations.
Open Scope char_scope.

Opaque fuel.

(** ** Small things *)
Lemma all_forallb : forall A (f : A -> bool) l, all f l = forallb f l.
Proof. induction l; simpl; [|rewrite IHl]; reflexivity. Qed.
Lemma any_existsb : forall A (f : A -> bool) l, any f l = existsb f l.
Proof. induction l; simpl; [|rewrite IHl]; reflexivity. Qed.
Lemma all_ext : forall A (f g : A -> bool) l, (forall a, f a = g a) -> all f l = all g l.
Proof. intros A f g l E. induction l; simpl; [|rewrite E, IHl]; reflexivity. Qed.
Lemma any_ext : forall A (f g : A -> bool) l, (forall a, f a = g a) -> any f l = any g l.
Proof. intros A f g l E. induction l; simpl; [|rewrite E, IHl]; reflexivity. Qed.

Lemma cell_eqb_eq : forall a b, cell_eqb a b = true <-> a = b.
Proof.
  intros [a a'] [b b']. change (cell_eqb (a, a') (b, b')) with ((a =? b)%Z && (a' =? b')%Z).
  rewrite andb_true_iff, !Z.eqb_eq.
  split; [intros [-> ->]; auto | intros [= -> ->]; auto].
Qed.

Lemma cells_eqb_eq : forall a b, cells_eqb a b = true -> a = b.
Proof.
  induction a as [|c a IH]; intros [|d b]; simpl; try discriminate; auto.
  destruct (cell_eqb c d) eqn:E; [|discriminate]. apply cell_eqb_eq in E. intros H. f_equal; auto.
Qed.

Lemma direction_eqb_eq : forall a b, direction_eqb a b = true <-> a = b.
Proof. intros [] []; simpl; split; congruence. Qed.

Lemma every_direction : forall d, In d directions.
Proof. intros []; simpl; auto. Qed.

Lemma is_pieceb_iff : forall x, is_pieceb x = true <-> is_piece x.
Proof.
  intros x. unfold is_pieceb, is_piece.
  rewrite andb_true_iff, !negb_true_iff, !Ascii.eqb_neq. tauto.
Qed.

Lemma there_and_back : forall d c, beside d (beside (opposite d) c) = c.
Proof. intros [] [r k]; simpl; f_equal; lia. Qed.
Lemma back_and_there : forall d c, beside (opposite d) (beside d c) = c.
Proof. intros [] [r k]; simpl; f_equal; lia. Qed.

Lemma gather_in : forall A (l : list (option (list A))) r, gather l = Some r ->
  forall o, In o l -> exists a, o = Some a /\ incl a r.
Proof.
  induction l as [|[a|] l IH]; simpl; intros r H o I; [destruct I | | discriminate].
  destruct (gather l) as [b|] eqn:E; [|discriminate]. injection H as <-.
  destruct I as [<-|I].
  - exists a. split; auto. now apply incl_appl, incl_refl.
  - destruct (IH b eq_refl o I) as (c & -> & J). exists c. split; auto. now apply incl_appr.
Qed.

Lemma bits_from_in : forall p i j, N.testbit (Npos p) j = true -> In (i + j)%N (bits_from p i).
Proof.
  induction p as [p IH|p IH|]; intros i [|q]; simpl; intros H; try discriminate.
  - left. lia.
  - right. replace (i + N.pos q)%N with (N.succ i + Pos.pred_N q)%N by lia. now apply IH.
  - replace (i + N.pos q)%N with (N.succ i + Pos.pred_N q)%N by lia. now apply IH.
  - left. lia.
Qed.

Lemma bits_in : forall s j, N.testbit s j = true -> In j (bits s).
Proof. intros [|p] j H; [discriminate|]. exact (bits_from_in p 0 j H). Qed.

Lemma apart_land : forall a b, apart a b = (N.land a b =? 0)%N.
Proof.
  assert (bits : forall p q, apart_bits p q = (Pos.land p q =? 0)%N).
  { induction p as [p IH|p IH|]; intros [q|q|]; simpl; try rewrite IH; auto;
      now destruct (Pos.land p q). }
  intros [|p] [|q]; auto. apply bits.
Qed.
Lemma land_not_0 : forall a b n, N.testbit a n = true -> N.testbit b n = true ->
  negb (apart a b) = true.
Proof.
  intros a b n A B. rewrite apart_land. apply negb_true_iff, N.eqb_neq. intros H.
  assert (N.testbit (N.land a b) n = true) by now rewrite N.land_spec, A, B.
  rewrite H, N.bits_0 in *. discriminate.
Qed.

Lemma lor_bit : forall (l : list place) n,
  N.testbit (fold_right (fun e a => N.lor (place_mask e) a) 0%N l) n = true ->
  exists e, In e l /\ N.testbit (place_mask e) n = true.
Proof.
  induction l as [|e l IH]; intros n H; [simpl in H; discriminate H|].
  change (N.testbit (N.lor (place_mask e) (fold_right (fun e a => N.lor (place_mask e) a) 0%N l)) n = true) in H.
  rewrite N.lor_spec in H. apply orb_prop in H as [H|H].
  - exists e. simpl. auto.
  - destruct (IH n H) as (u & I & J). exists u. simpl. auto.
Qed.

(** ** The board *)
Section Board.
  Variable z : puzzle.

  Lemma in_grid : forall r k, In (r, k) (grid z) <->
    (0 <= r < Z.of_nat (height z) /\ 0 <= k < Z.of_nat (width z))%Z.
  Proof.
    intros r k. unfold grid. rewrite in_prod_iff, !in_map_iff. split.
    - intros [(a & <- & A) (b & <- & B)]. apply in_seq in A, B. lia.
    - intros [A B]. split; [exists (Z.to_nat r)|exists (Z.to_nat k)]; rewrite in_seq; lia.
  Qed.

  Lemma on_grid_in : forall c, on_grid z c = true <-> In c (grid z).
  Proof.
    intros [r k]. rewrite in_grid. unfold on_grid. simpl.
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. tauto.
  Qed.

  Lemma get_short : forall s n a, String.get n s = Some a -> n < String.length s.
  Proof.
    induction s as [|b s IH]; intros [|n] a; simpl; try discriminate; try lia.
    intros H. specialize (IH n a H). lia.
  Qed.

  Lemma drawn_outside : forall rows, fits z rows = true ->
    forall c, ~ In c (grid z) -> drawn rows c = "#".
  Proof.
    unfold fits. intros rows F [r k] O. apply andb_prop in F as [F G].
    rewrite forallb_forall in G. apply Nat.leb_le in F. unfold drawn.
    destruct ((r <? 0) || (k <? 0))%Z eqn:E; auto.
    apply orb_false_iff in E as [E E']. apply Z.ltb_ge in E, E'.
    destruct (nth_error rows (Z.to_nat r)) as [text|] eqn:R; auto.
    destruct (String.get (Z.to_nat k) text) as [x|] eqn:K; auto. exfalso. apply O, in_grid.
    pose proof (G _ (nth_error_In _ _ R)) as W. apply Nat.leb_le in W.
    assert (Z.to_nat r < List.length rows) by (apply nth_error_Some; congruence).
    pose proof (get_short _ _ _ K). unfold height, width in *. lia.
  Qed.

  Lemma number_inj : forall c d, In c (grid z) -> In d (grid z) ->
    number z c = number z d -> c = d.
  Proof.
    intros [r k] [r' k']. rewrite !in_grid. unfold number. simpl. intros [A B] [C D] E.
    set (w := Z.of_nat (width z)) in *.
    assert (E' : (w * r + k = w * r' + k')%Z).
    { apply Z2N.inj in E; nia. }
    destruct (Z.div_mod_unique w r r' k k') as [-> ->]; auto; lia.
  Qed.

  Lemma mask_bit : forall l n, N.testbit (mask_of z l) n = true <->
    exists c, In c l /\ number z c = n.
  Proof.
    induction l as [|c l IH]; intros n.
    - change (mask_of z []) with 0%N. rewrite N.bits_0. split; [discriminate | intros (c & [] & _)].
    - change (mask_of z (c :: l)) with (N.setbit (mask_of z l) (number z c)).
      rewrite N.setbit_iff, IH. simpl. split.
      + intros [<-|(d & I & <-)]; [exists c | exists d]; auto.
      + intros (d & [<-|I] & <-); auto. right. exists d. auto.
  Qed.

  Lemma letters_of_in : forall p x, In x (letters_of z p) <->
    is_piece x /\ exists c, In c (grid z) /\ p c = x.
  Proof.
    intros p x. unfold letters_of. rewrite nodup_In, filter_In, is_pieceb_iff, in_map_iff.
    split; [intros [(c & E & I) H] | intros [H (c & I & E)]]; split; auto; exists c; auto.
  Qed.
End Board.

Lemma same_axis_iff : forall z x y, same_axis z x y = true <-> forall d, on_axis z x d = on_axis z y d.
Proof.
  intros z x y. unfold same_axis. rewrite forallb_forall. split; intros H d.
  - apply Bool.eqb_prop, H, every_direction.
  - intros _. now apply Bool.eqb_true_iff.
Qed.
Lemma kind_axis : forall z x d, on_axis z (kind_of z x) d = on_axis z x d.
Proof.
  intros z x. apply same_axis_iff. unfold kind_of. destruct (is_labelled z x).
  { now apply same_axis_iff. }
  destruct (filter _ (letters z)) as [|y l] eqn:F; [now apply same_axis_iff|].
  assert (I : In y (y :: l)) by now left. rewrite <- F in I. apply filter_In in I as [_ I].
  rewrite !andb_true_iff in I. apply I.
Qed.

Lemma has_in : forall l c, has l c = true <-> In c l.
Proof.
  intros l c. unfold has. rewrite any_existsb, existsb_exists. split.
  - intros (b & I & E). apply cell_eqb_eq in E. now subst.
  - intros I. exists c. split; auto. now apply cell_eqb_eq.
Qed.

Lemma covers_in : forall z p x l, (forall c, p c = x <-> In c l) -> covers z p x l = true.
Proof.
  intros z p x l E. unfold covers. rewrite all_forallb. apply forallb_forall. intros c _. apply Bool.eqb_true_iff, eq_true_iff_eq.
  now rewrite Ascii.eqb_eq, has_in, E.
Qed.

Lemma four_iff : forall a b, In b (four a) <-> same_cell a b.
Proof.
  intros [r k] [r' k']. unfold same_cell, four. cbn [In fst snd].
  assert (Q0 : forall a, (a = 2 * a / 2)%Z) by (intros a; rewrite Z.mul_comm; now rewrite Z.div_mul).
  assert (Q1 : forall a, (a = (2 * a + 1) / 2)%Z).
  { intros a. apply Z.div_unique_pos with (r := 1%Z); lia. }
  pose proof (Z.div_mod r' 2 ltac:(lia)) as A. pose proof (Z.mod_pos_bound r' 2 ltac:(lia)) as A'.
  pose proof (Z.div_mod k' 2 ltac:(lia)) as B. pose proof (Z.mod_pos_bound k' 2 ltac:(lia)) as B'.
  split.
  - intros [E|[E|[E|[E|[]]]]]; injection E as <- <-; split; apply Q0 || apply Q1.
  - intros [E F]. rewrite E, F.
    assert (C : (r' mod 2 = 0 \/ r' mod 2 = 1)%Z) by lia.
    assert (D : (k' mod 2 = 0 \/ k' mod 2 = 1)%Z) by lia.
    destruct C as [C|C], D as [D|D]; rewrite C in A; rewrite D in B;
      [left | right; left | right; right; left | right; right; right; left]; f_equal; lia.
Qed.

Lemma restsb_orb : forall z l, restsb z l = negb (half_cells z) ||
  forallb (fun a => forallb (has l) (four a)) l ||
  existsb (fun rows => existsb (fun y => covers z (drawn rows) y l) (letters_of z (drawn rows)))
          (drawings z).
Proof.
  intros z l. unfold restsb. rewrite <- any_existsb, <- all_forallb.
  rewrite (all_ext _ _ (fun a => forallb (has l) (four a))) by (intros; apply all_forallb).
  rewrite (any_ext _ _ (fun rows => existsb (fun y => covers z (drawn rows) y l)
    (letters_of z (drawn rows)))) by (intros; apply any_existsb).
  now destruct (half_cells z).
Qed.

Lemma rests_seen : forall z x p l, is_piece x -> (exists c, p c = x) ->
  (forall c, In c l -> In c (grid z)) -> (forall c, p c = x <-> In c l) ->
  rests z x p -> restsb z l = true.
Proof.
  intros z x p l H (c0 & E0) G E R. rewrite restsb_orb. destruct (half_cells z) eqn:HC; auto. cbn [negb orb].
  apply orb_true_iff. destruct (R HC) as [W|(rows & y & I & Hy & D)]; [left|right].
  - apply forallb_forall. intros a Ia. apply forallb_forall. intros b Ib.
    apply has_in, E. apply W with a; [now apply E|]. now apply four_iff.
  - change (existsb (fun rows => existsb (fun y => covers z (drawn rows) y l)
      (letters_of z (drawn rows))) (drawings z) = true).
    apply existsb_exists. exists rows. split; auto. apply existsb_exists. exists y. split.
    + apply letters_of_in. split; auto. exists c0. split; [now apply G, E | now apply D].
    + apply covers_in. intros c. now rewrite D.
Qed.

(** ** States and positions *)
Section Simulation.
  Variable z : puzzle.
  Variable m : place_table.
  Hypothesis board_fits : fits z (board z) = true.
  Hypothesis m_ok : places_ok z m = true.

  Lemma place_facts : forall i e, get m i = Some e ->
    place_rank e = i /\ place_bit e = (2 ^ i)%N /\
    (place_mask e = mask_of z (place_cells e) /\ place_rests e = restsb z (place_cells e)) /\
    (forall c, In c (place_cells e) -> In c (grid z)) /\
    forall d, (exists c, In c (place_cells e) /\ start z (beside d c) = "#") \/
      on_axis z (place_kind e) d = false \/
      exists e', next m d e = Some e' /\ place_cells e' = map (beside d) (place_cells e) /\
                 place_kind e' = place_kind e.
  Proof.
    unfold get. intros i e G. apply PositiveMap.elements_correct in G.
    pose proof m_ok as H. unfold places_ok in H. rewrite forallb_forall in H. specialize (H _ G).
    simpl in H. unfold place_ok in H. rewrite !andb_true_iff in H.
    destruct H as (((((A & B) & C) & C') & D) & E). apply Bool.eqb_prop in C'. apply Pos.eqb_eq in A. apply N.eqb_eq in B, C.
    assert (A' : place_rank e = i).
    { apply N.succ_inj. rewrite <- !N.succ_pos_spec. congruence. }
    rewrite A' in *. repeat split; auto.
    - intros c I. rewrite forallb_forall in D. apply on_grid_in. auto.
    - intros d. rewrite forallb_forall in E. specialize (E d (every_direction d)).
      apply orb_prop in E as [E|E]; [apply orb_prop in E as [E|E]; [|right; left; now apply negb_true_iff]|].
      + left. apply existsb_exists in E as (c & I & E). exists c. split; auto. now apply Ascii.eqb_eq.
      + right. right. destruct (next m d e) as [e'|]; [|discriminate]. exists e'.
        apply andb_prop in E as [E F]. apply cells_eqb_eq in E. apply Ascii.eqb_eq in F. auto.
  Qed.

  Lemma next_get : forall d e e', next m d e = Some e' -> get m (place_rank e') = Some e'.
  Proof.
    unfold next. intros d e e'. destruct (find _ (place_steps e)) as [[d' j]|]; [|discriminate].
    intros G. destruct (place_facts j e' G) as [-> _]. exact G.
  Qed.

  (** an place stands in the table at its own number *)
  Definition own (e : place) : Prop := get m (place_rank e) = Some e.

  Lemma next_around : forall d e e', next m d e = Some e' -> In e' (around m e).
  Proof.
    unfold next. intros d e e' H. destruct (find _ _) as [[d' j]|] eqn:F; [|discriminate].
    apply find_some in F as [F _]. apply in_flat_map. exists (d', j). split; auto.
    rewrite H. simpl. auto.
  Qed.

  (** [f] tells at which place each piece stands in state [p] *)
  Definition stands_at (f : ascii -> N) (p : state) (x : ascii) (e : place) : Prop :=
    get m (f x) = Some e /\ place_kind e = kind_of z x /\
    (exists c, p c = x) /\ forall c, p c = x <-> In c (place_cells e).
  Definition placed (f : ascii -> N) (p : state) : Prop :=
    (forall x, In x (letters z) -> exists e, stands_at f p x e) /\
    (forall c, In (p c) (letters z) \/ p c = "." \/ p c = "#") /\
    (forall c, p c = "#" <-> start z c = "#").
  Definition coded (f : ascii -> N) (s : code) : Prop :=
    forall j, N.testbit s j = true <-> exists x, In x (letters z) /\ f x = j.
  Definition stands_for (s : code) (p : state) : Prop := exists f, placed f p /\ coded f s.

  Definition put (f : ascii -> N) (x : ascii) (j : N) : ascii -> N :=
    fun y => if y =? x then j else f y.
  Lemma put_same : forall f x j, put f x j x = j.
  Proof. intros. unfold put. now rewrite Ascii.eqb_refl. Qed.
  Lemma put_other : forall f x j y, y <> x -> put f x j y = f y.
  Proof. intros f x j y H. unfold put. apply Ascii.eqb_neq in H. now rewrite H. Qed.
  Lemma put_put : forall f x i j y, put (put f x i) x j y = put f x j y.
  Proof. intros. unfold put. now destruct (y =? x). Qed.

  Lemma letter_is_piece : forall x, In x (letters z) -> is_piece x.
  Proof. intros x I. now apply letters_of_in in I. Qed.

  Lemma placed_letter : forall f p c x, placed f p -> is_piece x -> p c = x -> In x (letters z).
  Proof.
    intros f p c x (_ & B & _) [H1 H2] E. destruct (B c) as [I|[I|I]]; rewrite E in I; auto; now elim H1 + elim H2.
  Qed.

  Lemma placed_inj : forall f p x y, placed f p -> In x (letters z) -> In y (letters z) ->
    f x = f y -> x = y.
  Proof.
    intros f p x y (A & _) X Y E. destruct (A x X) as (e & G & _ & (c & C) & D).
    destruct (A y Y) as (e' & G' & _ & _ & D'). rewrite E in G. rewrite G in G'.
    injection G' as <-. apply D in C as I. apply D' in I. congruence.
  Qed.

  Lemma placed_ext : forall f g p, (forall x, f x = g x) -> placed f p -> placed g p.
  Proof.
    intros f g p E (A & B). split; auto. intros x X. destruct (A x X) as (e & H).
    exists e. unfold stands_at in *. now rewrite <- E.
  Qed.

  Lemma coded_after : forall f s p q x j, placed f p -> coded f s -> In x (letters z) ->
    placed (put f x j) q -> coded (put f x j) (N.lxor (N.lxor s (2 ^ f x)) (2 ^ j)).
  Proof.
    intros f s p q x j P C X Q k. rewrite !N.lxor_spec, !N.pow2_bits_eqb.
    assert (Cx : N.testbit s (f x) = true) by (apply C; exists x; auto).
    destruct (N.eqb_spec (f x) k) as [Ek|Nk]; destruct (N.eqb_spec j k) as [Ej|Nj].
    - subst k. rewrite Cx. simpl. split; auto. intros _. exists x. now rewrite put_same.
    - subst k. rewrite Cx. simpl. split; [discriminate|]. intros (y & Y & E).
      destruct (ascii_dec y x) as [->|D].
      + rewrite put_same in E. now elim Nj.
      + rewrite put_other in E by exact D. elim D. exact (placed_inj f p y x P Y X E).
    - subst k. replace (N.testbit s j) with false.
      + simpl. split; auto. intros _. exists x. now rewrite put_same.
      + symmetry. apply not_true_iff_false. intros T. apply C in T as (y & Y & E).
        destruct (ascii_dec y x) as [->|D]; [now elim Nk|].
        elim D. apply (placed_inj (put f x j) q y x Q Y X). now rewrite put_same, put_other.
    - rewrite !xorb_false_r. rewrite (C k). split; intros (y & Y & E); exists y; split; auto.
      + rewrite put_other; auto. intros ->. now elim Nk.
      + destruct (ascii_dec y x) as [->|D]; [|now rewrite put_other in E].
        rewrite put_same in E. now elim Nj.
  Qed.

  (** cells that belong to other pieces than [x] *)
  Definition of_others (x : ascii) (f : ascii -> N) (others : N) : Prop :=
    forall n, N.testbit others n = true -> exists y e, In y (letters z) /\ y <> x /\
      get m (f y) = Some e /\ N.testbit (place_mask e) n = true.

  Lemma of_others_put : forall x f others j, of_others x f others -> of_others x (put f x j) others.
  Proof.
    intros x f others j O n T. destruct (O n T) as (y & e & Y & D & G & B).
    exists y, e. now rewrite put_other.
  Qed.

  Lemma slide_step : forall f p q x d e others, placed f p -> slides z x d p q ->
    get m (f x) = Some e -> of_others x f others ->
    exists e', next m d e = Some e' /\ free others e' = true /\ own e' /\
               placed (put f x (place_rank e')) q.
  Proof.
    intros f p q x d e others P (HP & (c0 & C0) & AX & FR & SH) G O.
    pose proof (placed_letter f p c0 x P HP C0) as X.
    pose proof P as (A & B & W). destruct (A x X) as (e1 & G1 & K & _ & D).
    rewrite G in G1. injection G1 as <-.
    destruct (place_facts _ _ G) as (I1 & I2 & (I3 & _) & I4 & I5).
    destruct (I5 d) as [(c & Ic & Wc)|[OA|(e' & Ne & Ce & Ke)]].
    { exfalso. apply W in Wc. apply D in Ic. destruct HP as [H1 H2].
      destruct (FR c Ic) as [F|F]; congruence. }
    { rewrite K, kind_axis in OA. congruence. }
    exists e'. split; auto.
    pose proof (next_get _ _ _ Ne) as G'.
    destruct (place_facts _ _ G') as (J1 & J2 & (J3 & _) & J4 & _).
    assert (FC : forall c, In c (place_cells e') -> p c = "." \/ p c = x).
    { intros c Ic. rewrite Ce in Ic. apply in_map_iff in Ic as (b & <- & Ib). apply FR, D, Ib. }
    split; [|split; [exact G'|]].
    - unfold free. rewrite apart_land. apply N.eqb_eq, N.bits_inj_0. intros n. rewrite N.land_spec.
      apply not_true_iff_false. rewrite andb_true_iff. intros [M1 M2].
      destruct (O n M2) as (y & u & Y & Dy & Gu & Bu).
      destruct (A y Y) as (u1 & Gu1 & _ & _ & Du). rewrite Gu in Gu1. injection Gu1 as <-.
      destruct (place_facts _ _ Gu) as (_ & _ & (U3 & _) & U4 & _).
      rewrite J3 in M1. rewrite U3 in Bu. apply mask_bit in M1 as (c & Ic & Nc).
      apply mask_bit in Bu as (b & Ib & Nb).
      assert (c = b) by (apply (number_inj z); auto; congruence). subst b.
      apply Du in Ib. destruct (letter_is_piece y Y). destruct (FC c Ic); congruence.
    - split; [|split].
      + intros y Y. destruct (ascii_dec y x) as [->|Dy].
        * exists e'. unfold stands_at. rewrite put_same. split; auto. split; [congruence|].
          assert (Q : forall c, q c = x <-> In c (place_cells e')).
          { intros c. rewrite SH, Ce, in_map_iff. unfold shifted.
            destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
            - split; auto. intros _. exists (beside (opposite d) c).
              rewrite there_and_back. split; auto. now apply D.
            - split.
              + destruct (Ascii.eqb_spec (p c) x); intros F; [|now elim n].
                destruct HP. congruence.
              + intros (b & <- & Ib). rewrite back_and_there in E. elim E. now apply D. }
          split; auto. exists (beside d c0). apply Q. rewrite Ce. apply in_map. now apply D.
        * destruct (A y Y) as (u & Gu & Ku & (cy & Cy) & Du). exists u. unfold stands_at.
          rewrite put_other by exact Dy.
          assert (Q : forall c, q c = y <-> p c = y).
          { intros c. rewrite SH. unfold shifted. destruct (letter_is_piece y Y) as [Y1 Y2].
            destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
            - apply FR in E. rewrite there_and_back in E. split; [congruence|].
              destruct E; congruence.
            - destruct (Ascii.eqb_spec (p c) x); split; congruence. }
          split; auto. split; auto. split; [exists cy; now apply Q|].
          intros c. rewrite Q. apply Du.
      + intros c. rewrite SH. unfold shifted.
        destruct (p (beside (opposite d) c) =? x); auto. destruct (p c =? x); auto.
      + intros c. rewrite <- W, SH. unfold shifted. destruct HP as [H1 H2].
        destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
        * apply FR in E. rewrite there_and_back in E. split; [congruence|].
          destruct E; congruence.
        * destruct (Ascii.eqb_spec (p c) x); split; congruence.
  Qed.

  (** *** Straight on *)
  Lemma straight_covers : forall x d ds p q, path z x ds p q -> (forall e, In e ds -> e = d) ->
    forall n f e others l, placed f p -> get m (f x) = Some e -> of_others x f others ->
    straight m n others d e = Some l ->
    exists e', In e' l /\ own e' /\ placed (put f x (place_rank e')) q.
  Proof.
    induction 1 as [d' p q S | d' ds p q r S _ IH]; intros Ds [|n] f e others l P G O H;
      try discriminate H; simpl in H; assert (d' = d) by (apply Ds; simpl; auto); subst d';
      destruct (slide_step _ _ _ _ _ _ _ P S G O) as (e' & N & F & W & Q); rewrite N, F in H;
      destruct (straight m n others d e') as [l'|] eqn:E; try discriminate H; injection H as <-.
    - exists e'. simpl. auto.
    - destruct (IH (fun a I => Ds a (or_intror I)) n (put f x (place_rank e')) e' others l') as (u & I & Wu & R); auto.
      + rewrite put_same. exact (next_get _ _ _ N).
      + now apply of_others_put.
      + exists u. split; [now right|]. split; [exact Wu|]. eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.

  Lemma upto_covers : forall x d ds p q, path z x ds p q -> (forall e, In e ds -> e = d) ->
    forall n f e others, List.length ds <= n -> placed f p -> get m (f x) = Some e ->
    of_others x f others ->
    exists e', In e' (upto m n others d e) /\ own e' /\ placed (put f x (place_rank e')) q.
  Proof.
    induction 1 as [d' p q S | d' ds p q r S _ IH]; intros Ds [|n] f e others Hn P G O;
      simpl in Hn; try lia; assert (d' = d) by (apply Ds; simpl; auto); subst d';
      destruct (slide_step _ _ _ _ _ _ _ P S G O) as (e' & N & F & W & Q); simpl; rewrite N, F.
    - exists e'. simpl. auto.
    - destruct (IH (fun a I => Ds a (or_intror I)) n (put f x (place_rank e')) e' others) as (u & I & Wu & R); auto.
      + lia.
      + rewrite put_same. exact (next_get _ _ _ N).
      + now apply of_others_put.
      + exists u. split; [now right|]. split; [exact Wu|]. eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.

  (** *** Anywhere *)
  Lemma known_in : forall seen e, own e -> (forall u, In u seen -> own u) ->
    known seen e = true -> In e seen.
  Proof.
    unfold known, own. intros seen e E S K. rewrite any_existsb in K. apply existsb_exists in K as (u & I & K).
    apply N.eqb_eq in K. specialize (S u I). rewrite K, E in S. now injection S as ->.
  Qed.

  Lemma flood_closed : forall others n seen front l, flood m n others seen front = Some l ->
    (forall u, In u seen -> own u) -> incl front seen ->
    (forall u, In u seen -> In u front \/
       forall v, In v (around m u) -> free others v = true -> In v seen) ->
    incl seen l /\ forall u, In u l -> forall v, In v (around m u) -> free others v = true -> In v l.
  Proof.
    induction n as [|n IH]; simpl; intros seen front l H W I C; [discriminate|].
    destruct front as [|e front].
    - injection H as <-. split; [apply incl_refl|]. intros u U. now destruct (C u U).
    - set (new := filter (fun e' => free others e' && negb (known seen e')) (around m e)) in *.
      assert (OA : forall v u, In v (around m u) -> own v).
      { intros v u V. apply in_flat_map in V as ([d j] & _ & V).
        destruct (get m j) as [v'|] eqn:N; [|destruct V].
        destruct V as [<-|[]]. unfold own. now destruct (place_facts _ _ N) as [-> _]. }
      assert (ON : forall v, In v new -> own v).
      { intros v V. apply filter_In in V as [V _]. eauto. }
      destruct (IH _ _ _ H) as [J K].
      + intros u U. apply in_app_or in U as [U|U]; auto.
      + apply incl_app; [apply incl_appl, incl_refl|]. apply incl_appr. intros v V. apply I. now right.
      + intros u U. apply in_app_or in U as [U|U]; [left; apply in_or_app; auto|].
        destruct (C u U) as [[<-|F]|F].
        * right. intros v V Fv. destruct (known seen v) eqn:Kv.
          -- apply in_or_app. right. apply known_in; eauto.
          -- apply in_or_app. left. apply filter_In. now rewrite Fv, Kv.
        * left. apply in_or_app. auto.
        * right. intros v V Fv. apply in_or_app. auto.
      + split; auto. intros v V. apply J, in_or_app. auto.
  Qed.

  Lemma anywhere_covers : forall x ds p q, path z x ds p q ->
    forall f e others l, placed f p -> get m (f x) = Some e -> of_others x f others -> In e l ->
    (forall u, In u l -> forall v, In v (around m u) -> free others v = true -> In v l) ->
    exists e', In e' l /\ own e' /\ placed (put f x (place_rank e')) q.
  Proof.
    induction 1 as [d p q S | d ds p q r S _ IH]; intros f e others l P G O I C;
      destruct (slide_step _ _ _ _ _ _ _ P S G O) as (e' & N & F & W & Q);
      pose proof (C e I e' (next_around _ _ _ N) F) as I'.
    - exists e'. auto.
    - destruct (IH (put f x (place_rank e')) e' others l) as (u & U & Wu & R); auto.
      + rewrite put_same. exact (next_get _ _ _ N).
      + now apply of_others_put.
      + exists u. split; auto. split; [exact Wu|]. eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.

  Lemma targets_cover : forall k x ds p q f e others l, one_move z k ds -> path z x ds p q ->
    placed f p -> get m (f x) = Some e -> of_others x f others ->
    targets (stride z) k m others e = Some l -> exists e', In e' l /\ own e' /\ placed (put f x (place_rank e')) q.
  Proof.
    intros [] x ds p q f e others l K S P G O H; unfold targets, one_move in *.
    - destruct K as [[d Ds] Hn]. injection H as <-.
      destruct (upto_covers _ _ _ _ _ S Ds (stride z) f e others Hn P G O) as (e' & I & W & Q).
      exists e'. split; [|auto]. change (In e' (flat_map (fun d => upto m (stride z) others d e) directions)).
      apply in_flat_map. exists d. split; auto. apply every_direction.
    - destruct K as [d Ds].
      destruct (gather_in _ _ _ H (straight m fuel others d e)) as (a & E & I).
      + exact (in_map (fun d => straight m fuel others d e) _ _ (every_direction d)).
      + destruct (straight_covers _ _ _ _ _ S Ds _ _ _ _ _ P G O E) as (e' & I' & W & Q).
        exists e'. auto.
    - destruct (flood_closed others fuel [e] [e] l H) as [I C].
      + intros u [<-|[]]. unfold own. now destruct (place_facts _ _ G) as [-> _].
      + apply incl_refl.
      + auto.
      + apply (anywhere_covers x ds p q S f e others l P G O); auto. apply I. simpl. auto.
  Qed.

  (** ** Every move has its successor *)
  Theorem simulates : forall k s p q l, successors (stride z) k m s = Some l -> stands_for s p -> move z k p q ->
    exists t, In t (s :: l) /\ stands_for t q.
  Proof.
    intros k s p q l H (f & P & C) (x & ds & K & S & RS).
    assert (X : In x (letters z)).
    { inversion S; subst; destruct H0 as (HP & (c & E) & _); exact (placed_letter f p c x P HP E). }
    pose proof P as (A & _). destruct (A x X) as (e & G & Ke & (c0 & C0) & D).
    destruct (place_facts _ _ G) as (E1 & E2 & (E3 & _) & E4 & _).
    unfold successors in H. set (all := standing m s) in *.
    set (occupied := fold_right (fun e a => N.lor (place_mask e) a) 0%N all) in *.
    assert (Ie : In e all).
    { apply in_flat_map. exists (f x). split; [|rewrite G; simpl; auto].
      apply bits_in, C. exists x. auto. }
    assert (O : of_others x f (N.ldiff occupied (place_mask e))).
    { intros n T. rewrite N.ldiff_spec in T. apply andb_prop in T as [T1 T2].
      apply lor_bit in T1 as (u & U & Bu). apply in_flat_map in U as (j & J & U).
      destruct (get m j) as [u'|] eqn:Gu; [|destruct U]. destruct U as [<-|[]].
      assert (Tj : N.testbit s j = true).
      { clear - J. revert J. destruct s as [|pp]; [intros []|]. simpl.
        assert (forall pp i, In j (bits_from pp i) -> exists b, j = (i + b)%N /\ N.testbit (Npos pp) b = true).
        { clear. induction pp as [pp IH|pp IH|]; simpl; intros i H.
          - destruct H as [<-|H]; [exists 0%N; split; auto; lia|].
            destruct (IH _ H) as (b & -> & B). exists (N.succ b). split; [lia|].
            destruct b; simpl in *; auto. now rewrite Pos.pred_N_succ.
          - destruct (IH _ H) as (b & -> & B). exists (N.succ b). split; [lia|].
            destruct b; simpl in *; auto. now rewrite Pos.pred_N_succ.
          - destruct H as [<-|[]]. exists 0%N. split; auto; lia. }
        intros J. destruct (H _ _ J) as (b & -> & B). exact B. }
      apply C in Tj as (y & Y & <-). exists y, u'. repeat split; auto.
      intros ->. rewrite G in Gu. injection Gu as <-. now rewrite Bu in T2. }
    destruct (gather_in _ _ _ H _ (in_map _ _ _ Ie)) as (a & Ea & Ia).
    destruct (targets (stride z) k m (N.ldiff occupied (place_mask e)) e) as [l'|] eqn:T; [|discriminate Ea].
    injection Ea as <-.
    destruct (targets_cover _ _ _ _ _ _ _ _ _ K S P G O T) as (e' & I' & W & Q).
    exists (N.lxor (N.lxor s (place_bit e)) (place_bit e')). split.
    - destruct (N.eq_dec (place_rank e') (place_rank e)) as [Same|Other].
      { left. destruct (place_facts _ _ W) as (_ & -> & _). rewrite E2, Same, E1.
        now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. }
      right. apply Ia. apply (in_map (fun e' => N.lxor (N.lxor s (place_bit e)) (place_bit e'))).
      apply filter_In. split; auto. apply N.eqb_neq in Other. rewrite Other.
      destruct (place_facts _ _ W) as (_ & _ & (_ & ->) & G4 & _).
      destruct Q as (AQ & _). destruct (AQ x X) as (v & Gv & _ & Cv & Dv).
      rewrite put_same in Gv. unfold own in W. rewrite W in Gv. injection Gv as <-.
      now rewrite (rests_seen z x q _ (letter_is_piece x X) Cv G4 Dv RS).
    - exists (put f x (place_rank e')). split; auto.
      destruct (place_facts _ _ W) as (_ & E2' & _). rewrite E2, E2'.
      exact (coded_after f s p q x _ P C X Q).
  Qed.
End Simulation.
