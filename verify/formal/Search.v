(** A search that the kernel makes by itself, breadth first: no table has to be given.  Nothing here
    knows what a puzzle is, or has to be believed: the theorems say what a search proves. *)
From Coq Require Import List Bool PArith Arith Lia.
From PuzzleProof Require Import Claims PositiveSets.
Import ListNotations.
Set Implicit Arguments.

Section Search.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable goal : state -> Prop.

  (** What is computed with: codes, each of which stands for states.  [succ s = None] says that the
      fuel of some loop was too little. *)
  Variable code : Type.
  Variable key : code -> positive.
  Variable stands_for : code -> state -> Prop.
  Variable succ : code -> option (list code).
  Variable goalb : code -> bool.

  (** What the rules of a puzzle have to say: no move and no goal is missed.  A move that changes
      nothing may be. *)
  Hypothesis key_inj : forall s t, key s = key t -> s = t.
  Hypothesis simulates : forall s p q l,
    succ s = Some l -> stands_for s p -> move p q -> exists t, In t (s :: l) /\ stands_for t q.
  Hypothesis goal_seen : forall s p, stands_for s p -> goal p -> goalb s = true.

  (** ** The search *)
  Fixpoint add_new (l : list code) (seen : PositiveSet.t) (new : list code)
    : PositiveSet.t * list code :=
    match l with
    | [] => (seen, new)
    | t :: l => if PositiveSet.mem (key t) seen then add_new l seen new
                else add_new l (PositiveSet.add (key t) seen) (t :: new)
    end.

  Fixpoint expand (front : list code) (seen : PositiveSet.t) (new : list code)
    : option (PositiveSet.t * list code) :=
    match front with
    | [] => Some (seen, new)
    | s :: front =>
        match succ s with
        | None => None
        | Some l => let (seen, new) := add_new l seen new in expand front seen new
        end
    end.

  (** [search n]: n more layers, none of them with a goal *)
  Fixpoint search (n : nat) (seen : PositiveSet.t) (front : list code) : bool :=
    forallb (fun s => negb (goalb s)) front &&
    match n with
    | 0 => true
    | S n => match expand front seen [] with
             | None => false
             | Some (seen, front) => search n seen front
             end
    end.

  (** [exhaust n]: the layers come to an end within n *)
  Fixpoint exhaust (n : nat) (seen : PositiveSet.t) (front : list code) : bool :=
    forallb (fun s => negb (goalb s)) front &&
    match front with
    | [] => true
    | _ => match n with
           | 0 => false
           | S n => match expand front seen [] with
                    | None => false
                    | Some (seen, front) => exhaust n seen front
                    end
           end
    end.

  Definition is_in (seen : PositiveSet.t) (s : code) : Prop := PositiveSet.mem (key s) seen = true.
  Definition one (s : code) : PositiveSet.t := PositiveSet.add (key s) PositiveSet.empty.

  Definition check_at_least (L : nat) (s0 : code) : bool :=
    match L with 0 => true | S n => search n (one s0) [s0] end.
  Definition check_unsolvable (n : nat) (s0 : code) : bool := exhaust n (one s0) [s0].

  Lemma is_in_add : forall k seen s,
    is_in (PositiveSet.add k seen) s <-> key s = k \/ is_in seen s.
  Proof. intros. unfold is_in. apply PositiveSet.add_spec. Qed.

  Lemma add_new_spec : forall l seen new seen' new', add_new l seen new = (seen', new') ->
    (forall s, is_in seen s -> is_in seen' s) /\
    (forall t, In t l -> is_in seen' t) /\
    incl new new' /\
    (forall s, is_in seen' s -> is_in seen s \/ In s new').
  Proof.
    induction l as [|t l IH]; simpl; intros seen new seen' new'.
    - intros [= <- <-]. repeat split; auto using incl_refl. intros _ [].
    - destruct (PositiveSet.mem (key t) seen) eqn:E; intros H; destruct (IH _ _ _ _ H) as (A & B & C & D).
      + repeat split; auto. intros u [<-|I]; auto.
      + repeat split.
        * intros s I. apply A, is_in_add. auto.
        * intros u [<-|I]; auto. apply A, is_in_add. auto.
        * intros s I. apply C. now right.
        * intros s I. destruct (D s I) as [J|J]; auto. apply is_in_add in J as [J|J]; auto.
          right. apply C. left. symmetry. now apply key_inj.
  Qed.

  Lemma expand_spec : forall front seen new seen' new', expand front seen new = Some (seen', new') ->
    (forall s, is_in seen s -> is_in seen' s) /\
    (forall s, In s front -> exists l, succ s = Some l /\ forall t, In t l -> is_in seen' t) /\
    incl new new' /\
    (forall s, is_in seen' s -> is_in seen s \/ In s new').
  Proof.
    induction front as [|s front IH]; simpl; intros seen new seen' new'.
    - intros [= <- <-]. repeat split; auto using incl_refl. intros _ [].
    - destruct (succ s) as [l|] eqn:E; [|discriminate].
      destruct (add_new l seen new) as [seen1 new1] eqn:F. intros H.
      destruct (add_new_spec _ _ _ F) as (A & B & C & D).
      destruct (IH _ _ _ _ H) as (A' & B' & C' & D').
      repeat split; auto.
      + intros u [<-|I]; auto. exists l. auto.
      + intros u I. auto.
      + intros u I. destruct (D' u I) as [J|J]; auto. destruct (D u J); auto.
  Qed.

  (** what has been seen and is not of the last layer has its successors seen, and is no goal *)
  Definition invariant (seen : PositiveSet.t) (front : list code) : Prop :=
    forall s, is_in seen s -> In s front \/
      goalb s = false /\ exists l, succ s = Some l /\ forall t, In t l -> is_in seen t.

  Lemma invariant_next : forall seen front seen' front', invariant seen front ->
    forallb (fun s => negb (goalb s)) front = true ->
    expand front seen [] = Some (seen', front') -> invariant seen' front'.
  Proof.
    intros seen front seen' front' I G E s Hs. rewrite forallb_forall in G.
    destruct (expand_spec _ _ _ E) as (A & B & _ & D).
    destruct (D s Hs) as [J|J]; auto. right.
    destruct (I s J) as [F|[N (l & El & Hl)]].
    - split; [apply negb_true_iff; auto|]. auto.
    - split; auto. exists l. split; auto.
  Qed.

  Lemma invariant_start : forall s, invariant (one s) [s].
  Proof.
    intros s t H. apply is_in_add in H as [H|H].
    - left. left. symmetry. now apply key_inj.
    - unfold is_in in H. discriminate.
  Qed.

  Lemma search_spec : forall n seen front, invariant seen front -> search n seen front = true ->
    forall k p q, k <= n -> plan move k p q -> forall s, is_in seen s -> stands_for s p -> ~ goal q.
  Proof.
    induction n as [|n IH]; simpl; intros seen front I H; apply andb_prop in H as [G H];
      pose proof G as G'; rewrite forallb_forall in G';
      assert (fine : forall s, is_in seen s -> goalb s = false)
        by (intros s Hs; destruct (I s Hs) as [F|[N _]]; auto; apply negb_true_iff; auto).
    - intros k p q B Hp s Hs R Q. destruct Hp; [|lia].
      pose proof (goal_seen R Q). rewrite fine in *; congruence.
    - destruct (expand front seen []) as [[seen' front']|] eqn:E; [|discriminate].
      destruct (expand_spec _ _ _ E) as (A & B & _ & D).
      pose proof (invariant_next I G E) as I'.
      intros k p q Bk Hp s Hs R Q. destruct Hp as [p|k p q r M Hp].
      + pose proof (goal_seen R Q). rewrite fine in *; congruence.
      + assert (step : exists l, succ s = Some l /\ forall t, In t l -> is_in seen' t).
        { destruct (I s Hs) as [F|[_ (l & El & Hl)]]; auto. exists l. auto. }
        destruct step as (l & El & Hl). destruct (simulates El R M) as (t & It & Rt).
        apply (IH seen' front' I' H k q r) with (s := t); auto; [lia|].
        destruct It as [<-|It]; auto.
  Qed.

  Theorem check_at_least_sound : forall L s0 p0,
    stands_for s0 p0 -> check_at_least L s0 = true -> at_least move goal L p0.
  Proof.
    intros [|L] s0 p0 R H n q Hp Hq; [lia|]. simpl in H.
    destruct (le_lt_dec n L) as [B|B]; [|lia]. exfalso.
    refine (search_spec (invariant_start s0) H B Hp _ R Hq). apply is_in_add. auto.
  Qed.

  Lemma exhaust_spec : forall n seen front, invariant seen front -> exhaust n seen front = true ->
    exists all, invariant all [] /\ forall s, is_in seen s -> is_in all s.
  Proof.
    induction n as [|n IH]; simpl; intros seen front I H; apply andb_prop in H as [G H];
      destruct front as [|s front]; try discriminate.
    - exists seen. auto.
    - exists seen. auto.
    - destruct (expand (s :: front) seen []) as [[seen' front']|] eqn:E; [|discriminate].
      destruct (IH seen' front' (invariant_next I G E) H) as (all & J & K).
      exists all. split; auto. intros t Ht. apply K. now apply (expand_spec _ _ _ E).
  Qed.

  Theorem check_unsolvable_sound : forall n s0 p0,
    stands_for s0 p0 -> check_unsolvable n s0 = true -> unsolvable move goal p0.
  Proof.
    intros n s0 p0 R H. destruct (exhaust_spec n (invariant_start s0) H) as (all & I & K).
    assert (I0 : is_in all s0) by (apply K, is_in_add; auto). clear H K.
    intros k q Hp. revert s0 R I0. induction Hp as [p|k p q r M _ IH]; intros s R Hs Q.
    - destruct (I s Hs) as [[]|[N _]]. pose proof (goal_seen R Q). congruence.
    - destruct (I s Hs) as [[]|[_ (l & El & Hl)]]. destruct (simulates El R M) as (t & It & Rt).
      apply (IH t Rt); auto. destruct It as [<-|It]; auto.
  Qed.
End Search.
