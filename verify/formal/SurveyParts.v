(** The components of all configurations of a puzzle: floods, each from a code that no flood before it
    has met.  Nothing here knows what a puzzle is, or has to be believed. *)
From Coq Require Import List Bool PArith NArith Arith Lia.
From PuzzleProof Require Import Surveys PositiveSets Search SurveySearch.
Import ListNotations.

Section Floods.
  Variable code : Type.
  Variable key : code -> positive.
  Variable succ : code -> option (list code).
  Hypothesis key_inj : forall s t, key s = key t -> s = t.
  Local Notation is_in := (is_in key).
  Local Notation closed := (closed code key succ).

  Fixpoint flood (n : nat) (seen : PositiveSet.t) (front : list code) : option PositiveSet.t :=
    match front with
    | [] => Some seen
    | _ => match n with
           | 0 => None
           | S n => match expand key succ front seen [] with
                    | None => None
                    | Some (seen, new) => flood n seen new
                    end
           end
    end.
  (** The codes from which a flood began. *)
  Fixpoint sources (n : nat) (seen : PositiveSet.t) (l : list code) : option (list code) :=
    match l with
    | [] => Some []
    | s :: l =>
        if PositiveSet.mem (key s) seen then sources n seen l
        else match flood n (PositiveSet.add (key s) seen) [s] with
             | None => None
             | Some seen => option_map (cons s) (sources n seen l)
             end
    end.

  Lemma flood_facts : forall (from : code -> Prop),
    (forall t u s, from t -> succ t = Some u -> In s u -> from s) ->
    forall n seen front all, flood n seen front = Some all -> closed seen front ->
    (forall s, In s front -> from s) ->
    closed all [] /\ (forall s, is_in seen s -> is_in all s) /\
    forall s, is_in all s -> is_in seen s \/ from s.
  Proof.
    intros from step. induction n as [|n IH]; intros seen front all H C F;
      destruct front as [|s front]; simpl in H; try discriminate; try (injection H as <-; auto).
    change (match expand key succ (s :: front) seen [] with
            | None => None | Some (seen, new) => flood n seen new end = Some all) in H.
    destruct (expand key succ (s :: front) seen []) as [[seen' new]|] eqn:E; [|discriminate].
    destruct (Search.expand_spec key succ key_inj _ _ _ E) as (A & X & _ & D).
    destruct (IH seen' new all H) as (G & K & L).
    - intros v J. destruct (D v J) as [W|W]; auto. right. destruct (C v W) as [M|(k & M & N)].
      + exact (X v M).
      + exists k. auto.
    - intros v W. destruct (expand_from code key succ key_inj _ _ _ _ _ _ E W) as [[]|(t & u & T & U & V)].
      exact (step t u v (F t T) U V).
    - split; auto. split; auto. intros v J. destruct (L v J) as [W|W]; auto.
      destruct (D v W) as [M|M]; auto. right.
      destruct (expand_from code key succ key_inj _ _ _ _ _ _ E M) as [[]|(t & u & T & U & V)].
      exact (step t u v (F t T) U V).
  Qed.
End Floods.

Section Claims.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable alike : state -> state -> Prop.
  Variable these : state -> Prop.
  Variable code : Type.
  Variable key : code -> positive.
  Variable stands_for : code -> state -> Prop.
  Variable succ : code -> option (list code).
  Variable all : list code.

  Hypothesis key_inj : forall s t, key s = key t -> s = t.
  Hypothesis simulates : forall s p q l,
    succ s = Some l -> stands_for s p -> move p q -> exists t, In t (s :: l) /\ stands_for t q.
  Hypothesis real : forall s p l t, succ s = Some l -> stands_for s p -> In t l ->
    exists q, move p q /\ stands_for t q.
  Hypothesis one_code : forall s t p q, stands_for s p -> stands_for t q -> alike p q -> s = t.
  Hypothesis one_state : forall s p q, stands_for s p -> stands_for s q -> alike p q.
  Hypothesis all_once : NoDup all.
  Hypothesis all_these : forall s, In s all -> exists p, these p /\ stands_for s p.
  Hypothesis these_all : forall p, these p -> exists s, In s all /\ stands_for s p.

  Theorem configured : exactly alike these (N.of_nat (length all)).
  Proof.
    assert (K : forall l, NoDup l -> incl l all -> exists ps, length ps = length l /\
      ForallOrdPairs (fun p q => ~ alike p q) ps /\
      (forall p, In p ps -> these p /\ exists s, In s l /\ stands_for s p) /\
      (forall s, In s l -> exists p, In p ps /\ stands_for s p)).
    { induction l as [|s l IH]; intros D I.
      - exists []. split; [reflexivity|]. split; [constructor|]. split; intros x [].
      - inversion D; subst. destruct IH as (ps & A & B & C & E); auto.
        { intros t T. apply I. now right. }
        destruct (all_these s (I s (or_introl eq_refl))) as (p & P & S). exists (p :: ps).
        split; [simpl; congruence|]. split; [|split].
        + constructor; auto. apply Forall_forall. intros q Q K.
          destruct (C q Q) as (_ & t & T & U). rewrite (one_code s t p q S U K) in H1. auto.
        + intros q [<-|Q]; [split; auto; exists s; simpl; auto|].
          destruct (C q Q) as (R & t & T & U). split; auto. exists t. simpl. auto.
        + intros t [<-|T]; [exists p; simpl; auto|]. destruct (E t T) as (q & Q & U).
          exists q. simpl. auto. }
    destruct (K all all_once (incl_refl _)) as (ps & A & B & C & E). exists ps.
    split; [now rewrite A|]. split; auto. split; [intros p P; now apply C|].
    intros p P. destruct (these_all p P) as (s & I & S). destruct (E s I) as (q & Q & T).
    exists q. split; auto. exact (one_state s q p T S).
  Qed.

  (** A flood that is over holds every state that its own states reach. *)
  Lemma closed_plan : forall seen, closed code key succ seen [] -> forall n p q, plan move n p q ->
    forall s t, is_in key seen s -> stands_for s p -> stands_for t q -> is_in key seen t.
  Proof.
    intros seen C. induction 1 as [p | n p r q M _ IH]; intros s t I S T.
    - now rewrite <- (one_code s t p p S T (one_state s p p S S)).
    - destruct (C s I) as [[]|(l & L & K)]. destruct (simulates s p r l L S M) as (u & U & V).
      apply (IH u t); auto. destruct U as [<-|U]; auto.
  Qed.

  (** What a flood from [s] meets is joined to the states of [s]. *)
  Definition comes_from (s t : code) : Prop := forall p, stands_for s p ->
    exists n q, plan move n p q /\ stands_for t q.
  Lemma comes_further : forall s t u v, comes_from s t -> succ t = Some u -> In v u -> comes_from s v.
  Proof.
    intros s t u v F U V p P. destruct (F p P) as (n & q & Q & T).
    destruct (real t q u v U T V) as (r & M & R). exists (S n), r. split; auto.
    exact (longer _ _ _ _ _ _ Q M).
  Qed.

  Lemma sources_facts : forall n l seen found, sources code key succ n seen l = Some found ->
    incl l all -> closed code key succ seen [] ->
    exists ps, length ps = length found /\ ForallOrdPairs (fun p q => ~ joined move alike p q) ps /\
      (forall p, In p ps -> these p /\ exists s, In s l /\ ~ is_in key seen s /\ stands_for s p) /\
      forall s p, In s l -> stands_for s p -> is_in key seen s \/ exists q, In q ps /\ joined move alike q p.
  Proof.
    intros n. induction l as [|s l IH]; simpl; intros seen found H I C.
    - injection H as <-. exists []. split; [reflexivity|]. split; [constructor|].
      split; [intros p []|intros s p []].
    - assert (I' : incl l all) by (intros t T; apply I; now right).
      destruct (PositiveSet.mem (key s) seen) eqn:E.
      + destruct (IH seen found H I' C) as (ps & A & B & D & F). exists ps. split; auto. split; auto.
        split; [|intros t p [<-|T] P; auto].
        intros p P. destruct (D p P) as (X & t & T & Y). split; auto. exists t. auto.
      + destruct (flood code key succ n (PositiveSet.add (key s) seen) [s]) as [seen'|] eqn:X; [|discriminate].
        destruct (sources code key succ n seen' l) as [rest|] eqn:Y; [|discriminate]. injection H as <-.
        destruct (flood_facts code key succ key_inj (comes_from s) (comes_further s) _ _ _ _ X) as (G & K & L).
        { intros t T. apply is_in_add in T as [T|T].
          - left. left. now apply key_inj.
          - right. destruct (C t T) as [[]|(k & M & N)]. exists k. split; auto. intros v V.
            apply is_in_add. auto. }
        { intros t [<-|[]] p P. exists 0, p. split; [constructor | exact P]. }
        destruct (IH seen' rest Y I' G) as (ps & A & B & D & F).
        destruct (all_these s (I s (or_introl eq_refl))) as (p & P & S).
        assert (Ns : ~ is_in key seen s) by (unfold is_in; congruence).
        assert (Is : is_in key seen' s) by (apply K, is_in_add; auto).
        exists (p :: ps). split; [simpl; congruence|]. split; [|split].
        * constructor; auto. apply Forall_forall. intros q Q (k & r & R & W).
          destruct (D q Q) as (_ & t & T & N & U). apply N.
          assert (V : exists v, stands_for v r /\ is_in key seen' v).
          { revert R. clear - C G Is S simulates one_code one_state. intros R. revert s Is S.
            induction R as [p | k p r q M _ IHR]; intros s Is S; [eauto|].
            destruct (G s Is) as [[]|(l & L & K)]. destruct (simulates s p r l L S M) as (u & U & V).
            apply (IHR u); auto. destruct U as [<-|U]; auto. }
          destruct V as (v & V & V'). now rewrite <- (one_code v t r q V U W).
        * intros q [<-|Q]; [split; auto; exists s; auto|].
          destruct (D q Q) as (X' & t & T & N & U). split; auto. exists t. split; auto. split; auto.
          intros J. apply N, K, is_in_add. auto.
        * intros t q T Q. assert (Z : forall t, is_in key seen' t -> stands_for t q ->
            is_in key seen t \/ exists r, In r (p :: ps) /\ joined move alike r q).
          { intros v J V. destruct (L v J) as [W|W].
            - apply is_in_add in W as [W|W]; auto. right. exists p. split; [now left|].
              exists 0, p. split; [constructor|]. apply key_inj in W. subst v. exact (one_state s p q S V).
            - right. exists p. split; [now left|]. destruct (W p S) as (k & r & R & U).
              exists k, r. split; auto. exact (one_state v r q U V). }
          destruct T as [<-|T]; [exact (Z s Is Q)|].
          destruct (F t q T Q) as [J|(r & R & J)]; [exact (Z t J Q)|].
          right. exists r. split; auto. now right.
  Qed.

  Theorem parted : forall n found, sources code key succ n PositiveSet.empty all = Some found ->
    components move alike these (N.of_nat (length found)).
  Proof.
    intros n found H. destruct (sources_facts n all _ _ H (incl_refl _)) as (ps & A & B & C & D).
    { intros s I. unfold is_in in I. discriminate. }
    exists ps. split; [now rewrite A|]. split; auto. split; [intros p P; now apply C|].
    intros p P. destruct (these_all p P) as (s & I & S). destruct (D s p I S) as [J|J]; auto.
    unfold is_in in J. discriminate.
  Qed.
End Claims.
