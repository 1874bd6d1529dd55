(** A search to the end, breadth first, and what its levels prove of all states that the start
    reaches.  Nothing here knows what a puzzle is, or has to be believed. *)
From Coq Require Import List Bool PArith NArith Arith Lia.
From PuzzleProof Require Import Surveys PositiveSets Search BothEnds.
Import ListNotations.

Lemma nodup_app : forall A (a b : list A), NoDup a -> NoDup b -> (forall x, In x a -> ~ In x b) ->
  NoDup (a ++ b).
Proof.
  induction a as [|x a IH]; simpl; intros b D E N; auto. inversion D; subst. constructor.
  - intros I. apply in_app_or in I as [I|I]; [auto | exact (N x (or_introl eq_refl) I)].
  - apply IH; auto.
Qed.

(** What is in several lists put together, by any function that does so, is in one of them. *)
Lemma gathered_from : forall A (gather : list (option (list A)) -> option (list A)),
  gather [] = Some [] -> (forall l, gather (None :: l) = None) ->
  (forall a l, gather (Some a :: l) = option_map (app a) (gather l)) ->
  forall l r t, gather l = Some r -> In t r -> exists a, In (Some a) l /\ In t a.
Proof.
  intros A gather G0 G1 G2. induction l as [|[a|] l IH]; intros r t H T.
  - rewrite G0 in H. injection H as <-. destruct T.
  - rewrite G2 in H. destruct (gather l) as [b|] eqn:E; [|discriminate]. injection H as <-.
    apply in_app_or in T as [T|T]; [exists a; simpl; auto|].
    destruct (IH b t eq_refl T) as (c & I & J). exists c. simpl. auto.
  - rewrite G1 in H. discriminate.
Qed.

Section Levels.
  Variable code : Type.
  Variable key : code -> positive.
  Variable succ : code -> option (list code).
  Hypothesis key_inj : forall s t, key s = key t -> s = t.

  (** The codes at each distance from those of [front]; none if [n] levels are too few. *)
  Fixpoint levels (n : nat) (seen : PositiveSet.t) (front : list code)
    : option (list (list code)) :=
    match front with
    | [] => Some []
    | _ => match n with
           | 0 => None
           | S n => match expand key succ front seen [] with
                    | None => None
                    | Some (seen, new) => option_map (cons front) (levels n seen new)
                    end
           end
    end.
  Definition levels_from (n : nat) (l : list code) : option (list (list code)) :=
    let (seen, front) := add_new key l PositiveSet.empty [] in levels n seen front.

  Local Notation is_in := (is_in key).
  Definition at_level (ls : list (list code)) (i : nat) (s : code) : Prop :=
    exists l, nth_error ls i = Some l /\ In s l.

  Lemma levels_next : forall n seen front ls, levels n seen front = Some ls ->
    front = [] /\ ls = [] \/
    exists m seen' new rest, expand key succ front seen [] = Some (seen', new) /\
      levels m seen' new = Some rest /\ ls = front :: rest /\ m < n /\ front <> [].
  Proof.
    intros [|n] seen [|s front] ls H; simpl in H; try discriminate;
      try (injection H as <-; now left). right.
    change (match expand key succ (s :: front) seen [] with
            | None => None
            | Some (seen, new) => option_map (cons (s :: front)) (levels n seen new)
            end = Some ls) in H.
    destruct (expand key succ (s :: front) seen []) as [[seen' new]|] eqn:E; [|discriminate].
    destruct (levels n seen' new) as [rest|] eqn:L; [|discriminate]. injection H as <-.
    exists n, seen', new, rest. repeat split; auto. discriminate.
  Qed.
  Lemma in_concat_level : forall ls s, In s (concat ls) <-> exists i, at_level ls i s.
  Proof.
    intros ls s. rewrite in_concat. split.
    - intros (l & I & S). destruct (In_nth_error _ _ I) as [i E]. exists i, l. auto.
    - intros (i & l & E & S). exists l. split; auto. exact (nth_error_In _ _ E).
  Qed.

  (** ** What is new *)
  Definition fresh (seen : PositiveSet.t) (new : list code) (seen' : PositiveSet.t) (new' : list code) :=
    NoDup new' /\ forall t, In t new' -> is_in seen' t /\ (In t new \/ ~ is_in seen t).

  Lemma add_new_fresh : forall l seen new seen' new', add_new key l seen new = (seen', new') ->
    NoDup new -> (forall t, In t new -> is_in seen t) -> fresh seen new seen' new'.
  Proof.
    induction l as [|u l IH]; simpl; intros seen new seen' new' H D I.
    - injection H as <- <-. split; auto.
    - destruct (PositiveSet.mem (key u) seen) eqn:E; [now apply IH in H|].
      assert (N : ~ is_in seen u) by (unfold Search.is_in; congruence).
      apply IH in H as [D' F].
      + split; auto. intros t T. destruct (F t T) as [A [[<-|B]|B]]; auto. split; auto.
        right. intros C. apply B, is_in_add. auto.
      + constructor; auto.
      + intros t [<-|T]; apply is_in_add; auto.
  Qed.
  Lemma expand_fresh : forall front seen new seen' new',
    expand key succ front seen new = Some (seen', new') -> NoDup new ->
    (forall t, In t new -> is_in seen t) -> fresh seen new seen' new'.
  Proof.
    induction front as [|s front IH]; simpl; intros seen new seen' new' H D I.
    - injection H as <- <-. split; auto.
    - destruct (succ s) as [l|]; [|discriminate].
      destruct (add_new key l seen new) as [seen1 new1] eqn:E.
      destruct (add_new_fresh _ _ _ _ _ E D I) as [D1 F1].
      destruct (add_new_spec key key_inj _ _ _ E) as (A & _).
      apply IH in H as [D' F]; auto; [|intros t T; now apply F1].
      split; auto. intros t T. destruct (F t T) as [X [Y|Y]]; split; auto.
      destruct (F1 t Y) as [_ [Z|Z]]; auto.
  Qed.
  Lemma add_new_from : forall l seen new seen' new' t, add_new key l seen new = (seen', new') ->
    In t new' -> In t new \/ In t l.
  Proof.
    induction l as [|u l IH]; simpl; intros seen new seen' new' t H T.
    - injection H as <- <-. auto.
    - destruct (PositiveSet.mem (key u) seen); destruct (IH _ _ _ _ t H T) as [A|A]; auto.
      destruct A as [<-|A]; auto.
  Qed.
  Lemma expand_from : forall front seen new seen' new' t,
    expand key succ front seen new = Some (seen', new') -> In t new' ->
    In t new \/ exists s l, In s front /\ succ s = Some l /\ In t l.
  Proof.
    induction front as [|s front IH]; simpl; intros seen new seen' new' t H T.
    - injection H as <- <-. auto.
    - destruct (succ s) as [l|] eqn:E; [|discriminate].
      destruct (add_new key l seen new) as [seen1 new1] eqn:F.
      destruct (IH _ _ _ _ t H T) as [A|(u & k & A & B)]; [|right; exists u, k; tauto].
      destruct (add_new_from _ _ _ _ _ _ F A) as [B|B]; auto. right. exists s, l. auto.
  Qed.

  (** ** What the levels are *)
  Lemma levels_nodup : forall n seen front ls, levels n seen front = Some ls -> NoDup front ->
    (forall s, In s front -> is_in seen s) ->
    NoDup (concat ls) /\ forall s, In s (concat ls) -> In s front \/ ~ is_in seen s.
  Proof.
    induction n as [n IH] using lt_wf_ind. intros seen front ls H D F.
    destruct (levels_next _ _ _ _ H) as [[-> ->]|(m & seen' & new & rest & E & L & -> & B & _)].
    - split; [constructor | intros s []].
    - destruct (expand_fresh _ _ _ _ _ E (NoDup_nil _)) as [D' N]; [intros t []|].
      destruct (IH m B _ _ _ L D') as [G K]; [intros s I; now apply N|].
      assert (A : forall s, In s (concat rest) -> ~ is_in seen s).
      { intros s S I. destruct (K s S) as [J|J].
        - destruct (N s J) as [_ [[]|X]]. auto.
        - apply J. now apply (expand_spec _ _ key_inj _ _ _ E). }
      split.
      + simpl. apply nodup_app; auto. intros s S T. exact (A s T (F s S)).
      + intros s S. apply in_app_or in S as [S|S]; auto.
  Qed.
  Lemma levels_full : forall n seen front ls l, levels n seen front = Some ls -> In l ls -> l <> [].
  Proof.
    induction n as [n IH] using lt_wf_ind. intros seen front ls l H I.
    destruct (levels_next _ _ _ _ H) as [[-> ->]|(m & seen' & new & rest & E & L & -> & B & N)].
    - destruct I.
    - destruct I as [<-|I]; [exact N | exact (IH m B _ _ _ _ L I)].
  Qed.
  Lemma levels_first : forall n seen front ls s, levels n seen front = Some ls -> In s front ->
    at_level ls 0 s.
  Proof.
    intros n seen front ls s H I.
    destruct (levels_next _ _ _ _ H) as [[-> ->]|(m & seen' & new & rest & _ & _ & -> & _)];
      [destruct I | now exists front].
  Qed.

  (** What holds of the first, and of the next where it holds of one, holds of all. *)
  Lemma levels_ind : forall (P : nat -> code -> Prop),
    (forall j t l s, P j t -> succ t = Some l -> In s l -> P (S j) s) ->
    forall n j seen front ls i s, levels n seen front = Some ls -> (forall t, In t front -> P j t) ->
    at_level ls i s -> P (i + j) s /\ exists l, succ s = Some l.
  Proof.
    intros P step. induction n as [n IH] using lt_wf_ind. intros j seen front ls i s H F (l & E & Sl).
    destruct (levels_next _ _ _ _ H) as [[-> ->]|(m & seen' & new & rest & X & L & -> & B & _)].
    - destruct i; discriminate.
    - destruct i as [|i]; simpl in E.
      + injection E as <-. split; [now apply F|].
        destruct (expand_spec _ _ key_inj _ _ _ X) as (_ & Y & _). destruct (Y s Sl) as (u & U & _). eauto.
      + replace (S i + j) with (i + S j) by lia. apply (IH m B (S j) _ _ _ i s L); [|now exists l].
        intros t T. destruct (expand_from _ _ _ _ _ _ X T) as [[]|(u & k & U & K & V)].
        apply (step j u k); auto.
  Qed.

  (** ** Plans are followed *)
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable stands_for : code -> state -> Prop.
  Hypothesis simulates : forall s p q l,
    succ s = Some l -> stands_for s p -> move p q -> exists t, In t (s :: l) /\ stands_for t q.

  Definition closed (seen : PositiveSet.t) (front : list code) : Prop := forall s, is_in seen s ->
    In s front \/ exists l, succ s = Some l /\ forall t, In t l -> is_in seen t.

  Lemma levels_follow : forall n seen front ls, levels n seen front = Some ls -> closed seen front ->
    forall k p q, plan move k p q -> forall s, is_in seen s -> stands_for s p ->
    exists t, stands_for t q /\ (is_in seen t \/ exists i, i <= k /\ at_level ls i t).
  Proof.
    induction n as [n IH] using lt_wf_ind. intros seen front ls H C k p q P.
    destruct (levels_next _ _ _ _ H) as [[-> ->]|(m & seen' & new & rest & E & L & -> & B & _)].
    - induction P as [p|k p r q M P IHP]; intros s I S; [exists s; auto|].
      destruct (C s I) as [[]|(l & X & Y)]. destruct (simulates _ _ _ _ X S M) as (t & T & U).
      destruct (IHP t) as (u & V & W); auto.
      { destruct T as [<-|T]; auto. }
      exists u. split; auto. destruct W as [W|(i & _ & l' & N & _)]; auto. destruct i; discriminate.
    - intros s I Z. destruct P as [p|k p r q M P]; [exists s; auto|].
      destruct (expand_spec _ _ key_inj _ _ _ E) as (A & X & _ & D).
      assert (Y : exists l, succ s = Some l /\ forall t, In t l -> is_in seen' t).
      { destruct (C s I) as [F|(l & U & V)]; auto. exists l. auto. }
      destruct Y as (l & U & V). destruct (simulates _ _ _ _ U Z M) as (t & T & W).
      assert (C' : closed seen' new).
      { intros v J. destruct (D v J) as [K|K]; auto. right. destruct (C v K) as [F|(k' & G & G')].
        - exact (X v F).
        - exists k'. auto. }
      destruct (IH m B _ _ _ L C' k r q P t) as (u & R & Q).
      { destruct T as [<-|T]; auto. }
      { exact W. }
      exists u. split; auto. destruct Q as [Q|(i & Bi & l' & N & Y')].
      + destruct (D u Q) as [G|G]; auto. right. exists 1. split; [lia|].
        destruct (levels_first _ _ _ _ _ L G) as (l' & N & Y'). exists l'. auto.
      + right. exists (S i). split; [lia|]. exists l'. auto.
  Qed.

  (** The levels from some codes: each code once, at the level of its shortest plan. *)
  Lemma from_facts : forall n l ls, levels_from n l = Some ls ->
    NoDup (concat ls) /\ (forall k, In k ls -> k <> []) /\
    (forall k p q s, plan move k p q -> In s l -> stands_for s p ->
       exists t i, stands_for t q /\ i <= k /\ at_level ls i t) /\
    forall P : nat -> code -> Prop, (forall t, In t l -> P 0 t) ->
      (forall j t u s, P j t -> succ t = Some u -> In s u -> P (S j) s) ->
      forall i s, at_level ls i s -> P i s /\ exists u, succ s = Some u.
  Proof.
    intros n l ls H. unfold levels_from in H.
    destruct (add_new key l PositiveSet.empty []) as [seen front] eqn:E.
    destruct (add_new_fresh _ _ _ _ _ E (NoDup_nil _)) as [D F]; [intros t []|].
    destruct (add_new_spec key key_inj _ _ _ E) as (_ & A & _ & B).
    assert (C : forall s, is_in seen s -> In s front).
    { intros s I. destruct (B s I) as [J|J]; auto. unfold Search.is_in in J. discriminate. }
    split; [|split; [|split]].
    - apply levels_nodup with (1 := H) (2 := D). intros s I. now apply F.
    - intros k I. exact (levels_full _ _ _ _ _ H I).
    - intros k p q s P I Z. assert (C0 : closed seen front) by (intros u U; left; auto).
      destruct (levels_follow _ _ _ _ H C0 _ _ _ P s (A s I) Z) as (t & T & [J|(i & K & L)]).
      + exists t, 0. split; auto. split; [lia|]. exact (levels_first _ _ _ _ _ H (C t J)).
      + exists t, i. auto.
    - intros P P0 step i s L. assert (F0 : forall t, In t front -> P 0 t).
      { intros t T. apply P0. destruct (add_new_from _ _ _ _ _ _ E T) as [[]|]; auto. }
      destruct (levels_ind P step _ _ _ _ _ _ _ H F0 L) as [X Y]. rewrite Nat.add_0_r in X. auto.
  Qed.
End Levels.

Lemma one_level : forall code ls i j (s : code), NoDup (concat ls) -> at_level code ls i s ->
  at_level code ls j s -> i = j.
Proof.
  induction ls as [|l ls IH]; intros i j s D (a & A & I) (b & B & J); [destruct i; discriminate|].
  assert (apart : forall k c, nth_error ls k = Some c -> In s c -> In s l -> False).
  { intros k c K C L. assert (In s (concat ls)) by (apply in_concat; exists c; eauto using nth_error_In).
    revert D L. simpl. clear - H. induction l as [|x l IHl]; simpl; intros D L; [destruct L|].
    inversion D; subst. destruct L as [<-|L]; auto. apply H2, in_or_app. now right. }
  assert (D' : NoDup (concat ls)).
  { revert D. clear. simpl. induction l as [|x l IHl]; simpl; auto. intros D. inversion D; auto. }
  destruct i as [|i], j as [|j]; simpl in A, B; auto.
  - injection A as <-. elim (apart j b B J I).
  - injection B as <-. elim (apart i a A I J).
  - f_equal. apply (IH i j s D'); [now exists a | now exists b].
Qed.

Section Claims.
  Variable state : Type.
  Variable move : state -> state -> Prop.
  Variable goal : state -> Prop.
  Variable alike : state -> state -> Prop.
  Variable code : Type.
  Variable key : code -> positive.
  Variable stands_for : code -> state -> Prop.
  Variable succ : code -> option (list code).
  Variable goalb : code -> bool.
  Variable p0 : state.
  Variable s0 : code.

  (** What a family has to say: codes move as states do, and two states are alike if they have one code. *)
  Hypothesis key_inj : forall s t, key s = key t -> s = t.
  Hypothesis simulates : forall s p q l,
    succ s = Some l -> stands_for s p -> move p q -> exists t, In t (s :: l) /\ stands_for t q.
  Hypothesis real : forall s p l t, succ s = Some l -> stands_for s p -> In t l ->
    exists q, move p q /\ stands_for t q.
  Hypothesis one_code : forall s t p q, stands_for s p -> stands_for t q -> alike p q -> s = t.
  Hypothesis one_state : forall s p q, stands_for s p -> stands_for s q -> alike p q.
  Hypothesis start_code : stands_for s0 p0.

  Definition survey_of (n : nat) : option (list (list code)) := levels_from code key succ n [s0].
  (** [n] states, the farthest of them [e] moves away *)
  Definition counts (ls : list (list code)) (n : N) (e : nat) : bool :=
    N.eqb (N.of_nat (length (concat ls))) n && Nat.eqb (length ls) (S e).
  (** [h] moves from the farthest of them to a goal, searched back from the goals *)
  Definition climbs (ls : list (list code)) (n h : nat) : bool :=
    let all := concat ls in
    match levels_from code key succ n (filter goalb all) with
    | None => false
    | Some back => Nat.eqb (length back) (S h) && Nat.eqb (length (concat back)) (length all)
    end.
  Definition survey_check (fuel : nat) (n : N) (e : nat) : bool :=
    match survey_of fuel with Some ls => counts ls n e | None => false end.
  Definition hardest_check (fuel : nat) (n : N) (e h : nat) : bool :=
    match survey_of fuel with Some ls => counts ls n e && climbs ls fuel h | None => false end.

  Lemma same_code : forall s t p, stands_for s p -> stands_for t p -> s = t.
  Proof. intros s t p S T. apply (one_code s t p p S T). exact (one_state s p p S S). Qed.
  Lemma longer : forall n p q r, plan move n p q -> move q r -> plan move (S n) p r.
  Proof.
    induction 1 as [p | n p q s M P IH]; intros R; econstructor; eauto. constructor.
  Qed.

  Section Found.
    Variable fuel : nat.
    Variable ls : list (list code).
    Hypothesis found : survey_of fuel = Some ls.

    Let facts := from_facts code key succ key_inj state move stands_for simulates _ _ _ found.

    Lemma code_reached : forall i s, at_level code ls i s ->
      (exists p, plan move i p0 p /\ stands_for s p) /\ exists l, succ s = Some l.
    Proof.
      intros i s A. destruct facts as (_ & _ & _ & F).
      apply (F (fun i s => exists p, plan move i p0 p /\ stands_for s p)); auto.
      - intros t [<-|[]]. exists p0. split; auto. constructor.
      - intros j t u v (p & P & T) U I. destruct (real t p u v U T I) as (q & M & V).
        exists q. split; auto. exact (longer _ _ _ _ P M).
    Qed.
    Lemma reached_code : forall k p, plan move k p0 p ->
      exists s i, stands_for s p /\ i <= k /\ at_level code ls i s.
    Proof. intros k p P. destruct facts as (_ & _ & F & _). apply (F k p0 p s0 P); simpl; auto. Qed.

    Lemma states_of_codes : forall l, NoDup l -> incl l (concat ls) -> exists ps,
      length ps = length l /\ ForallOrdPairs (fun p q => ~ alike p q) ps /\
      (forall p, In p ps -> in_reach move p0 p /\ exists s, In s l /\ stands_for s p) /\
      (forall s, In s l -> exists p, In p ps /\ stands_for s p).
    Proof.
      induction l as [|s l IH]; intros D I.
      - exists []. split; [reflexivity|]. split; [constructor|]. split; intros x [].
      - inversion D; subst. destruct IH as (ps & A & B & C & E); auto.
        { intros t T. apply I. now right. }
        destruct (proj1 (in_concat_level code ls s) (I s (or_introl eq_refl))) as (i & L).
        destruct (code_reached i s L) as [(p & P & S) _]. exists (p :: ps).
        split; [simpl; congruence|]. split; [|split].
        + constructor; auto. apply Forall_forall. intros q Q K.
          destruct (C q Q) as (_ & t & T & U). rewrite (one_code s t p q S U K) in H1. auto.
        + intros q [<-|Q].
          * split; [now exists i|]. exists s. simpl. auto.
          * destruct (C q Q) as (R & t & T & U). split; auto. exists t. simpl. auto.
        + intros t [<-|T]; [exists p; simpl; auto|]. destruct (E t T) as (q & Q & U).
          exists q. simpl. auto.
    Qed.

    Theorem counted : forall n e, counts ls n e = true ->
      states move alike n p0 /\ farthest move alike e p0.
    Proof.
      intros n e H. unfold counts in H. apply andb_prop in H as [N E]. apply N.eqb_eq in N.
      apply Nat.eqb_eq in E. destruct facts as (D & W & _ & _). split; [|split].
      - destruct (states_of_codes (concat ls) D (incl_refl _)) as (ps & A & B & C & F).
        exists ps. split; [now rewrite A|]. split; auto. split; [intros p P; now apply C|].
        intros p (k & P). destruct (reached_code k p P) as (s & i & S & _ & L).
        destruct (F s) as (q & Q & T); [apply in_concat_level; eauto|].
        exists q. split; auto. exact (one_state s q p T S).
      - intros p (k & P). destruct (reached_code k p P) as (s & i & S & _ & L).
        destruct (code_reached i s L) as [(q & Q & T) _]. exists i, q.
        split; [|split; [exact Q | exact (one_state s q p T S)]].
        destruct L as (l & L & _). assert (i < length ls) by (apply nth_error_Some; congruence). lia.
      - destruct (nth_error ls e) as [l|] eqn:X; [|apply nth_error_None in X; lia].
        destruct l as [|s l]; [elim (W [] (nth_error_In _ _ X)); reflexivity|].
        assert (L : at_level code ls e s) by (exists (s :: l); simpl; auto).
        destruct (code_reached e s L) as [(p & P & S) _]. exists p. split; [now exists e|].
        intros k q Q K. destruct (reached_code k q Q) as (t & i & T & B & J).
        rewrite (one_code t s q p T S K) in J. now rewrite (one_level _ _ _ _ _ D L J).
    Qed.

    (** ** Where moves can be taken back *)
    Variable fine : state -> Prop.
    Hypothesis fine_start : fine p0.
    Hypothesis fine_move : forall p q, fine p -> move p q -> fine q.
    Hypothesis back : forall p q, fine p -> move p q -> move q p.
    Hypothesis goal_code : forall s p, stands_for s p -> (goalb s = true <-> goal p).

    Lemma reached_fine : forall p, in_reach move p0 p -> fine p.
    Proof. intros p (k & P). exact (plan_fine _ fine_move P fine_start). Qed.
    Lemma all_closed : forall t u s, In t (concat ls) -> succ t = Some u -> In s u -> In s (concat ls).
    Proof.
      intros t u s T U I. apply in_concat_level in T as (i & T).
      destruct (code_reached i t T) as [(p & P & S) _]. destruct (real t p u s U S I) as (q & M & Q).
      destruct (reached_code _ q (longer _ _ _ _ P M)) as (v & j & V & _ & L).
      apply in_concat_level. exists j. now rewrite (same_code s v q Q V).
    Qed.

    Section Back.
      Variable ups : list (list code).
      Hypothesis found_back : levels_from code key succ fuel (filter goalb (concat ls)) = Some ups.
      Let up := from_facts code key succ key_inj state move stands_for simulates _ _ _ found_back.

      Lemma back_down : forall i s, at_level code ups i s -> In s (concat ls) /\ forall p,
        stands_for s p -> exists n q, n <= i /\ plan move n p q /\ goal q.
      Proof.
        intros i s A. destruct up as (_ & _ & _ & F). apply (F (fun i s => In s (concat ls) /\
          forall p, stands_for s p -> exists n q, n <= i /\ plan move n p q /\ goal q)); auto.
        - intros t T. apply filter_In in T as [T G]. split; auto. intros p P. exists 0, p.
          split; auto. split; [constructor|]. now apply (goal_code t).
        - intros j t u v [T H] U I. pose proof (all_closed t u v T U I) as V. split; auto.
          intros p P. apply in_concat_level in T as (k & T). apply in_concat_level in V as (k' & V).
          destruct (code_reached k t T) as [(q & Q & S) _].
          destruct (code_reached k' v V) as [_ (l & L)].
          destruct (real t q u v U S I) as (p' & M & P').
          assert (B : move p' q) by (apply back; auto; apply reached_fine; now exists k).
          destruct (simulates v p' q l L P' B) as (t' & T' & S').
          rewrite (same_code t' t q S' S) in T'. destruct T' as [<-|T'].
          + destruct (H p P) as (n & g & N & X). exists n, g. split; [lia | exact X].
          + destruct (real v p l t L P T') as (q' & M' & Q'). destruct (H q' Q') as (n & g & N & X & Y).
            exists (Datatypes.S n), g. split; [lia|]. split; auto. econstructor; eauto.
      Qed.

      Theorem climbed : forall h, length ups = S h -> length (concat ups) = length (concat ls) ->
        hardest move goal h p0.
      Proof.
        intros h H C. destruct up as (D & W & F & _). split.
        - intros p (k & P). destruct (reached_code k p P) as (s & i & S & _ & L).
          assert (I : In s (concat ups)).
          { apply (NoDup_length_incl D (l' := concat ls)); [lia | |apply in_concat_level; eauto].
            intros t T. apply in_concat_level in T as (j & T). now apply back_down in T. }
          apply in_concat_level in I as (j & J). destruct (back_down j s J) as [_ B].
          destruct (B p S) as (n & q & N & X). exists n, q. split; auto.
          destruct J as (l & J & _). assert (j < length ups) by (apply nth_error_Some; congruence). lia.
        - destruct (nth_error ups h) as [l|] eqn:X; [|apply nth_error_None in X; lia].
          destruct l as [|s l]; [elim (W [] (nth_error_In _ _ X)); reflexivity|].
          assert (L : at_level code ups h s) by (exists (s :: l); simpl; auto).
          destruct (back_down h s L) as [I _]. apply in_concat_level in I as (i & I).
          destruct (code_reached i s I) as [(p & P & S) _]. exists p. split; [now exists i|].
          intros n g Q G. assert (R : in_reach move p0 g).
          { exists (i + n). revert Q. clear - P. induction P; simpl; intros; auto. econstructor; eauto. }
          assert (B : plan move n g p).
          { apply (plan_back _ fine_move back Q). apply reached_fine. now exists i. }
          destruct R as (k & R). destruct (reached_code k g R) as (c & j & T & _ & J).
          destruct (F n g p c B) as (t & m & U & M & K); auto.
          { apply filter_In. split; [apply in_concat_level; eauto | now apply (goal_code c g)]. }
          rewrite (same_code t s p U S) in K. now rewrite (one_level _ _ _ _ _ D L K).
      Qed.
    End Back.
  End Found.

  Theorem surveyed : forall fuel n e, survey_check fuel n e = true ->
    states move alike n p0 /\ farthest move alike e p0.
  Proof.
    unfold survey_check. intros fuel n e H. destruct (survey_of fuel) as [ls|] eqn:L; [|discriminate].
    exact (counted fuel ls L n e H).
  Qed.
  Theorem surveyed_both_ways : forall fine : state -> Prop, fine p0 ->
    (forall p q, fine p -> move p q -> fine q) -> (forall p q, fine p -> move p q -> move q p) ->
    (forall s p, stands_for s p -> (goalb s = true <-> goal p)) ->
    forall fuel n e h, hardest_check fuel n e h = true ->
    (states move alike n p0 /\ farthest move alike e p0) /\ hardest move goal h p0.
  Proof.
    unfold hardest_check. intros fine F0 FM B G fuel n e h H.
    destruct (survey_of fuel) as [ls|] eqn:L; [|discriminate]. apply andb_prop in H as [C H].
    split; [exact (counted fuel ls L n e C)|]. unfold climbs in H.
    destruct (levels_from _ _ _ _ _) as [ups|] eqn:U; [|discriminate].
    apply andb_prop in H as [X Y]. apply Nat.eqb_eq in X, Y.
    exact (climbed fuel ls L fine F0 FM B G ups U h X Y).
  Qed.
End Claims.
