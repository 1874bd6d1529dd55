(** The search of [SlidingCodes] for a compiled program: masks are compared as whole numbers, and
    the places beside a place are looked up once.  It answers the same. *)
From Coq Require Import List Bool ZArith NArith PArith.
From Coq Require Import FSets.FMapPositive.
From PuzzleProof Require Import Search SlidingBlocks SlidingCodes SlidingMoves Sliding.
Import ListNotations.

Opaque fuel.

Definition free (others : N) (e : place) : bool := (N.land (place_mask e) others =? 0)%N.

Fixpoint straight (m : place_table) (n : nat) (others : N) (d : direction) (e : place)
  : option (list place) :=
  match n with
  | 0 => None
  | S n =>
      match next m d e with
      | None => Some []
      | Some e' => if free others e'
                   then option_map (cons e') (straight m n others d e')
                   else Some []
      end
  end.

Fixpoint upto (m : place_table) (n : nat) (others : N) (d : direction) (e : place) : list place :=
  match n with
  | 0 => []
  | S n =>
      match next m d e with
      | None => []
      | Some e' => if free others e' then e' :: upto m n others d e' else []
      end
  end.

Definition near_table := PositiveMap.t (list place).
Definition make_near (m : place_table) : near_table := PositiveMap.map (around m) m.
Definition near (t : near_table) (e : place) : list place :=
  match PositiveMap.find (N.succ_pos (place_rank e)) t with Some l => l | None => [] end.

Fixpoint flood (t : near_table) (n : nat) (others : N) (seen front : list place)
  : option (list place) :=
  match n with
  | 0 => None
  | S n =>
      match front with
      | [] => Some seen
      | e :: front =>
          let new := filter (fun e' => free others e' and negb (known seen e')) (near t e) in
          flood t n others (new ++ seen) (new ++ front)
      end
  end.

Definition targets (n : nat) (k : metric) (m : place_table) (t : near_table) (others : N) (e : place)
  : option (list place) :=
  match k with
  | Unit => Some (flat_map (fun d => upto m n others d e) directions)
  | Line => gather (map (fun d => straight m fuel others d e) directions)
  | Piece => flood t fuel others [e] [e]
  end.

Definition successors (n : nat) (k : metric) (m : place_table) (t : near_table) (s : code)
  : option (list code) :=
  let all := standing m s in
  let occupied := fold_right (fun e a => N.lor (place_mask e) a) 0%N all in
  gather (map (fun e =>
    let rest := N.lxor s (place_bit e) in
    let elsewhere e' := place_rests e' and negb (place_rank e' =? place_rank e)%N in
    option_map (fun l => map (fun e' => N.lxor rest (place_bit e')) (filter elsewhere l))
               (targets n k m t (N.ldiff occupied (place_mask e)) e)) all).

Definition goalb (t : list (list N)) (s : code) : bool :=
  any (all (fun k => negb (N.land k s =? 0)%N)) t.

Definition lower_bound (z : puzzle) (k : metric) (L : nat) : bool :=
  let m := make_places z in
  let t := clauses z m in
  setup_ok z m && check_at_least N.succ_pos
    (successors (stride z) k m (make_near m)) (goalb t) L (first_code z m).
Definition refuted (z : puzzle) (k : metric) (n : nat) : bool :=
  let m := make_places z in
  let t := clauses z m in
  setup_ok z m && check_unsolvable N.succ_pos
    (successors (stride z) k m (make_near m)) (goalb t) n (first_code z m).

(** ** The same answers *)
Lemma same_free : forall others e, free others e = SlidingCodes.free others e.
Proof. intros. unfold SlidingCodes.free. now rewrite apart_land. Qed.

Lemma same_straight : forall m n others d e,
  straight m n others d e = SlidingCodes.straight m n others d e.
Proof.
  induction n as [|n IH]; simpl; intros others d e; auto. destruct (next m d e); auto.
  now rewrite same_free, IH.
Qed.

Lemma same_upto : forall m n others d e, upto m n others d e = SlidingCodes.upto m n others d e.
Proof.
  induction n as [|n IH]; simpl; intros others d e; auto. destruct (next m d e); auto.
  now rewrite same_free, IH.
Qed.

Lemma same_goalb : forall t s, goalb t s = SlidingCodes.goalb t s.
Proof.
  intros t s. apply any_ext. intros l. apply all_ext. intros k. now rewrite apart_land.
Qed.

Section Same.
  Variable z : puzzle.
  Variable m : place_table.
  Hypothesis m_ok : places_ok z m = true.

  Lemma get_own : forall i e, get m i = Some e -> own m e.
  Proof. intros i e G. unfold own. now destruct (place_facts z m m_ok i e G) as [-> _]. Qed.

  Lemma around_own : forall e, Forall (own m) (around m e).
  Proof.
    intros e. apply Forall_forall. intros v V. apply in_flat_map in V as ([d j] & _ & V).
    destruct (get m j) as [u|] eqn:G; [|destruct V]. destruct V as [<-|[]]. exact (get_own _ _ G).
  Qed.

  Lemma standing_own : forall s, Forall (own m) (standing m s).
  Proof.
    intros s. apply Forall_forall. intros v V. apply in_flat_map in V as (j & _ & V).
    destruct (get m j) as [u|] eqn:G; [|destruct V]. destruct V as [<-|[]]. exact (get_own _ _ G).
  Qed.

  Lemma same_near : forall e, own m e -> near (make_near m) e = around m e.
  Proof.
    intros e O. unfold near, make_near.
    now rewrite (PositiveMap.map_1 (m := m) (e := e) (x := N.succ_pos (place_rank e)) (around m) O).
  Qed.

  Lemma same_flood : forall n others seen front, Forall (own m) front ->
    flood (make_near m) n others seen front = SlidingCodes.flood m n others seen front.
  Proof.
    induction n as [|n IH]; simpl; intros others seen front F; auto.
    destruct F as [|e front O F]; auto. rewrite (same_near e O).
    rewrite (filter_ext _ (fun e' => SlidingCodes.free others e' and negb (known seen e')))
      by (intros; now rewrite same_free).
    apply IH, Forall_app. split; auto. apply Forall_forall. intros v V.
    apply filter_In in V as [V _]. pose proof (around_own e) as A. rewrite Forall_forall in A. auto.
  Qed.

  Lemma same_targets : forall n k others e, own m e ->
    targets n k m (make_near m) others e = SlidingCodes.targets n k m others e.
  Proof.
    intros n [] others e O; unfold targets, SlidingCodes.targets.
    - f_equal. apply flat_map_ext. intros. apply same_upto.
    - f_equal. apply map_ext. intros. apply same_straight.
    - apply same_flood. now repeat constructor.
  Qed.

  Lemma same_successors : forall n k s,
    successors n k m (make_near m) s = SlidingCodes.successors n k m s.
  Proof.
    intros n k s. unfold successors, SlidingCodes.successors. f_equal. apply map_ext_in.
    intros e I. pose proof (standing_own s) as A. rewrite Forall_forall in A.
    now rewrite (same_targets n k _ e (A e I)).
  Qed.
End Same.

Theorem lower_bound_sound : forall z k L, lower_bound z k L = true -> needs_at_least z k L.
Proof.
  unfold lower_bound. intros z k L H. apply andb_prop in H as [S H].
  set (m := make_places z) in *. destruct (setup_facts _ _ S) as (A & B & C).
  eapply check_at_least_sound; [exact key_inj | | | | exact H].
  - intros s p q l. rewrite (same_successors z m B). apply (simulates z m B).
  - intros s p. rewrite same_goalb. apply (goal_seen z m B).
  - now apply first_represents.
Qed.

Theorem refuted_sound : forall z k n, refuted z k n = true -> has_no_plan z k.
Proof.
  unfold refuted. intros z k n H. apply andb_prop in H as [S H].
  set (m := make_places z) in *. destruct (setup_facts _ _ S) as (A & B & C).
  eapply check_unsolvable_sound; [exact key_inj | | | | exact H].
  - intros s p q l. rewrite (same_successors z m B). apply (simulates z m B).
  - intros s p. rewrite same_goalb. apply (goal_seen z m B).
  - now apply first_represents.
Qed.

Definition minimum_check (z : puzzle) (k : metric) (n : nat) (plan : String.string) : bool :=
  let moves := read_plan plan in
  Nat.eqb (List.length moves) n && plan_ok z k moves && lower_bound z k n.

Theorem minimum_by_search : forall z k n plan,
  minimum_check z k n plan = true -> minimum_is z k n.
Proof.
  unfold minimum_check. intros z k n plan H. rewrite !andb_true_iff, Nat.eqb_eq in H.
  destruct H as [[<- P] B]. split; [now apply plan_ok_sound | now apply lower_bound_sound].
Qed.
