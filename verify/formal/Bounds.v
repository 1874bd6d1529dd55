(** A search that leaves out what is too far from every goal, breadth first.  Nothing here knows what
    a puzzle is, or has to be believed: the theorem says what such a search proves. *)
From Coq Require Import List Bool PArith Arith Lia.
From PuzzleProof Require Import Claims PositiveSets Search.
Import ListNotations.
Set Implicit Arguments.

(** Whether some element is as said.  The kernel evaluates both sides of [||], and not those of [if]. *)
Fixpoint some_of (A : Type) (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | a :: l => if f a then true else some_of f l end.
Lemma some_of_in : forall A (f : A -> bool) l, some_of f l = true -> exists a, In a l /\ f a = true.
Proof.
  induction l as [|a l IH]; simpl; [discriminate|]. destruct (f a) eqn:E; [exists a; auto|].
  intros H. destruct (IH H) as (b & I & F). exists b. auto.
Qed.
Lemma some_of_true : forall A (f : A -> bool) l a, In a l -> f a = true -> some_of f l = true.
Proof.
  induction l as [|b l IH]; simpl; intros a I F; [destruct I|]. destruct (f b) eqn:E; auto.
  destruct I as [->|I]; [congruence | eauto].
Qed.

Section Bounds.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable goal : state -> Prop.

  Variable code : Type.
  Variable key : code -> positive.
  Variable stands_for : code -> state -> Prop.
  Variable succ : code -> option (list code).
  Variable goalb : code -> bool.
  (** [far n s]: a bound says that s is n moves from every goal, or more *)
  Variable far : nat -> code -> bool.

  (** Instead of a state one may look at another that is no farther from the goals: at its image in a
      symmetry of the board. *)
  Definition no_farther (q' q : state) : Prop :=
    forall n, at_least move goal n q' -> at_least move goal n q.

  Hypothesis key_inj : forall s t, key s = key t -> s = t.
  Hypothesis simulates : forall s p q l, succ s = Some l -> stands_for s p -> move p q ->
    exists t q', In t l /\ stands_for t q' /\ no_farther q' q.
  Hypothesis goal_seen : forall s p, stands_for s p -> goal p -> goalb s = true.
  Hypothesis far_sound : forall n s p,
    far n s = true -> stands_for s p -> at_least move goal n p.

  Fixpoint add_near (n : nat) (l : list code) (seen : PositiveSet.t) (new : list code)
    : PositiveSet.t * list code :=
    match l with
    | [] => (seen, new)
    | t :: l => if PositiveSet.mem (key t) seen then add_near n l seen new
                else if far n t then add_near n l seen new
                else add_near n l (PositiveSet.add (key t) seen) (t :: new)
    end.

  Fixpoint expand_near (n : nat) (front : list code) (seen : PositiveSet.t) (new : list code)
    : option (PositiveSet.t * list code) :=
    match front with
    | [] => Some (seen, new)
    | s :: front =>
        match succ s with
        | None => None
        | Some l => let (seen, new) := add_near n l seen new in expand_near n front seen new
        end
    end.

  (** [search_near n]: n more layers, none of them with a goal *)
  Fixpoint search_near (n : nat) (seen : PositiveSet.t) (front : list code) : bool :=
    forallb (fun s => negb (goalb s)) front &&
    match n with
    | 0 => true
    | S m => match expand_near n front seen [] with
             | None => false
             | Some (seen, front) => search_near m seen front
             end
    end.
  Definition check_near (L : nat) (s0 : code) : bool :=
    match L with 0 => true | S n => search_near n (one key s0) [s0] end.

  Let is_in := is_in key.
  (** With n moves left, a successor was kept, or is too far. *)
  Definition kept (n : nat) (seen : PositiveSet.t) (t : code) : Prop :=
    is_in seen t \/ forall q, stands_for t q -> at_least move goal n q.

  Lemma kept_more : forall n seen seen' t, (forall s, is_in seen s -> is_in seen' s) ->
    kept n seen t -> kept n seen' t.
  Proof. intros n seen seen' t H [K|K]; [left; auto | right; auto]. Qed.
  Lemma kept_less : forall n m seen t, m <= n -> kept n seen t -> kept m seen t.
  Proof.
    intros n m seen t B [K|K]; [now left|]. right. intros q R k r P G. specialize (K q R k r P G). lia.
  Qed.

  Lemma add_near_spec : forall n l seen new seen' new', add_near n l seen new = (seen', new') ->
    (forall s, is_in seen s -> is_in seen' s) /\
    (forall t, In t l -> kept n seen' t) /\
    incl new new' /\
    (forall s, is_in seen' s -> is_in seen s \/ In s new').
  Proof.
    induction l as [|t l IH]; simpl; intros seen new seen' new'.
    - intros [= <- <-]. repeat split; auto using incl_refl. intros _ [].
    - destruct (PositiveSet.mem (key t) seen) eqn:E; [|destruct (far n t) eqn:F]; intros H;
        destruct (IH _ _ _ _ H) as (A & B & C & D).
      + repeat split; auto. intros u [<-|I]; auto. left. auto.
      + repeat split; auto. intros u [<-|I]; auto. right. intros q. now apply far_sound.
      + repeat split.
        * intros s I. apply A, is_in_add. auto.
        * intros u [<-|I]; auto. left. apply A, is_in_add. auto.
        * intros s I. apply C. now right.
        * intros s I. destruct (D s I) as [J|J]; auto. apply is_in_add in J as [J|J]; auto.
          right. apply C. left. symmetry. now apply key_inj.
  Qed.

  Lemma expand_near_spec : forall n front seen new seen' new',
    expand_near n front seen new = Some (seen', new') ->
    (forall s, is_in seen s -> is_in seen' s) /\
    (forall s, In s front -> exists l, succ s = Some l /\ forall t, In t l -> kept n seen' t) /\
    incl new new' /\
    (forall s, is_in seen' s -> is_in seen s \/ In s new').
  Proof.
    induction front as [|s front IH]; simpl; intros seen new seen' new'.
    - intros [= <- <-]. repeat split; auto using incl_refl. intros _ [].
    - destruct (succ s) as [l|] eqn:E; [|discriminate].
      destruct (add_near n l seen new) as [seen1 new1] eqn:F. intros H.
      destruct (add_near_spec _ _ _ _ F) as (A & B & C & D).
      destruct (IH _ _ _ _ H) as (A' & B' & C' & D').
      repeat split; auto.
      + intros u [<-|I]; auto. exists l. split; auto. intros t J.
        apply (kept_more (seen := seen1)); auto.
      + intros u I. auto.
      + intros u I. destruct (D' u I) as [J|J]; auto. destruct (D u J); auto.
  Qed.

  (** What has been seen and is not of the last layer is no goal, and its successors were kept. *)
  Definition near_invariant (n : nat) (seen : PositiveSet.t) (front : list code) : Prop :=
    forall s, is_in seen s -> In s front \/
      goalb s = false /\ exists l, succ s = Some l /\ forall t, In t l -> kept n seen t.

  Lemma near_next : forall n seen front seen' front', near_invariant (S n) seen front ->
    forallb (fun s => negb (goalb s)) front = true ->
    expand_near (S n) front seen [] = Some (seen', front') ->
    near_invariant n seen' front'.
  Proof.
    intros n seen front seen' front' I G E s Hs. rewrite forallb_forall in G.
    destruct (expand_near_spec _ _ _ _ E) as (A & B & _ & D).
    destruct (D s Hs) as [J|J]; auto. right.
    destruct (I s J) as [F|[N (l & El & Hl)]].
    - split; [apply negb_true_iff; auto|]. destruct (B s F) as (l & El & Hl). exists l.
      split; auto. intros t T. apply (kept_less (n := S n)); auto.
    - split; auto. exists l. split; auto. intros t T. apply (kept_less (n := S n)); auto.
      apply (kept_more (seen := seen)); auto.
  Qed.

  Lemma near_spec : forall n seen front, near_invariant n seen front ->
    search_near n seen front = true ->
    forall s p, is_in seen s -> stands_for s p -> at_least move goal (S n) p.
  Proof.
    induction n as [|n IH]; intros seen front I H; simpl in H; apply andb_prop in H as [G H];
      pose proof G as G'; rewrite forallb_forall in G';
      assert (fine : forall s, is_in seen s -> goalb s = false)
        by (intros s Hs; destruct (I s Hs) as [F|[N _]]; auto; apply negb_true_iff; auto);
      intros s p Hs R k q Hp Q.
    - destruct Hp; [|lia]. pose proof (goal_seen R Q). rewrite fine in *; congruence.
    - destruct (expand_near (S n) front seen []) as [[seen' front']|] eqn:E; [|discriminate].
      destruct (expand_near_spec _ _ _ _ E) as (A & B & _ & D).
      destruct Hp as [p|k p q r M Hp].
      + pose proof (goal_seen R Q). rewrite fine in *; congruence.
      + assert (step : exists l, succ s = Some l /\ forall t, In t l -> kept (S n) seen' t).
        { destruct (I s Hs) as [F|[_ (l & El & Hl)]]; auto. exists l. split; auto. intros t T.
          apply (kept_more (seen := seen)); auto. }
        destruct step as (l & El & Hl). destruct (simulates El R M) as (t & q' & It & Rt & Nt).
        enough (at_least move goal (S n) q) as C by (specialize (C k r Hp Q); lia).
        apply Nt. destruct (Hl t It) as [K|K]; auto.
        exact (IH seen' front' (near_next I G E) H t q' K Rt).
  Qed.

  Theorem check_near_sound : forall L s0 p0,
    stands_for s0 p0 -> check_near L s0 = true -> at_least move goal L p0.
  Proof.
    intros [|L] s0 p0 R H; [intros n q _ _; lia|]. simpl in H.
    refine (near_spec _ H _ R); [|apply is_in_add; auto].
    intros t T. left. apply is_in_add in T as [T|T]; [left; symmetry; now apply key_inj|].
    unfold Search.is_in in T. discriminate.
  Qed.
End Bounds.

(** A search that leaves out what has no plan at all, until nothing is left. *)
Section Never.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable goal : state -> Prop.
  Variable code : Type.
  Variable key : code -> positive.
  Variable stands_for : code -> state -> Prop.
  Variable succ : code -> option (list code).
  Variable goalb : code -> bool.
  Variable never : code -> bool.
  Let far (n : nat) : code -> bool := never.
  Hypothesis key_inj : forall s t, key s = key t -> s = t.
  Hypothesis simulates : forall s p q l, succ s = Some l -> stands_for s p -> move p q ->
    exists t q', In t l /\ stands_for t q' /\ no_farther move goal q' q.
  Hypothesis goal_seen : forall s p, stands_for s p -> goal p -> goalb s = true.
  Hypothesis never_sound : forall n s p,
    never s = true -> stands_for s p -> at_least move goal n p.

  (** [exhaust_near n]: the layers come to an end within n *)
  Fixpoint exhaust_near (n : nat) (seen : PositiveSet.t) (front : list code) : bool :=
    forallb (fun s => negb (goalb s)) front &&
    match front with
    | [] => true
    | _ => match n with
           | 0 => false
           | S n => match expand_near key succ far 0 front seen [] with
                    | None => false
                    | Some (seen, front) => exhaust_near n seen front
                    end
           end
    end.
  Definition check_never (n : nat) (s0 : code) : bool := exhaust_near n (one key s0) [s0].

  Lemma same_layer : forall n front seen new,
    expand_near key succ far n front seen new = expand_near key succ far 0 front seen new.
  Proof.
    assert (same : forall n l seen new,
      add_near key far n l seen new = add_near key far 0 l seen new).
    { induction l as [|t l IH]; simpl; intros; auto. now rewrite !IH. }
    induction front as [|s front IH]; simpl; intros; auto. destruct (succ s); auto.
    rewrite same. destruct (add_near key far 0 _ _ _). apply IH.
  Qed.
  Lemma exhausted : forall n seen front, exhaust_near n seen front = true ->
    forall m, search_near key succ goalb far m seen front = true.
  Proof.
    assert (none : forall m seen, search_near key succ goalb far m seen [] = true)
      by (induction m; simpl; auto).
    induction n as [|n IH]; intros seen [|s front] H m; auto; cbn -[expand_near] in H;
      apply andb_prop in H as [G H]; [discriminate|].
    destruct m; cbn -[expand_near]; rewrite G; auto. rewrite same_layer.
    destruct (expand_near _ _ _ 0 _ _ _) as [[seen' front']|]; [|discriminate]. now apply IH.
  Qed.

  Theorem check_never_sound : forall n s0 p0,
    stands_for s0 p0 -> check_never n s0 = true -> unsolvable move goal p0.
  Proof.
    intros n s0 p0 R H k q P G.
    enough (at_least move goal (S k) p0) as A by (specialize (A k q P G); lia).
    eapply check_near_sound with (far := far); [exact key_inj | exact simulates | exact goal_seen |
      exact never_sound | exact R | exact (exhausted _ _ _ H k)].
  Qed.
End Never.
