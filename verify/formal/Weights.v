(** Bounds without a search: numbers that every step changes in a known way.  Nothing here has to be
    believed: the theorems say what weights prove, for every family whose moves are steps. *)
From Coq Require Import List Bool Ascii String ZArith Arith Lia.
From PuzzleProof Require Import Claims Boards Steps StepSearch.
Import ListNotations.
Open Scope Z_scope.

(** A weighing gives weights to what is to be seen on cells, and one to each pair of a frog with a
    toad behind it (in reading order).  [Falls D]: no step lowers the sum by more than D.
    [Counts m c]: every step adds c to it, modulo m. *)
Inductive form := Falls (drop : Z) | Counts (modulus change : Z).
Record weighing := Weighing {
  how : form;
  table : list (cell * (ascii * Z));
  crossing : Z
}.

(** What may be added to the sum by n moves. *)
Definition fair (f : form) (n d : Z) : Prop :=
  match f with Falls drop => - (n * drop) <= d | Counts m c => (m | d - c * n) end.
Definition fairb (f : form) (n d : Z) : bool :=
  match f with Falls drop => - (n * drop) <=? d | Counts m c => (d - c * n) mod m =? 0 end.
(** Any number of steps is as good as one. *)
Definition endless (f : form) : bool :=
  match f with Falls drop => drop =? 0 | Counts _ c => c =? 0 end.
Definition sound (f : form) : bool :=
  match f with Falls _ => true | Counts m _ => 0 <? m end.

Lemma fair_iff : forall f n d, sound f = true -> (fairb f n d = true <-> fair f n d).
Proof.
  intros [D|m c] n d; simpl; intros H; [apply Z.leb_le|].
  apply Z.ltb_lt in H. rewrite Z.eqb_eq. apply Z.mod_divide. lia.
Qed.
Lemma fair_add : forall f n d n' d', fair f n d -> fair f n' d' -> fair f (n + n') (d + d').
Proof.
  intros [D|m c] n d n' d'; simpl; [lia|]. intros A B.
  replace (d + d' - c * (n + n')) with ((d - c * n) + (d' - c * n')) by ring.
  now apply Z.divide_add_r.
Qed.
Lemma fair_any : forall f n n' d, endless f = true -> fair f n d -> fair f n' d.
Proof.
  intros [D|m c] n n' d; simpl; intros E; apply Z.eqb_eq in E; subst; [lia|].
  now rewrite !Z.mul_0_l.
Qed.
Lemma fair_nothing : forall f, fair f 0 0.
Proof. intros [D|m c]; simpl; [lia|]. rewrite Z.mul_0_r. apply Z.divide_0_r. Qed.

(** ** Sums over cells *)
Section Sums.
  Variable w : cell -> ascii -> Z.
  Fixpoint sum (p : state) (l : list cell) : Z :=
    match l with [] => 0 | c :: l => w c (p c) + sum p l end.
  Fixpoint shift (k : change) : Z :=
    match k with [] => 0 | (c, (a, b)) :: k => w c b - w c a + shift k end.

  Lemma sum_ext : forall p q l, (forall c, In c l -> p c = q c) -> sum p l = sum q l.
  Proof. induction l as [|c l IH]; simpl; intros H; auto. rewrite H, IH; auto. Qed.
  Lemma put_there : forall p c b, put p c b c = b.
  Proof. intros. unfold put. now replace (cell_eqb c c) with true by (symmetry; now apply cell_eqb_eq). Qed.
  Lemma put_other : forall p c b c', c' <> c -> put p c b c' = p c'.
  Proof.
    intros p c b c' N. unfold put. destruct (cell_eqb c' c) eqn:E; auto.
    apply cell_eqb_eq in E. contradiction.
  Qed.
  Lemma sum_put : forall p c b l, NoDup l -> In c l ->
    sum (put p c b) l = sum p l + w c b - w c (p c).
  Proof.
    induction l as [|x l IH]; simpl; intros D I; [destruct I|]. inversion D; subst.
    destruct (cell_dec x c) as [->|N].
    - rewrite put_there, (sum_ext (put p c b) p); [lia|]. intros y Y. apply put_other. congruence.
    - rewrite put_other, IH; auto; [lia|]. destruct I; [contradiction|auto].
  Qed.
  Lemma sum_happens : forall l k p q, NoDup l -> NoDup (map fst k) ->
    (forall c, In c (map fst k) -> In c l) -> happens k p q -> sum q l = sum p l + shift k.
  Proof.
    intros l. induction k as [|[c [a b]] k IH]; simpl; intros p q D U C [Q1 Q2].
    - rewrite Z.add_0_r. apply sum_ext. intros c _. apply Q2. intros [].
    - inversion U; subst. rewrite (IH (put p c b) q); auto.
      + rewrite sum_put by auto. destruct (Q1 c a b (or_introl eq_refl)) as [-> _]. lia.
      + split.
        * intros c' a' b' I. destruct (Q1 c' a' b' (or_intror I)) as [A B]. split; auto.
          rewrite put_other; auto. intros ->. apply H1. exact (in_map fst _ _ I).
        * intros c' N. destruct (cell_dec c' c) as [->|M].
          -- rewrite put_there. exact (proj2 (Q1 c a b (or_introl eq_refl))).
          -- rewrite put_other by assumption. apply Q2. simpl. intros [E|I]; [congruence|contradiction].
  Qed.
End Sums.

(** ** Frogs with toads behind them *)
Fixpoint many (x : ascii) (s : list ascii) : Z :=
  match s with [] => 0 | a :: s => (if (a =? x)%char then 1 else 0) + many x s end.
Fixpoint crossings (s : list ascii) : Z :=
  match s with [] => 0 | a :: s => (if (a =? "F")%char then many "T" s else 0) + crossings s end.
Lemma many_app : forall x s t, many x (s ++ t) = many x s + many x t.
Proof. induction s; simpl; intros; auto. rewrite IHs. lia. Qed.
Lemma crossings_app : forall s t,
  crossings (s ++ t) = crossings s + crossings t + many "F" s * many "T" t.
Proof.
  induction s as [|a s IH]; intros t; [cbn; ring|].
  change (crossings ((a :: s) ++ t)) with
    ((if (a =? "F")%char then many "T" (s ++ t) else 0) + crossings (s ++ t)).
  change (crossings (a :: s)) with ((if (a =? "F")%char then many "T" s else 0) + crossings s).
  change (many "F" (a :: s)) with ((if (a =? "F")%char then 1 else 0) + many "F" s).
  rewrite IH, many_app. destruct (a =? "F")%char; ring.
Qed.

(** A change of neighbours in reading order that only moves animals among them. *)
Definition before (k : change) : list ascii := map (fun e => fst (snd e)) k.
Definition after (k : change) : list ascii := map (fun e => snd (snd e)) k.
Fixpoint same (a b : list cell) : bool :=
  match a, b with
  | [], [] => true
  | c :: a, d :: b => cell_eqb c d && same a b
  | _, _ => false
  end.
Lemma same_eq : forall a b, same a b = true -> a = b.
Proof.
  induction a as [|c a IH]; intros [|d b]; simpl; try discriminate; auto.
  intros H. apply andb_prop in H as [E H]. apply cell_eqb_eq in E. subst. f_equal. auto.
Qed.
Definition block (l : list cell) (k : change) : bool :=
  match k with
  | [] => false
  | (c, _) :: _ =>
      match number c l with
      | None => false
      | Some i => same l (firstn i l ++ map fst k ++ skipn (i + List.length k) l)
      end
  end && (many "F" (before k) =? many "F" (after k)) && (many "T" (before k) =? many "T" (after k)).

Lemma happens_rev : forall k p q, happens k p q -> happens (rev k) p q.
Proof.
  intros k p q [A B]. split.
  - intros c a b I. apply A. now apply in_rev.
  - intros c N. apply B. rewrite map_rev in N. intros I. apply N. now apply -> in_rev.
Qed.

Lemma nodup_middle : forall (A B C : list cell), NoDup (A ++ B ++ C) ->
  forall c, In c A \/ In c C -> ~ In c B.
Proof.
  induction A as [|a A IH]; simpl; intros B C D c I J.
  - destruct I as [[]|I]. induction B as [|b B IH]; simpl in *; [destruct J|].
    inversion D; subst. destruct J as [->|J]; auto. apply H1. apply in_or_app. auto.
  - inversion D; subst. destruct I as [[->|I]|I].
    + apply H1. apply in_or_app. right. apply in_or_app. auto.
    + apply (IH B C H2 c); auto.
    + apply (IH B C H2 c); auto.
Qed.

Lemma crossings_change : forall l k p q, NoDup l -> block l k = true -> happens k p q ->
  crossings (map q l) = crossings (map p l) + crossings (after k) - crossings (before k).
Proof.
  intros l k p q D H [A B]. unfold block in H. rewrite !andb_true_iff, !Z.eqb_eq in H.
  destruct H as [[H F] T]. destruct k as [|[c ab] k']; [discriminate|].
  set (k := (c, ab) :: k') in *. destruct (number c l) as [i|]; [|discriminate].
  apply same_eq in H. revert H. generalize (firstn i l) (skipn (i + List.length k) l).
  intros X Y E. rewrite E in D |- *.
  assert (P : map p (map fst k) = before k).
  { unfold before. rewrite map_map. apply map_ext_in. intros [c' [a b]] I. simpl.
    now destruct (A c' a b I). }
  assert (Q : map q (map fst k) = after k).
  { unfold after. rewrite map_map. apply map_ext_in. intros [c' [a b]] I. simpl.
    now destruct (A c' a b I). }
  assert (O : forall c, In c X \/ In c Y -> q c = p c).
  { intros c' I. apply B. now apply (nodup_middle X _ Y). }
  rewrite !map_app, P, Q.
  replace (map q X) with (map p X) by (apply map_ext_in; intros; symmetry; auto).
  replace (map q Y) with (map p Y) by (apply map_ext_in; intros; symmetry; auto).
  rewrite !crossings_app, !many_app, F, T. ring.
Qed.

(** ** Weighings *)
Definition weight (t : list (cell * (ascii * Z))) (c : cell) (a : ascii) : Z :=
  match find (fun e => cell_eqb (fst e) c && (fst (snd e) =? a)%char) t with
  | None => 0
  | Some e => snd (snd e)
  end.
Definition value (x : weighing) (l : list cell) (p : state) : Z :=
  sum (weight (table x)) p l + crossing x * crossings (map p l).

(** What a step adds; none if that depends on the state. *)
Definition local (l : list cell) (k : change) : option Z :=
  if block l k then Some (crossings (after k) - crossings (before k))
  else if block l (rev k) then Some (crossings (after (rev k)) - crossings (before (rev k)))
  else None.
Definition added (x : weighing) (l : list cell) (k : change) : option Z :=
  if crossing x =? 0 then Some (shift (weight (table x)) k)
  else match local l k with
       | Some n => Some (shift (weight (table x)) k + crossing x * n)
       | None => None
       end.

Lemma added_sound : forall x l k p q n, NoDup l -> NoDup (map fst k) ->
  (forall c, In c (map fst k) -> In c l) -> happens k p q -> added x l k = Some n ->
  value x l q - value x l p = n.
Proof.
  intros x l k p q n D U C H E. unfold added in E. unfold value.
  rewrite (sum_happens _ l k p q D U C H). destruct (Z.eqb_spec (crossing x) 0) as [->|_].
  - injection E as <-. ring.
  - unfold local in E. destruct (block l k) eqn:B.
    + injection E as <-. rewrite (crossings_change l k p q D B H). ring.
    + destruct (block l (rev k)) eqn:R; [|discriminate]. injection E as <-.
      rewrite (crossings_change l (rev k) p q D R (happens_rev k p q H)). ring.
Qed.

Section Checks.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Let l := on_board rows.

  (** The steps that may happen: what is outside stays so. *)
  Definition inside (s : step) : bool :=
    forallb (fun e => negb (drawn rows (fst e) =? "#")%char) (changes s).
  Definition inner : list step := filter inside (map whole (compile l steps)).
  Definition alone : bool := forallb (fun s => negb (existsb (followsb s) inner)) inner.
  Definition holds (x : weighing) : bool :=
    sound (how x) && (endless (how x) || alone) &&
    forallb (fun s => match added x l (changes s) with
                      | Some n => fairb (how x) 1 n | None => false end) inner.
  Definition allows (x : weighing) (g : list string) (n : nat) : bool :=
    fairb (how x) (Z.of_nat n) (value x l (drawn g) - value x l (drawn rows)).
  Definition weights_ok (xs : list weighing) : bool :=
    setup_ok rows goals steps symbols && forallb holds xs.
  Definition bound_check (xs : list weighing) (n : nat) : bool :=
    weights_ok xs &&
    forallb (fun g => forallb (fun k => existsb (fun x => negb (allows x g k)) xs) (seq 0 n)) goals.
  Definition never_check (xs : list weighing) : bool :=
    weights_ok xs &&
    forallb (fun g => existsb (fun x => endless (how x) && negb (allows x g 0)) xs) goals.

  Section Sound.
    Variable x : weighing.
    Hypothesis ok : setup_ok rows goals steps symbols = true.
    Hypothesis H : holds x = true.
    Let valid (p : state) : Prop :=
      (outside l p /\ incl (map p l) symbols) /\ forall c, drawn rows c = "#"%char -> p c = "#"%char.

    Lemma step_adds : forall s p q, legal s -> happens (changes s) p q -> valid p ->
      In s inner /\ valid q /\ fair (how x) 1 (value x l q - value x l p).
    Proof.
      intros s p q L K [[O S] E]. destruct rules as [R1 R2 R3 R4].
      destruct (step_seen rows goals legal steps symbols R2 R4 ok s p q L K O S)
        as (k & I & W & _ & V).
      assert (N : forall c a b, In (c, (a, b)) (changes s) -> drawn rows c <> "#"%char).
      { intros c a b C F. destruct K as [K _]. apply (R4 s c a b L C).
        destruct (K c a b C) as [<- _]. auto. }
      assert (J : In s inner).
      { apply filter_In. split; [rewrite <- W; now apply in_map|]. apply forallb_forall.
        intros [c [a b]] C. apply negb_true_iff, Ascii.eqb_neq. exact (N c a b C). }
      split; [exact J|]. split.
      { split; [exact V|]. intros c F. destruct K as [_ K]. rewrite K; auto. intros C.
        apply in_map_iff in C as ([c' [a b]] & <- & C). exact (N _ _ _ C F). }
      clear N. pose proof H as G. unfold holds in G.
      rewrite !andb_true_iff, forallb_forall in G. destruct G as [[M _] G]. specialize (G s J).
      destruct (added x l (changes s)) as [n|] eqn:A; [|discriminate].
      apply fair_iff in G; [|exact M]. apply in_flat_map in I as (s' & I & N).
      destruct (numbered (on_board rows) (changes s')) as [r|] eqn:B; [|destruct N].
      destruct N as [N|[]]. subst k. simpl in W. subst s'.
      destruct (step_facts rows goals steps symbols ok s I) as [U _].
      rewrite (added_sound x l (changes s) p q n); auto.
      - exact (cells_nodup rows goals steps symbols ok).
      - exact (numbered_cells _ _ _ B).
    Qed.

    Lemma run_adds : forall s p q, run legal follows s p q -> valid p ->
      In s inner /\ valid q /\ fair (how x) 1 (value x l q - value x l p).
    Proof.
      induction 1 as [s p q L K | s t p q r L K F R IH]; intros V; [now apply (step_adds s)|].
      destruct (step_adds s p q L K V) as (I & V' & A). destruct (IH V') as (J & V2 & B).
      split; auto. split; auto. pose proof H as G. unfold holds in G.
      rewrite !andb_true_iff, orb_true_iff in G. destruct G as [[_ [E|E]] _].
      - replace (value x l r - value x l p) with
          ((value x l q - value x l p) + (value x l r - value x l q)) by ring.
        apply (fair_any _ (1 + 1)); auto. now apply fair_add.
      - unfold alone in E. rewrite forallb_forall in E. specialize (E s I).
        apply negb_true_iff in E. enough (existsb (followsb s) inner = true) by congruence.
        apply existsb_exists. exists t. split; auto. now apply (same_follows _ _ _ _ _ _ rules).
    Qed.

    Lemma plan_adds : forall n p q, plan (move legal follows) n p q -> valid p ->
      fair (how x) (Z.of_nat n) (value x l q - value x l p).
    Proof.
      induction 1 as [p | n p q r [s R] _ IH]; intros V.
      - rewrite Z.sub_diag. apply fair_nothing.
      - destruct (run_adds s p q R V) as (_ & V' & A). rewrite Nat2Z.inj_succ.
        replace (Z.succ (Z.of_nat n)) with (1 + Z.of_nat n) by lia.
        replace (value x l r - value x l p) with
          ((value x l q - value x l p) + (value x l r - value x l q)) by ring.
        apply fair_add; auto.
    Qed.

    Lemma value_shown : forall p q : state, (forall c, p c = q c) -> value x l p = value x l q.
    Proof.
      intros p q E. unfold value. rewrite (sum_ext _ p q) by auto. do 3 f_equal. now apply map_ext.
    Qed.

    Lemma allowed : forall n q g, plan (move legal follows) n (drawn rows) q ->
      (forall c, q c = drawn g c) -> allows x g n = true.
    Proof.
      intros n q g P E. pose proof H as G. unfold holds in G. rewrite !andb_true_iff in G.
      destruct G as [[M _] _]. unfold allows. apply fair_iff; auto.
      rewrite <- (value_shown q (drawn g) E). apply plan_adds; auto.
      destruct (start_stands rows goals steps symbols ok) as (_ & O & S). now repeat split.
    Qed.
  End Sound.

  Theorem bound_checked : forall xs n, bound_check xs n = true ->
    at_least (move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold bound_check, weights_ok. intros xs n B. rewrite !andb_true_iff, !forallb_forall in B.
    destruct B as [[S X] B]. intros k q P (g & G & E). specialize (B g G).
    rewrite forallb_forall in B. destruct (le_lt_dec n k) as [|K]; auto. exfalso.
    assert (J : In k (seq 0 n)) by (apply in_seq; lia). specialize (B k J).
    apply existsb_exists in B as (x & I & N). apply negb_true_iff in N.
    rewrite (allowed x S (X x I) k q g P E) in N. discriminate.
  Qed.

  Theorem never_checked : forall xs, never_check xs = true ->
    unsolvable (move legal follows) (shown goals) (drawn rows).
  Proof.
    unfold never_check, weights_ok. intros xs B. rewrite !andb_true_iff, !forallb_forall in B.
    destruct B as [[S X] B]. intros k q P (g & G & E). specialize (B g G).
    apply existsb_exists in B as (x & I & N). apply andb_prop in N as [Z N].
    apply negb_true_iff in N. pose proof (allowed x S (X x I) k q g P E) as A.
    unfold allows in A, N. assert (M : sound (how x) = true).
    { specialize (X x I). unfold holds in X. rewrite !andb_true_iff in X. tauto. }
    apply fair_iff in A; auto. apply (fair_any _ _ (Z.of_nat 0)) in A; auto.
    apply fair_iff in A; auto. congruence.
  Qed.

  (** With a plan of that length, the minimum. *)
  Definition met_check (xs : list weighing) (n : nat) (moves : list (list cell)) : bool :=
    Nat.eqb (List.length moves) n && plan_ok rows goals steps followsb moves && bound_check xs n.
  Theorem met_checked : forall xs n moves, met_check xs n moves = true ->
    minimum (move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold met_check. intros xs n moves B. rewrite !andb_true_iff, Nat.eqb_eq in B.
    destruct B as [[<- P] B]. split; [|now apply (bound_checked xs)].
    destruct rules. unfold bound_check, weights_ok in B. rewrite !andb_true_iff in B.
    destruct B as [[S _] _]. eapply plan_sound; eauto.
  Qed.
End Checks.
