(** A bound by weighted departures: how often a move has to begin in each part of a board.  Nothing
    here has to be believed: [far_sound] says what the tables of the parts prove.

    The cells have weights, and a step loses some of the sum.  A table of a part tells, for all that
    its cells may show, the least cost of a way to a goal as far as that part sees it.  There a move
    that begins in the part costs [charge], and a step its share of what it loses.  All parts together
    pay no more than [charge] for a move and the loss for a step.  So what the tables say is at most
    [charge] times the number of moves left, and the sum of the weights less that of the goal.  *)
From Coq Require Import List Bool Ascii String ZArith Arith Lia.
From PuzzleProof Require Import Claims Boards Steps StepSearch Weights.
Import ListNotations.
Open Scope Z_scope.

(** ** Costs: a number, or none where no way leads to a goal *)
Definition cost := option Z.
Definition plus (a b : cost) : cost :=
  match a, b with Some a, Some b => Some (a + b) | _, _ => None end.
(** a <= d + b *)
Definition within (a : cost) (d : Z) (b : cost) : bool :=
  match a, b with
  | _, None => true
  | None, _ => false
  | Some a, Some b => a <=? d + b
  end.

Lemma within_same : forall a d, 0 <= d -> within a d a = true.
Proof. intros [a|] d H; simpl; auto. apply Z.leb_le. lia. Qed.
Lemma within_trans : forall a b c d e,
  within a d b = true -> within b e c = true -> within a (d + e) c = true.
Proof. intros [a|] [b|] [c|] d e; simpl; rewrite ?Z.leb_le; try discriminate; auto. lia. Qed.
Lemma within_more : forall a b d e, d <= e -> within a d b = true -> within a e b = true.
Proof. intros [a|] [b|] d e; simpl; rewrite ?Z.leb_le; auto. lia. Qed.
Lemma within_plus : forall a b d a' b' d', within a d b = true -> within a' d' b' = true ->
  within (plus a a') (d + d') (plus b b') = true.
Proof.
  intros [a|] [b|] d [a'|] [b'|] d'; simpl; rewrite ?Z.leb_le; try discriminate; auto. lia.
Qed.

(** ** Tables: a cost for each row of truth values; a leaf stands for all rows that begin so *)
Inductive tree := Leaf (v : cost) | Node (l r : tree).
Definition side (b : bool) (t : tree) : tree :=
  match t with Node l r => if b then r else l | Leaf _ => t end.
Fixpoint value (x : list bool) (t : tree) : cost :=
  match t, x with
  | Leaf v, _ => v
  | Node _ _, [] => Some 0
  | Node l r, b :: x => value x (if b then r else l)
  end.
Lemma value_side : forall b x t, value (b :: x) t = value x (side b t).
Proof. intros b x [v|l r]; simpl; auto. now destruct x. Qed.

(** What a step does to each cell of a part: nothing, or it is as said before and after. *)
Definition effect := list (option (bool * bool)).
Fixpoint related (k : effect) (x y : list bool) : Prop :=
  match k, x, y with
  | [], [], [] => True
  | None :: k, a :: x, b :: y => a = b /\ related k x y
  | Some (a', b') :: k, a :: x, b :: y => a = a' /\ b = b' /\ related k x y
  | _, _, _ => False
  end.
(** For all rows that the step relates: the first table is at most d above the second. *)
Fixpoint no_more (k : effect) (d : Z) (t u : tree) : bool :=
  match t, u with
  | Leaf a, Leaf b => within a d b
  | _, Leaf None => true
  | _, _ =>
      match k with
      | [] => false
      | None :: k => if no_more k d (side false t) (side false u)
                     then no_more k d (side true t) (side true u) else false
      | Some (a, b) :: k => no_more k d (side a t) (side b u)
      end
  end.

Lemma no_more_sound : forall k x y t u d, related k x y -> no_more k d t u = true ->
  within (value x t) d (value y u) = true.
Proof.
  assert (leaf : forall x v, value x (Leaf v) = v) by now intros [].
  assert (never : forall a d, within a d None = true) by now intros [].
  induction k as [|[[a b]|] k IH]; intros [|a' x] [|b' y] t u d R H; try contradiction.
  - destruct t, u; simpl in *; try discriminate; auto. destruct v; [discriminate|auto].
  - destruct R as (-> & -> & R). rewrite !value_side.
    destruct t as [v|l r], u as [[v'|]|l' r']; simpl in H |- *; rewrite ?leaf; auto;
      apply (IH _ _ _ _ _ R) in H; rewrite ?leaf in H; auto.
  - destruct R as (-> & R). rewrite !value_side.
    assert (B : no_more k d (side b' t) (side b' u) = true -> within (value x (side b' t)) d
      (value y (side b' u)) = true) by now apply IH.
    destruct t as [v|l r], u as [[v'|]|l' r']; simpl in H, B |- *; rewrite ?leaf in *; auto;
      apply B; destruct (no_more k d _ _) eqn:E in H; try discriminate; now destruct b'.
Qed.

Definition idle (k : effect) : bool := forallb (fun e => match e with None => true | _ => false end) k.
Lemma idle_related : forall k x y, idle k = true -> related k x y -> x = y.
Proof.
  induction k as [|[[a b]|] k IH]; intros [|a' x] [|b' y]; simpl; try discriminate; try contradiction;
    auto. intros I [-> R]. f_equal. auto.
Qed.

(** ** Parts of a board *)
Section Parts.
  Variable marked : ascii -> bool.               (* what the tables tell apart *)

  (** [free] is the table where no move is under way, [movers] those where the one who moves has just
      entered that cell; a move that begins on one of these cells is charged. *)
  Record part := Part {
    mine : cell -> bool;
    share : step -> Z;
    free : tree;
    movers : list (cell * tree)
  }.
  Variable l : list cell.
  Definition cells (T : part) : list cell := filter (mine T) l.
  Definition view (cs : list cell) (p : state) : list bool := map (fun c => marked (p c)) cs.
  Definition mover (T : part) (c : cell) : option tree :=
    option_map snd (find (fun m => cell_eqb (fst m) c) (movers T)).
  Definition table_at (T : part) (at_cell : option cell) : tree :=
    match at_cell with
    | None => free T
    | Some c => match mover T c with Some t => t | None => free T end
    end.
  Definition worth (T : part) (h : option cell) (p : state) : cost :=
    value (view (cells T) p) (table_at T h).

  Definition effect_of (k : change) (cs : list cell) : effect :=
    map (fun c => match find (fun e => cell_eqb (fst e) c) k with
                  | Some (_, (a, b)) => Some (marked a, marked b)
                  | None => None
                  end) cs.
  Lemma effect_related : forall k p q cs, happens k p q ->
    related (effect_of k cs) (view cs p) (view cs q).
  Proof.
    intros k p q cs [A B]. induction cs as [|c cs IH]; simpl; auto.
    destruct (find _ k) as [[c' [a b]]|] eqn:F.
    - apply find_some in F as [F E]. simpl in E. apply cell_eqb_eq in E. subst c'.
      destruct (A c a b F) as [-> ->]. auto.
    - split; auto. rewrite B; auto. intros I. apply in_map_iff in I as (e & <- & I).
      pose proof (find_none _ _ F e I) as N. simpl in N.
      assert (cell_eqb (fst e) (fst e) = true) by now apply cell_eqb_eq. congruence.
  Qed.

  Variable charge : Z.
  Definition due (T : part) (s : step) : Z :=
    share T s + match mover T (leaves s) with Some _ => charge | None => 0 end.

  Definition step_fair (T : part) (s : step) : bool :=
    let k := effect_of (changes s) (cells T) in
    let u := table_at T (Some (enters s)) in
    match mover T (leaves s) with
    | Some t => no_more k (share T s) t u && no_more k (share T s + charge) (free T) u
    | None => match mover T (enters s) with
              | None => idle k && (0 <=? share T s)
              | Some _ => false
              end || no_more k (share T s) (free T) u
    end.
  (** Nothing changes, and something marked is on the cell. *)
  Definition still_at (c : cell) (cs : list cell) : effect :=
    map (fun d => if cell_eqb d c then Some (true, true) else None) cs.
  Definition settles (T : part) : bool :=
    forallb (fun m => no_more (still_at (fst m) (cells T)) 0 (snd m) (free T)) (movers T).
  Lemma still_related : forall c p cs, marked (p c) = true ->
    related (still_at c cs) (view cs p) (view cs p).
  Proof.
    intros c p cs M. induction cs as [|d cs IH]; simpl; auto.
    destruct (cell_eqb d c) eqn:E; auto. apply cell_eqb_eq in E. subst. auto.
  Qed.

  Lemma step_pays : forall T s p q, step_fair T s = true -> happens (changes s) p q ->
    within (worth T (Some (leaves s)) p) (share T s) (worth T (Some (enters s)) q) = true /\
    within (worth T None p) (due T s) (worth T (Some (enters s)) q) = true.
  Proof.
    intros T s p q F H. pose proof (effect_related (changes s) p q (cells T) H) as R.
    unfold step_fair in F. unfold due, worth. simpl table_at at 1. simpl table_at at 2.
    destruct (mover T (leaves s)) as [t|] eqn:M.
    - apply andb_prop in F as [F G]. split; eapply no_more_sound; eauto.
    - rewrite Z.add_0_r. enough (within (value (view (cells T) p) (free T)) (share T s)
        (value (view (cells T) q) (table_at T (Some (enters s)))) = true) by auto.
      apply orb_prop in F as [F|F]; [|now apply (no_more_sound _ _ _ _ _ _ R)]. simpl.
      destruct (mover T (enters s)); [discriminate|]. apply andb_prop in F as [F G].
      rewrite (idle_related _ _ _ F R). apply within_same. now apply Z.leb_le.
  Qed.

  Lemma settled : forall T c p, settles T = true -> marked (p c) = true ->
    within (worth T (Some c) p) 0 (worth T None p) = true.
  Proof.
    intros T c p S M. unfold worth, table_at, mover. destruct (find _ _) as [[c' t]|] eqn:F; simpl.
    - apply find_some in F as [F E]. unfold settles in S. rewrite forallb_forall in S.
      apply cell_eqb_eq in E. simpl in E. subst c'.
      apply (no_more_sound (still_at c (cells T))); [now apply still_related | exact (S _ F)].
    - now apply within_same.
  Qed.

  (** ** All parts together *)
  Definition total (Ts : list part) (h : option cell) (p : state) : cost :=
    fold_right (fun T a => plus (worth T h p) a) (Some 0) Ts.
  Definition sum_of (f : part -> Z) (Ts : list part) : Z := fold_right (fun T a => f T + a) 0 Ts.

  Lemma step_total : forall Ts s p q, forallb (fun T => step_fair T s) Ts = true ->
    happens (changes s) p q ->
    within (total Ts (Some (leaves s)) p) (sum_of (fun T => share T s) Ts)
           (total Ts (Some (enters s)) q) = true /\
    within (total Ts None p) (sum_of (fun T => due T s) Ts) (total Ts (Some (enters s)) q) = true.
  Proof.
    induction Ts as [|T Ts IH]; intros s p q F H; [split; reflexivity|].
    simpl in F. apply andb_prop in F as [F G]. destruct (step_pays T s p q F H) as [A B].
    destruct (IH s p q G H) as [A' B']. split; now apply within_plus.
  Qed.
  Lemma total_settled : forall Ts c p, forallb settles Ts = true -> marked (p c) = true ->
    within (total Ts (Some c) p) 0 (total Ts None p) = true.
  Proof.
    induction Ts as [|T Ts IH]; intros c p F M; [reflexivity|]. simpl in F.
    apply andb_prop in F as [F G]. apply (within_plus _ _ 0 _ _ 0); [now apply settled | now apply IH].
  Qed.
  Lemma total_shown : forall Ts h p q, (forall c, p c = q c) -> total Ts h p = total Ts h q.
  Proof.
    induction Ts as [|T Ts IH]; intros h p q E; simpl; auto. rewrite (IH h p q E). f_equal.
    unfold worth. f_equal. apply map_ext. intros c. now rewrite E.
  Qed.
End Parts.

(** ** Plans *)
Section Plans.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Hypothesis goes_on : forall s t, follows s t -> enters s = leaves t.
  Hypothesis ok : setup_ok rows goals steps symbols = true.
  Let l := on_board rows.

  Variable marked : ascii -> bool.
  Variable weight : cell -> Z.
  Definition load (c : cell) (a : ascii) : Z := if marked a then weight c else 0.
  Definition mass (p : state) : Z := sum load p l.
  Definition loss (s : step) : Z := - shift load (changes s).

  Variable charge : Z.
  Variable Ts : list part.
  (** What enters a cell is marked. *)
  Definition lands (s : step) : bool :=
    existsb (fun e => cell_eqb (fst e) (enters s) && marked (snd (snd e))) (changes s).
  Lemma landed : forall s p q, lands s = true -> happens (changes s) p q ->
    marked (q (enters s)) = true.
  Proof.
    intros s p q H [A _]. apply existsb_exists in H as ([c [a b]] & I & E). simpl in E.
    apply andb_prop in E as [E M]. apply cell_eqb_eq in E. subst c. now destruct (A _ _ _ I) as [_ ->].
  Qed.
  Definition shares_fair (s : step) : bool :=
    lands s && (sum_of (fun T => share T s) Ts <=? loss s) &&
    (sum_of (fun T => due charge T s) Ts <=? charge + loss s).
  Definition fair_bound : bool :=
    forallb (fun s => shares_fair s && forallb (fun T => step_fair marked l charge T s) Ts)
      (map whole (compile l steps)) &&
    forallb (settles l) Ts &&
    forallb (fun g => match total marked l Ts None (drawn g) with Some a => a <=? 0 | None => false end)
      goals.
  Hypothesis fair_all : fair_bound = true.

  Definition proper (p : state) : Prop := outside l p /\ incl (map p l) symbols.

  Lemma step_weighs : forall s p q, legal s -> happens (changes s) p q -> proper p ->
    proper q /\ mass q = mass p - loss s /\
    In s (map whole (compile l steps)).
  Proof.
    intros s p q L K [O S]. destruct rules as [R1 R2 R3 R4].
    destruct (step_seen rows goals legal steps symbols R2 R4 ok s p q L K O S)
      as (k & I & W & _ & V).
    split; [exact V|]. split; [|rewrite <- W; now apply in_map].
    apply in_flat_map in I as (s' & I & N).
    destruct (numbered (on_board rows) (changes s')) as [r|] eqn:B; [|destruct N].
    destruct N as [N|[]]. subst k. simpl in W. subst s'.
    destruct (step_facts rows goals steps symbols ok s I) as [U _].
    unfold mass, loss. rewrite (sum_happens load l (changes s) p q); auto; [ring | |].
    - exact (cells_nodup rows goals steps symbols ok).
    - exact (numbered_cells _ _ _ B).
  Qed.

  Lemma run_pays : forall s p q, run legal follows s p q -> proper p -> proper q /\
    within (total marked l Ts (Some (leaves s)) p) (mass p - mass q) (total marked l Ts None q) = true /\
    within (total marked l Ts None p) (charge + (mass p - mass q)) (total marked l Ts None q) = true.
  Proof.
    pose proof fair_all as A. unfold fair_bound in A. rewrite !andb_true_iff, !forallb_forall in A.
    destruct A as [[A B] _].
    assert (one : forall s p q, legal s -> happens (changes s) p q -> proper p -> proper q /\
      within (total marked l Ts (Some (leaves s)) p) (mass p - mass q)
        (total marked l Ts (Some (enters s)) q) = true /\
      within (total marked l Ts None p) (charge + (mass p - mass q))
        (total marked l Ts (Some (enters s)) q) = true /\ marked (q (enters s)) = true).
    { intros s p q L H V. destruct (step_weighs s p q L H V) as (V' & M & I). split; [exact V'|].
      specialize (A s I). unfold shares_fair in A. rewrite !andb_true_iff, !Z.leb_le in A.
      destruct A as [[[N S] D] F]. pose proof (landed s p q N H) as N'. destruct (step_total marked l charge Ts s p q F H) as [X Y].
      split; [apply (within_more _ _ _ _ S) in X | apply (within_more _ _ _ _ D) in Y];
        rewrite M; [replace (mass p - (mass p - loss s)) with (loss s) by ring
                   |replace (mass p - (mass p - loss s)) with (loss s) by ring]; auto. }
    assert (settle : forall c p, marked (p c) = true -> within (total marked l Ts (Some c) p) 0 (total marked l Ts None p) = true).
    { intros c p. apply total_settled, forallb_forall, B. }
    clear A B.
    induction 1 as [s p q L H | s t p q r L H F _ IH]; intros V;
      destruct (one s p q L H V) as (V' & X & Y & N).
    - split; [exact V'|]. split.
      + rewrite <- (Z.add_0_r (mass p - mass q)). eapply within_trans; eauto.
      + rewrite <- (Z.add_0_r (charge + (mass p - mass q))). eapply within_trans; eauto.
    - destruct (IH V') as (V2 & X' & _). rewrite (goes_on s t F) in X, Y.
      split; [exact V2|]. split.
      + replace (mass p - mass r) with ((mass p - mass q) + (mass q - mass r)) by ring.
        eapply within_trans; eauto.
      + replace (charge + (mass p - mass r)) with
          ((charge + (mass p - mass q)) + (mass q - mass r)) by ring.
        eapply within_trans; eauto.
  Qed.

  Lemma plan_pays : forall n p q, plan (move legal follows) n p q -> proper p ->
    within (total marked l Ts None p) (charge * Z.of_nat n + (mass p - mass q))
      (total marked l Ts None q) = true.
  Proof.
    induction 1 as [p | n p q r [s R] _ IH]; intros V.
    - apply within_same. lia.
    - destruct (run_pays s p q R V) as (V' & _ & Y).
      replace (charge * Z.of_nat (S n) + (mass p - mass r)) with
        ((charge + (mass p - mass q)) + (charge * Z.of_nat n + (mass q - mass r))) by lia.
      eapply within_trans; eauto.
  Qed.

  (** The least sum of the weights that a goal has; none without goals. *)
  Definition least_of (gs : list (list string)) : option Z :=
    fold_right (fun g a => match a with
                           | None => Some (mass (drawn g))
                           | Some a => Some (Z.min (mass (drawn g)) a)
                           end) None gs.
  Definition least : option Z := least_of goals.
  Lemma least_least : forall gs m g, least_of gs = Some m -> In g gs -> m <= mass (drawn g).
  Proof.
    induction gs as [|g' gs IH]; simpl; intros m g H I; [discriminate|].
    destruct (least_of gs) as [a|] eqn:E; injection H as <-.
    - destruct I as [->|I]; [lia|]. specialize (IH a g eq_refl I). lia.
    - destruct I as [->|I]; [lia|]. destruct gs; [destruct I|]. simpl in E.
      destruct (least_of gs); discriminate.
  Qed.

  (** [total] and [mass] of a state say that it is n moves from every goal, or more. *)
  Definition too_far (n : nat) (a : cost) (m g : Z) : bool :=
    match a with None => true | Some a => charge * (Z.of_nat n - 1) + (m - g) <? a end.
  Theorem far_sound : forall n p g, 0 <= charge -> least = Some g -> proper p ->
    too_far n (total marked l Ts None p) (mass p) g = true ->
    at_least (move legal follows) (shown goals) n p.
  Proof.
    intros n p g C G V F k q P (d & D & E). pose proof (plan_pays k p q P V) as W.
    pose proof fair_all as A. unfold fair_bound in A. rewrite !andb_true_iff, !forallb_forall in A.
    destruct A as [_ A]. specialize (A d D). pose proof (least_least goals g d G D) as M.
    rewrite (total_shown marked l Ts None q (drawn d) E) in W.
    assert (X : mass q = mass (drawn d)) by (apply sum_ext; auto).
    destruct (total marked l Ts None (drawn d)) as [z|]; [|discriminate]. apply Z.leb_le in A.
    unfold too_far in F. destruct (total marked l Ts None p) as [a|]; [|discriminate].
    simpl in W. apply Z.leb_le in W. apply Z.ltb_lt in F.
    destruct (le_lt_dec n k) as [|K]; auto. exfalso.
    assert (Z.of_nat k <= Z.of_nat n - 1) by lia. nia.
  Qed.
End Plans.
