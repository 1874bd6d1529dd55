(** A search from both ends: forward from the start, and backward from the goals where every move can
    be taken back.  Either search may leave out what is too far from the other end.  Nothing here knows
    what a puzzle is, or has to be believed: [both_ends_sound] says what two sets of states that do not
    meet prove. *)
From Coq Require Import List Bool PArith Arith Lia.
From PuzzleProof Require Import Claims PositiveSets Search Bounds.
Import ListNotations.
Set Implicit Arguments.

Section Plans.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  (** What is true of every state that can be met, and makes moves from there reversible. *)
  Variable fine : state -> Prop.
  Hypothesis fine_move : forall p q, fine p -> move p q -> fine q.
  Hypothesis back : forall p q, fine p -> move p q -> move q p.

  Lemma plan_split : forall m n p q, plan move (m + n) p q ->
    exists r, plan move m p r /\ plan move n r q.
  Proof.
    induction m as [|m IH]; simpl; intros n p q P; [exists p; split; [constructor | exact P]|].
    inversion P; subst. destruct (IH n q0 q) as (r & A & B); auto. exists r. split; auto.
    econstructor; eauto.
  Qed.
  Lemma plan_join : forall m n p q r, plan move m p q -> plan move n q r -> plan move (m + n) p r.
  Proof. induction 1; simpl; intros P; auto. econstructor; eauto. Qed.
  Lemma plan_fine : forall n p q, plan move n p q -> fine p -> fine q.
  Proof. induction 1; eauto. Qed.
  Lemma plan_back : forall n p q, plan move n p q -> fine p -> plan move n q p.
  Proof.
    induction 1 as [p | n p q r M P IH]; intros F; [constructor|].
    replace (S n) with (n + 1) by lia. apply (plan_join (IH (fine_move F M))).
    econstructor; [exact (back F M) | constructor].
  Qed.
End Plans.

Section BothEnds.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable goal : state -> Prop.
  Variable fine : state -> Prop.
  Variable code : Type.
  Variable key : code -> positive.
  Variable stands_for : code -> state -> Prop.
  Variable succ : code -> option (list code).
  Variable ends : list code.
  (** [far n s]: s is n moves from every goal, or more; [far_back n s]: from the start. *)
  Variable far far_back : nat -> code -> bool.
  Variable p0 : state.

  Hypothesis key_inj : forall s t, key s = key t -> s = t.
  Hypothesis simulates : forall s p q l,
    succ s = Some l -> stands_for s p -> move p q -> exists t, In t l /\ stands_for t q.
  Hypothesis one_code : forall s t p, stands_for s p -> stands_for t p -> s = t.
  Hypothesis fine_code : forall s p, stands_for s p -> fine p.
  Hypothesis fine_move : forall p q, fine p -> move p q -> fine q.
  Hypothesis back : forall p q, fine p -> move p q -> move q p.
  Hypothesis ends_all : forall p, fine p -> goal p -> exists s, In s ends /\ stands_for s p.
  Hypothesis far_sound : forall n s p, far n s = true -> stands_for s p -> at_least move goal n p.
  Hypothesis far_back_sound : forall n s p, far_back n s = true -> stands_for s p ->
    forall k, plan move k p0 p -> n <= k.

  (** ** Backward: what may be b moves from a goal, or fewer, and a from the start *)
  Fixpoint layers (a b : nat) (seen : PositiveSet.t) (front : list code) : option PositiveSet.t :=
    match b with
    | 0 => Some seen
    | S b => match expand_near key succ far_back (S (a + b)) front seen [] with
             | None => None
             | Some (seen, front) => layers a b seen front
             end
    end.
  Definition around (a b : nat) : option PositiveSet.t :=
    let (seen, front) := add_new key ends PositiveSet.empty [] in layers a b seen front.
  Definition check_both_ends (a b : nat) (s0 : code) : bool :=
    match around a b with
    | None => false
    | Some near => check_near key succ (fun s => PositiveSet.mem (key s) near)
                     (fun n => far (n + b)) (S a) s0
    end.

  Local Notation is_in := (is_in key).
  Let no_goal (s : code) : bool := false.
  Let at_start (p : state) : Prop := p = p0.
  Let seen_so_far := near_invariant move at_start key stands_for succ no_goal.

  Lemma not_a_goal : forall front, forallb (fun s => negb (no_goal s)) front = true.
  Proof. induction front; simpl; auto. Qed.
  Lemma far_from_start : forall n s p, far_back n s = true -> stands_for s p ->
    at_least move at_start n p.
  Proof.
    intros n s p F S k q P ->. apply (far_back_sound F S).
    exact (plan_back _ fine_move back P (fine_code S)).
  Qed.
  Let expanded := expand_near_spec key stands_for succ far_back key_inj far_from_start.

  Lemma layers_keep : forall a b seen front all, layers a b seen front = Some all ->
    forall s, is_in seen s -> is_in all s.
  Proof.
    induction b as [|b IH]; simpl; intros seen front all H s I; [now injection H as <-|].
    destruct (expand_near _ _ _ _ _ _ _) as [[seen' front']|] eqn:E; [|discriminate].
    destruct (expanded _ _ _ _ E) as (A & _). exact (IH _ _ _ H s (A s I)).
  Qed.
  Lemma layers_spec : forall a b seen front all, seen_so_far (a + b) seen front ->
    layers a b seen front = Some all ->
    forall k i p q, k <= b -> i <= a -> plan move k p q -> plan move i q p0 ->
    forall s, is_in seen s -> stands_for s p -> exists t, is_in all t /\ stands_for t q.
  Proof.
    induction b as [|b IH]; intros seen front all I H k i p q B A P Q s Hs R.
    - exists s. split; [eapply layers_keep; eauto|]. destruct P; [exact R | lia].
    - destruct P as [p|k p q r M P]; [exists s; split; [eapply layers_keep; eauto | exact R]|].
      simpl in H. rewrite Nat.add_succ_r in I.
      destruct (expand_near _ _ _ _ _ _ _) as [[seen' front']|] eqn:E; [|discriminate].
      destruct (expanded _ _ _ _ E) as (C & D & _ & _).
      assert (step : exists l, succ s = Some l /\
        forall t, In t l -> kept move at_start key stands_for (S (a + b)) seen' t).
      { destruct (I s Hs) as [F|[_ (l & El & Hl)]]; auto. exists l. split; auto. intros t T.
        exact (kept_more C (Hl t T)). }
      destruct step as (l & El & Hl). destruct (simulates El R M) as (t & It & Rt).
      destruct (Hl t It) as [K|K].
      + refine (IH seen' front' all _ H k i q r _ A P Q t K Rt); [|lia].
        exact (near_next far_back key_inj far_from_start I (not_a_goal front) E).
      + specialize (K q Rt _ p0 (plan_join P Q) eq_refl). lia.
  Qed.

  (** ** Forward: no plan of a + b moves, as it would pass near a goal after a of them, or before *)
  Definition near (a b : nat) (p : state) : Prop :=
    exists k q i, k <= b /\ plan move k p q /\ goal q /\ i <= a /\ plan move i p0 p.
  Hypothesis fine_start : fine p0.

  Lemma near_seen : forall a b all s p, around a b = Some all -> stands_for s p -> near a b p ->
    PositiveSet.mem (key s) all = true.
  Proof.
    intros a b all s p H S (k & q & i & B & P & G & A & Q). unfold around in H.
    destruct (add_new key ends PositiveSet.empty []) as [seen front] eqn:E.
    destruct (add_new_spec key key_inj _ _ _ E) as (_ & C & _ & D).
    assert (I : seen_so_far (a + b) seen front).
    { intros t T. destruct (D t T) as [N|F]; auto. unfold Search.is_in in N. discriminate. }
    destruct (ends_all (plan_fine _ fine_move P (fine_code S)) G) as (t & T & V).
    destruct (layers_spec I H B A (plan_back _ fine_move back P (fine_code S))
      (plan_back _ fine_move back Q fine_start) (C t T) V) as (u & U & W).
    now rewrite (one_code S W).
  Qed.

  Theorem both_ends_sound : forall a b s0, stands_for s0 p0 -> check_both_ends a b s0 = true ->
    at_least move goal (S (a + b)) p0.
  Proof.
    intros a b s0 R H n q P G. unfold check_both_ends in H.
    destruct (around a b) as [all|] eqn:E; [|discriminate].
    assert (apart : at_least move (near a b) (S a) p0).
    { eapply check_near_sound; [exact key_inj | | | | exact R | exact H].
      - intros s p r l L S M. destruct (simulates L S M) as (t & T & V). exists t, r.
        split; auto. split; auto. now intros k.
      - intros s p S N. exact (near_seen E S N).
      - intros m s p F S k r Q (j & g & _ & J & Q' & G' & _).
        specialize (far_sound F S (plan_join Q Q') G'). lia. }
    destruct (le_lt_dec (S (a + b)) n) as [|B]; auto. exfalso.
    destruct (le_lt_dec n b) as [C|C].
    - enough (S a <= 0) by lia. apply (apart 0 p0); [constructor|]. exists n, q, 0.
      repeat split; auto; try lia. constructor.
    - replace n with ((n - b) + b) in P by lia. destruct (plan_split _ _ P) as (r & P1 & P2).
      enough (S a <= n - b) by lia. apply (apart (n - b) r P1). exists b, q, (n - b).
      repeat split; auto. lia.
  Qed.
End BothEnds.
