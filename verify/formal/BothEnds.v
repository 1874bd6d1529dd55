(** A search from both ends: forward from the start, and backward from the goals where every move can
    be taken back.  Nothing here knows what a puzzle is, or has to be believed: [both_ends_sound] says
    what two sets of states that do not meet prove. *)
From Coq Require Import List Bool PArith Arith Lia.
From PuzzleProof Require Import Claims PositiveSets Search.
Import ListNotations.
Set Implicit Arguments.

Section Plans.
  Variable state : Type.
  Variable move : state -> state -> Prop.

  Lemma plan_split : forall m n p q, plan move (m + n) p q ->
    exists r, plan move m p r /\ plan move n r q.
  Proof.
    induction m as [|m IH]; simpl; intros n p q P; [exists p; split; [constructor | exact P]|].
    inversion P; subst. destruct (IH n q0 q) as (r & A & B); auto. exists r. split; auto.
    econstructor; eauto.
  Qed.
  Lemma plan_longer : forall n p q r, plan move n p q -> move q r -> plan move (S n) p r.
  Proof. induction 1; intros M; repeat (econstructor; eauto). Qed.
  Hypothesis back : forall p q, move p q -> move q p.
  Lemma plan_back : forall n p q, plan move n p q -> plan move n q p.
  Proof. induction 1; [constructor | eapply plan_longer; eauto]. Qed.
End Plans.

Section BothEnds.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable goal : state -> Prop.
  Variable code : Type.
  Variable key : code -> positive.
  Variable stands_for : code -> state -> Prop.
  Variable succ : code -> option (list code).
  Variable ends : list code.

  Hypothesis key_inj : forall s t, key s = key t -> s = t.
  Hypothesis simulates : forall s p q l,
    succ s = Some l -> stands_for s p -> move p q -> exists t, In t l /\ stands_for t q.
  Hypothesis back : forall p q, move p q -> move q p.
  Hypothesis one_code : forall s t p, stands_for s p -> stands_for t p -> s = t.
  Hypothesis ends_all : forall p, goal p -> exists s, In s ends /\ stands_for s p.

  (** All that is seen within n more layers. *)
  Fixpoint layers (n : nat) (seen : PositiveSet.t) (front : list code) : option PositiveSet.t :=
    match n with
    | 0 => Some seen
    | S n => match expand key succ front seen [] with
             | None => None
             | Some (seen, front) => layers n seen front
             end
    end.
  (** What is b moves from a goal, or fewer. *)
  Definition around (b : nat) : option PositiveSet.t :=
    let (seen, front) := add_new key ends PositiveSet.empty [] in layers b seen front.
  Definition check_both_ends (a b : nat) (s0 : code) : bool :=
    match around b with
    | None => false
    | Some near => check_at_least key succ (fun s => PositiveSet.mem (key s) near) (S a) s0
    end.

  Local Notation is_in := (is_in key).
  Let no_goal (s : code) : bool := false.
  Lemma not_a_goal : forall front, forallb (fun s => negb (no_goal s)) front = true.
  Proof. induction front; simpl; auto. Qed.

  Lemma layers_keep : forall n seen front all, layers n seen front = Some all ->
    forall s, is_in seen s -> is_in all s.
  Proof.
    induction n as [|n IH]; simpl; intros seen front all H s I; [now injection H as <-|].
    destruct (expand key succ front seen []) as [[seen' front']|] eqn:E; [|discriminate].
    destruct (expand_spec key succ key_inj _ _ _ E) as (A & _). exact (IH _ _ _ H s (A s I)).
  Qed.
  Lemma layers_spec : forall n seen front all, invariant key succ no_goal seen front ->
    layers n seen front = Some all ->
    forall k p q, k <= n -> plan move k p q -> forall s, is_in seen s -> stands_for s p ->
    exists t, is_in all t /\ stands_for t q.
  Proof.
    induction n as [|n IH]; intros seen front all I H k p q B P s Hs R.
    - exists s. split; [eapply layers_keep; eauto|]. destruct P; [exact R | lia].
    - destruct P as [p|k p q r M P]; [exists s; split; [eapply layers_keep; eauto | exact R]|].
      simpl in H. destruct (expand key succ front seen []) as [[seen' front']|] eqn:E; [|discriminate].
      destruct (expand_spec key succ key_inj _ _ _ E) as (A & C & _ & _).
      assert (step : exists l, succ s = Some l /\ forall t, In t l -> is_in seen' t).
      { destruct (I s Hs) as [F|[_ (l & El & Hl)]]; auto. exists l. auto. }
      destruct step as (l & El & Hl). destruct (simulates El R M) as (t & It & Rt).
      pose proof (invariant_next key_inj I (not_a_goal front) E) as I'.
      apply (IH seen' front' all I' H k q r) with (s := t); auto. lia.
  Qed.

  Definition near (b : nat) (p : state) : Prop := exists k q, k <= b /\ plan move k p q /\ goal q.
  Lemma near_seen : forall b all s p, around b = Some all -> stands_for s p -> near b p ->
    PositiveSet.mem (key s) all = true.
  Proof.
    intros b all s p H S (k & q & B & P & G). unfold around in H.
    destruct (add_new key ends PositiveSet.empty []) as [seen front] eqn:E.
    destruct (add_new_spec key key_inj _ _ _ E) as (_ & C & _ & D).
    assert (I : invariant key succ no_goal seen front).
    { intros t T. destruct (D t T) as [N|F]; auto. unfold Search.is_in in N.
      discriminate. }
    destruct (ends_all G) as (t & T & V).
    destruct (layers_spec I H B (plan_back back P) (C t T) V) as (u & U & W).
    now rewrite (one_code S W).
  Qed.

  (** No plan of a + b moves: after a of them, or before, it would have to be near a goal. *)
  Theorem both_ends_sound : forall a b s0 p0, stands_for s0 p0 -> check_both_ends a b s0 = true ->
    at_least move goal (S (a + b)) p0.
  Proof.
    intros a b s0 p0 R H n q P G. unfold check_both_ends in H.
    destruct (around b) as [all|] eqn:E; [|discriminate].
    assert (far : at_least move (near b) (S a) p0).
    { eapply check_at_least_sound; [exact key_inj | | | exact R | exact H].
      - intros s p r l L S M. destruct (simulates L S M) as (t & T & V). exists t. split; auto. now right.
      - intros s p S N. exact (near_seen E S N). }
    destruct (le_lt_dec (S (a + b)) n) as [|B]; auto. exfalso.
    destruct (le_lt_dec n b) as [C|C].
    - specialize (far 0 p0 (no_move _ _)). assert (near b p0) by (exists n, q; auto). apply far in H0. lia.
    - replace n with ((n - b) + b) in P by lia. destruct (plan_split _ _ P) as (r & P1 & P2).
      specialize (far (n - b) r P1). assert (near b r) by (exists b, q; auto). apply far in H0. lia.
  Qed.
End BothEnds.
