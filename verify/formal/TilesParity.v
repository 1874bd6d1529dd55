(** Tiles: no move changes the parity of the permutation together with the colour of the blank's
    cell on a chessboard.  Nothing here has to be believed. *)
From Coq Require Import List Bool Ascii String NArith ZArith Arith Permutation Lia.
From PuzzleProof Require Export TilesWeights.
From PuzzleProof Require Import Claims Steps StepSearch.
Import ListNotations.

(** ** Inversions *)
Definition below (a b : ascii) : bool := (N_of_ascii a <? N_of_ascii b)%N.
Fixpoint odd_below (a : ascii) (s : code) : bool :=
  match s with [] => false | b :: s => xorb (below b a) (odd_below a s) end.
Fixpoint odd (s : code) : bool :=
  match s with [] => false | a :: s => xorb (odd_below a s) (odd s) end.

Lemma below_not : forall a b, a <> b -> below b a = negb (below a b).
Proof.
  intros a b D. unfold below. destruct (N.ltb_spec (N_of_ascii b) (N_of_ascii a)) as [L|L].
  - symmetry. apply negb_true_iff, N.ltb_ge. lia.
  - symmetry. apply negb_false_iff, N.ltb_lt. enough (N_of_ascii a <> N_of_ascii b) by lia.
    intros E. apply D. rewrite <- (ascii_N_embedding a), <- (ascii_N_embedding b). now rewrite E.
Qed.
Lemma odd_below_swap : forall x s a b t,
  odd_below x (s ++ a :: b :: t) = odd_below x (s ++ b :: a :: t).
Proof.
  induction s as [|y s IH]; simpl; intros a b t; [|now rewrite IH].
  rewrite <- !xorb_assoc. f_equal. apply xorb_comm.
Qed.
Lemma odd_adjacent : forall s a b t, a <> b -> odd (s ++ a :: b :: t) = negb (odd (s ++ b :: a :: t)).
Proof.
  induction s as [|y s IH]; simpl; intros a b t D.
  - rewrite (below_not a b D). now destruct (below a b), (odd_below a t), (odd_below b t), (odd t).
  - rewrite (IH a b t D), (odd_below_swap y s a b t). now destruct (odd_below _ _), (odd _).
Qed.
Lemma odd_past : forall m s a t, ~ In a m ->
  odd (s ++ a :: m ++ t) = xorb (Nat.odd (List.length m)) (odd (s ++ m ++ a :: t)).
Proof.
  induction m as [|b m IH]; intros s a t N; [now rewrite xorb_false_l|].
  change ((b :: m) ++ t) with (b :: m ++ t). rewrite odd_adjacent by (intros ->; apply N; now left).
  replace (s ++ b :: a :: m ++ t) with ((s ++ [b]) ++ a :: m ++ t) by (now rewrite <- app_assoc).
  rewrite IH by (intros I; apply N; now right). rewrite <- app_assoc.
  change (List.length (b :: m)) with (S (List.length m)). rewrite Nat.odd_succ, <- Nat.negb_odd.
  change ([b] ++ m ++ a :: t) with ((b :: m) ++ a :: t).
  now destruct (Nat.odd (List.length m)), (odd (s ++ (b :: m) ++ a :: t)).
Qed.
Lemma odd_exchange : forall s a m b t, NoDup (a :: b :: m) ->
  odd (s ++ a :: m ++ b :: t) = negb (odd (s ++ b :: m ++ a :: t)).
Proof.
  intros s a m b t D. inversion D as [|? ? A D']; subst. inversion D' as [|? ? B _]; subst.
  rewrite (odd_past m s a (b :: t)) by (intros I; apply A; now right).
  rewrite (odd_past m s b (a :: t)) by assumption.
  rewrite !app_assoc, odd_adjacent by (intros ->; apply A; now left).
  now destruct (Nat.odd (List.length m)), (odd ((s ++ m) ++ b :: a :: t)).
Qed.
Lemma exchange_permutes : forall (s : code) (a : ascii) (m : code) (b : ascii) (t : code),
  Permutation (s ++ a :: m ++ b :: t) (s ++ b :: m ++ a :: t).
Proof.
  intros s a m b t. apply Permutation_app_head. transitivity (a :: b :: m ++ t).
  - constructor. symmetry. apply Permutation_middle.
  - transitivity (b :: a :: m ++ t); constructor. apply Permutation_middle.
Qed.

Lemma nodup_parts : forall (s t : code), NoDup (s ++ t) -> NoDup s /\ NoDup t.
Proof.
  induction s as [|a s IH]; simpl; intros t D; [split; [constructor|assumption]|].
  inversion D; subst. destruct (IH t H2) as [A B]. split; auto. constructor; auto.
  intros I. apply H1. apply in_or_app. auto.
Qed.

(** ** Two cells exchange what they show *)
Lemma cells_exchange : forall (l : list cell) (p q : state) (c d : cell), NoDup l -> In c l -> In d l -> c <> d ->
  q c = p d -> q d = p c -> (forall e, e <> c -> e <> d -> q e = p e) -> NoDup (map p l) ->
  odd (map q l) = negb (odd (map p l)) /\ NoDup (map q l).
Proof.
  assert (G : forall X c Y d Z (p q : state), NoDup (X ++ c :: Y ++ d :: Z) ->
    q c = p d -> q d = p c -> (forall e, e <> c -> e <> d -> q e = p e) ->
    NoDup (map p (X ++ c :: Y ++ d :: Z)) ->
    odd (map q (X ++ c :: Y ++ d :: Z)) = negb (odd (map p (X ++ c :: Y ++ d :: Z))) /\
    NoDup (map q (X ++ c :: Y ++ d :: Z))).
  { intros X c Y d Z p q D E F O U.
    assert (S : forall W, (forall e, In e W -> e <> c /\ e <> d) -> map q W = map p W).
    { intros W H. apply map_ext_in. intros e I. destruct (H e I). auto. }
    assert (N : forall e, In e X \/ In e Y \/ In e Z -> e <> c /\ e <> d).
    { intros e I. split; intros ->.
      - apply NoDup_remove_2 in D. apply D. rewrite !in_app_iff. simpl. tauto.
      - replace (X ++ c :: Y ++ d :: Z) with ((X ++ c :: Y) ++ d :: Z) in D
          by (now rewrite <- app_assoc). apply NoDup_remove_2 in D. apply D.
        rewrite !in_app_iff. simpl. tauto. }
    assert (M : forall r : state, map r (X ++ c :: Y ++ d :: Z) =
      map r X ++ r c :: map r Y ++ r d :: map r Z)
      by (intros r; rewrite map_app; simpl; now rewrite map_app).
    rewrite (M p) in U |- *. rewrite (M q).
    rewrite E, F, (S X), (S Y), (S Z) by (intros; apply N; tauto). split.
    - rewrite (odd_exchange _ (p d)); [reflexivity|].
      apply (Permutation_NoDup (exchange_permutes _ _ _ _ _)) in U.
      apply nodup_parts in U as [_ U]. replace (p d :: map p Y ++ p c :: map p Z) with
        ((p d :: map p Y) ++ p c :: map p Z) in U by reflexivity.
      apply (Permutation_NoDup (Permutation_sym (Permutation_middle _ _ _))) in U.
      change (p c :: (p d :: map p Y) ++ map p Z) with
        ((p c :: p d :: map p Y) ++ map p Z) in U.
      apply nodup_parts in U as [U _]. apply (Permutation_NoDup (perm_swap _ _ _)). exact U.
    - exact (Permutation_NoDup (exchange_permutes _ _ _ _ _) U). }
  intros l p q c d D C C' N E F O U. apply in_split in C as (X & Y & ->).
  apply in_app_or in C' as [I|[I|I]]; [|contradiction|].
  - apply in_split in I as (A & B & ->). rewrite <- app_assoc in *. simpl in *.
    apply (G A d B c Y p q); auto.
  - apply in_split in I as (A & B & ->). apply (G X c A d B p q); auto.
Qed.

(** ** Every move *)
Definition place (c : cell) (a : ascii) : Z := if (a =? ".")%char then (fst c + snd c)%Z else 0%Z.
Definition sign (l : list cell) (p : state) : bool :=
  xorb (odd (map p l)) (Z.odd (sum place p l)).
Fixpoint fresh (s : code) : bool :=
  match s with [] => true | a :: s => negb (existsb (Ascii.eqb a) s) && fresh s end.
Definition parity_check (z : puzzle) : bool :=
  let l := on_board (board z) in
  setup_ok (board z) (goals z) (steps z) (symbols z) && fresh (map (start z) l) &&
  forallb (fun g => xorb (sign l (drawn g)) (sign l (start z))) (goals z).

Lemma fresh_nodup : forall s, fresh s = true -> NoDup s.
Proof.
  induction s as [|a s IH]; simpl; intros H; constructor; apply andb_prop in H as [A H]; auto.
  intros I. apply negb_true_iff in A. enough (existsb (Ascii.eqb a) s = true) by congruence.
  apply existsb_exists. exists a. split; auto. apply Ascii.eqb_refl.
Qed.

Lemma beside_not : forall d c, beside d c <> c.
Proof. intros [] [r k] E; injection E; lia. Qed.

Section Parity.
  Variable z : puzzle.
  Variable m : metric.
  Hypothesis ok : setup_ok (board z) (goals z) (steps z) (symbols z) = true.
  Let l := on_board (board z).
  Let valid (p : state) : Prop :=
    (outside l p /\ incl (map p l) (symbols z)) /\ NoDup (map p l).

  Lemma slide_keeps : forall s p q, legal s -> happens (changes s) p q -> valid p ->
    valid q /\ sign l q = sign l p.
  Proof.
    intros s p q L K [[O S] U]. destruct (rules z m) as [R1 R2 R3 R4].
    destruct (step_seen (board z) (goals z) legal (steps z) (symbols z) R2 R4 ok s p q L K O S)
      as (k & I & W & _ & V).
    apply in_flat_map in I as (s' & I & N).
    destruct (numbered (on_board (board z)) (changes s')) as [r|] eqn:B; [|destruct N].
    destruct N as [N|[]]. subst k. simpl in W. subst s'.
    pose proof (numbered_cells _ _ _ B) as C.
    destruct (step_facts _ _ _ _ ok s I) as [D _].
    pose proof (cells_nodup _ _ _ _ ok) as Dl.
    pose proof (sum_happens place l (changes s) p q Dl D C K) as T.
    destruct L as (x & d & c & X & _ & ->). simpl changes in *. destruct K as [K1 K2].
    destruct (K1 c _ _ (or_introl eq_refl)) as [Pc Qc].
    destruct (K1 _ _ _ (or_intror (or_introl eq_refl))) as [Pd Qd].
    destruct (cells_exchange l p q c (beside d c)) as [E F]; auto.
    - apply C. simpl. auto.
    - apply C. simpl. auto.
    - intros E. symmetry in E. now apply beside_not in E.
    - congruence.
    - congruence.
    - intros e A B'. apply K2. simpl. intros [G|[G|[]]]; congruence.
    - split; [now split|]. unfold sign. rewrite E, T. simpl shift. unfold place.
      apply Ascii.eqb_neq in X. rewrite X, Ascii.eqb_refl.
      replace (0 - (fst c + snd c) + (fst (beside d c) + snd (beside d c) - 0 + 0))%Z
        with (match d with North | West => -1 | _ => 1 end)%Z
        by (destruct d, c; simpl; lia).
      rewrite Z.odd_add.
      replace (Z.odd (match d with North | West => -1 | _ => 1 end)) with true by (now destruct d).
      destruct (odd (map p l)); destruct (Z.odd (sum _ p l)); reflexivity.
  Qed.

  Lemma plan_keeps : forall n p q, plan (Tiles.move m) n p q -> valid p -> sign l q = sign l p.
  Proof.
    induction 1 as [p | n p q r [s R] _ IH]; intros V; auto.
    enough (G : valid q /\ sign l q = sign l p) by (destruct G as [G <-]; auto).
    clear IH. induction R as [s p q L K | s t p q r' L K F R IH].
    - now apply (slide_keeps s).
    - destruct (slide_keeps s p q L K V) as [V' <-]. auto.
  Qed.
End Parity.

Theorem never_by_parity : forall z m, parity_check z = true -> has_no_plan z m.
Proof.
  unfold parity_check. intros z m H n q P (g & G & E). rewrite !andb_true_iff, forallb_forall in H.
  destruct H as [[S F] H]. specialize (H g G).
  assert (K : sign (on_board (board z)) q = sign (on_board (board z)) (start z)).
  { apply (plan_keeps z m S n (start z) q P).
    destruct (start_stands _ _ _ _ S) as (_ & O & I). split; [now split|]. now apply fresh_nodup. }
  unfold sign in K, H.
  rewrite (map_ext q (drawn g) E), (sum_ext place q (drawn g)) in K by auto.
  rewrite K in H. now rewrite xorb_nilpotent in H.
Qed.
