(** Steps on boards as lists of characters: what computes, and what it proves.  A code is the list
    of what is to be seen on the cells of the board, in some order. *)
From Coq Require Import List Bool Ascii String ZArith PArith Arith Lia.
From PuzzleProof Require Import Claims Boards Steps Search.
Import ListNotations.
Open Scope char_scope.

Definition code := list ascii.

(** ** Keys: few bits for what is often to be seen, and nine or more for anything else *)
Definition bit (b : bool) (p : positive) : positive := if b then xI p else xO p.
Definition byte (x : ascii) (p : positive) : positive :=
  match x with
  | Ascii a b c d e f g h => bit a (bit b (bit c (bit d (bit e (bit f (bit g (bit h p)))))))
  end.
Fixpoint spell (symbols : list ascii) (x : ascii) (p : positive) : positive :=
  match symbols with
  | [] => byte x p
  | a :: symbols => if x =? a then xI p else xO (spell symbols x p)
  end.
Fixpoint key (symbols : list ascii) (s : code) : positive :=
  match s with
  | [] => xH
  | x :: s => spell symbols x (key symbols s)
  end.

Lemma bit_inj : forall a b p q, bit a p = bit b q -> a = b /\ p = q.
Proof. intros [] [] p q; simpl; intros [=]; auto. Qed.
Lemma spell_inj : forall symbols x y p q,
  spell symbols x p = spell symbols y q -> x = y /\ p = q.
Proof.
  induction symbols as [|a symbols IH]; simpl; intros x y p q.
  - destruct x, y. unfold byte. intros E. repeat (apply bit_inj in E as [<- E]). auto.
  - destruct (Ascii.eqb_spec x a), (Ascii.eqb_spec y a); intros [=]; subst; auto.
Qed.

Lemma key_inj : forall symbols s t, key symbols s = key symbols t -> s = t.
Proof.
  intros symbols. induction s as [|x s IH]; intros [|y t]; simpl; auto.
  - destruct symbols as [|a ?]; simpl; [destruct y as [[] ? ? ? ? ? ? ?]|destruct (y =? a)]; discriminate.
  - destruct symbols as [|a ?]; simpl; [destruct x as [[] ? ? ? ? ? ? ?]|destruct (x =? a)]; discriminate.
  - intros E. apply spell_inj in E as [<- E]. now rewrite (IH t E).
Qed.

(** ** Cells and their numbers *)
Definition cell_eqb (a b : cell) : bool :=
  if (fst a =? fst b)%Z then (snd a =? snd b)%Z else false.
Lemma cell_eqb_eq : forall a b, cell_eqb a b = true <-> a = b.
Proof.
  intros [a a'] [b b']. unfold cell_eqb. simpl. destruct (Z.eqb_spec a b) as [->|N].
  - rewrite Z.eqb_eq. split; [now intros -> | now intros [= ->]].
  - split; [discriminate | now intros [= -> ->]].
Qed.
Lemma cell_dec : forall a b : cell, {a = b} + {a <> b}.
Proof. decide equality; apply Z.eq_dec. Qed.

Fixpoint number (c : cell) (l : list cell) : option nat :=
  match l with
  | [] => None
  | b :: l => if cell_eqb c b then Some 0 else option_map S (number c l)
  end.

Lemma number_nth : forall c l i, number c l = Some i -> nth_error l i = Some c.
Proof.
  induction l as [|b l IH]; simpl; intros i H; [discriminate|].
  destruct (cell_eqb c b) eqn:E.
  - apply cell_eqb_eq in E. injection H as <-. now subst.
  - destruct (number c l) as [j|]; [|discriminate]. injection H as <-. now apply IH.
Qed.
Lemma number_in : forall c l, In c l -> exists i, number c l = Some i.
Proof.
  induction l as [|b l IH]; simpl; intros I; [destruct I|].
  destruct (cell_eqb c b) eqn:E; [now exists 0|]. destruct I as [<-|I].
  - assert (cell_eqb b b = true) by now apply cell_eqb_eq. congruence.
  - destruct (IH I) as [i ->]. now exists (S i).
Qed.

(** ** Changes *)
Definition put (p : state) (c : cell) (b : ascii) : state :=
  fun c' => if cell_eqb c' c then b else p c'.

Fixpoint replace (i : nat) (a b : ascii) (s : code) : option code :=
  match i, s with
  | 0, x :: s => if x =? a then Some (b :: s) else None
  | S i, x :: s => match replace i a b s with Some t => Some (x :: t) | None => None end
  | _, [] => None
  end.
Fixpoint apply_all (k : list (nat * (ascii * ascii))) (s : code) : option code :=
  match k with
  | [] => Some s
  | (i, (a, b)) :: k => match replace i a b s with Some t => apply_all k t | None => None end
  end.

Lemma map_put_absent : forall p c b l, ~ In c l -> map (put p c b) l = map p l.
Proof.
  intros p c b l N. apply map_ext_in. intros a I. unfold put. destruct (cell_eqb a c) eqn:E; auto.
  apply cell_eqb_eq in E. now subst.
Qed.

Lemma replace_map : forall p c a b l i, NoDup l -> nth_error l i = Some c ->
  replace i a b (map p l) = if p c =? a then Some (map (put p c b) l) else None.
Proof.
  induction l as [|x l IH]; intros [|i] D E; simpl in *; try discriminate; inversion D; subst.
  - injection E as ->. destruct (p c =? a); auto. do 2 f_equal.
    + unfold put. now replace (cell_eqb c c) with true by (symmetry; now apply cell_eqb_eq).
    + symmetry. now apply map_put_absent.
  - rewrite (IH i H2 E). destruct (p c =? a); auto. do 2 f_equal. unfold put.
    destruct (cell_eqb x c) eqn:F; auto. apply cell_eqb_eq in F. subst. elim H1.
    now apply nth_error_In in E.
Qed.

(** A change with the numbers of its cells; none if a cell is not on the board. *)
Fixpoint numbered (l : list cell) (k : change) : option (list (nat * (ascii * ascii))) :=
  match k with
  | [] => Some []
  | (c, ab) :: k =>
      match number c l, numbered l k with
      | Some i, Some r => Some ((i, ab) :: r)
      | _, _ => None
      end
  end.

Lemma numbered_in : forall l k, (forall c, In c (map fst k) -> In c l) ->
  exists r, numbered l k = Some r.
Proof.
  induction k as [|[c ab] k IH]; simpl; intros H; [now exists []|].
  destruct (number_in c l) as [i ->]; [auto|]. destruct IH as [r ->]; [auto|]. now eexists.
Qed.
Lemma numbered_cells : forall l k r, numbered l k = Some r ->
  forall c, In c (map fst k) -> In c l.
Proof.
  induction k as [|[c ab] k IH]; simpl; intros r H c' I; [destruct I|].
  destruct (number c l) as [i|] eqn:E; [|discriminate].
  destruct (numbered l k) as [r'|]; [|discriminate].
  destruct I as [<-|I]; [|now apply (IH r')]. apply number_nth in E. now apply nth_error_In in E.
Qed.

(** What is computed happens, and what happens is computed. *)
Lemma apply_happens : forall l, NoDup l -> forall k r p t, numbered l k = Some r ->
  NoDup (map fst k) -> apply_all r (map p l) = Some t ->
  exists q, happens k p q /\ t = map q l.
Proof.
  intros l D. induction k as [|[c [a b]] k IH]; simpl; intros r p t N U H.
  - injection N as <-. injection H as <-. exists p. repeat split; auto; contradiction.
  - destruct (number c l) as [i|] eqn:E; [|discriminate].
    destruct (numbered l k) as [r'|]; [|discriminate]. injection N as <-. simpl in H.
    apply number_nth in E. rewrite (replace_map p c a b l i D E) in H.
    destruct (Ascii.eqb_spec (p c) a) as [Ea|]; [|discriminate]. inversion U; subst.
    destruct (IH r' (put p c b) t eq_refl H3 H) as (q & [Q1 Q2] & ->). exists q. split; auto.
    assert (P : put p c b c = b).
    { unfold put. now replace (cell_eqb c c) with true by (symmetry; now apply cell_eqb_eq). }
    assert (O : forall c', c' <> c -> put p c b c' = p c').
    { intros c' Ne. unfold put. destruct (cell_eqb c' c) eqn:F; auto.
      apply cell_eqb_eq in F. contradiction. }
    split.
    + intros c' a' b' [[= <- <- <-]|I]; [split; auto; now rewrite Q2|].
      assert (c' <> c).
      { intros ->. apply H2. exact (in_map fst _ _ I). }
      destruct (Q1 _ _ _ I) as [A B]. rewrite O in A by assumption. auto.
    + simpl. intros c' Ne. rewrite Q2 by tauto. apply O. intros ->. apply Ne. auto.
Qed.

Lemma happens_apply : forall l, NoDup l -> forall k r p q, numbered l k = Some r ->
  NoDup (map fst k) -> happens k p q -> apply_all r (map p l) = Some (map q l).
Proof.
  intros l D. induction k as [|[c [a b]] k IH]; simpl; intros r p q N U [Q1 Q2].
  - injection N as <-. simpl. f_equal. apply map_ext. intros c. symmetry. apply Q2. intros [].
  - destruct (number c l) as [i|] eqn:E; [|discriminate].
    destruct (numbered l k) as [r'|]; [|discriminate]. injection N as <-. simpl.
    apply number_nth in E. rewrite (replace_map p c a b l i D E).
    destruct (Q1 c a b (or_introl eq_refl)) as [-> Qc]. rewrite Ascii.eqb_refl.
    inversion U; subst. apply IH; auto. split.
    + intros c' a' b' I. destruct (Q1 c' a' b' (or_intror I)) as [A B]. split; auto.
      unfold put. destruct (cell_eqb c' c) eqn:F; auto. apply cell_eqb_eq in F. subst c'. elim H1. exact (in_map fst _ _ I).
    + intros c' Ne. unfold put. destruct (cell_eqb c' c) eqn:F.
      * apply cell_eqb_eq in F. now subst.
      * apply Q2. simpl. intros [E'|I]; [|contradiction]. subst c'.
        assert (cell_eqb c c = true) by now apply cell_eqb_eq. congruence.
Qed.

(** ** Boards with steps *)
Definition width (rows : list string) : nat :=
  fold_right (fun r a => Nat.max (String.length r) a) 0 rows.
Definition rectangle (rows : list string) : list cell :=
  list_prod (map Z.of_nat (seq 0 (List.length rows))) (map Z.of_nat (seq 0 (width rows))).
Definition on_board (rows : list string) : list cell :=
  filter (fun c => negb (drawn rows c =? "#")) (rectangle rows).

Definition distinct (l : list cell) : bool :=
  (fix go l := match l with
               | [] => true
               | c :: l => if existsb (cell_eqb c) l then false else go l
               end) l.
Lemma distinct_nodup : forall l, distinct l = true -> NoDup l.
Proof.
  induction l as [|c l IH]; simpl; intros H; constructor.
  - destruct (existsb (cell_eqb c) l) eqn:E; [discriminate|]. intros I.
    assert (existsb (cell_eqb c) l = true) by (apply existsb_exists; exists c; split; auto;
      now apply cell_eqb_eq). congruence.
  - apply IH. now destruct (existsb (cell_eqb c) l).
Qed.

Definition outside (l : list cell) (p : state) : Prop := forall c, ~ In c l -> p c = "#".

Record compiled := Compiled { whole : step; parts : list (nat * (ascii * ascii)) }.
Definition compile (l : list cell) (steps : list step) : list compiled :=
  flat_map (fun s => match numbered l (changes s) with
                     | Some r => [Compiled s r] | None => [] end) steps.

Fixpoint gather {A : Type} (l : list (option (list A))) : option (list A) :=
  match l with
  | [] => Some []
  | None :: _ => None
  | Some a :: l => option_map (app a) (gather l)
  end.
Lemma gather_in : forall A (l : list (option (list A))) r, gather l = Some r ->
  forall o, In o l -> exists a, o = Some a /\ incl a r.
Proof.
  induction l as [|[a|] l IH]; simpl; intros r H o I; [destruct I | | discriminate].
  destruct (gather l) as [b|] eqn:E; [|discriminate]. injection H as <-.
  destruct I as [<-|I].
  - exists a. split; auto. now apply incl_appl, incl_refl.
  - destruct (IH b eq_refl o I) as (c & -> & J). exists c. split; auto. now apply incl_appr.
Qed.

Section Boards.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Let l := on_board rows.

  (** What a family has to say. *)
  Hypothesis steps_legal : forall s, In s steps -> legal s.
  Hypothesis steps_all : forall s p q, legal s -> happens (changes s) p q -> outside l p ->
    incl (map p l) symbols -> In s steps.
  Hypothesis follows_iff : forall s t, followsb s t = true <-> follows s t.
  Hypothesis starts_on_board : forall s c a b, legal s -> In (c, (a, b)) (changes s) -> a <> "#".

  (** What is checked by computing. *)
  Definition step_ok (s : step) : bool :=
    distinct (map fst (changes s)) &&
    forallb (fun '(_, (_, b)) => existsb (Ascii.eqb b) symbols) (changes s).
  Definition fits (r : list string) : bool :=
    Nat.leb (List.length r) (List.length rows) &&
    forallb (fun t => Nat.leb (String.length t) (width rows)) r &&
    forallb (fun c => negb (drawn rows c =? "#") || (drawn r c =? "#")) (rectangle rows).
  Definition setup_ok : bool :=
    distinct l && forallb step_ok steps && forallb fits (rows :: goals) &&
    forallb (fun c => existsb (Ascii.eqb (drawn rows c)) symbols) l.

  Definition move (p q : state) : Prop := exists s, run legal follows s p q.

  (** All codes that a run from [s] reaches, whose first step is [k]. *)
  Fixpoint reached (n : nat) (all : list compiled) (k : compiled) (s : code)
    : option (list code) :=
    match n with
    | 0 => None
    | S n =>
        match apply_all (parts k) s with
        | None => Some []
        | Some t =>
            option_map (cons t)
              (gather (map (fun k' => reached n all k' t)
                 (filter (fun k' => followsb (whole k) (whole k')) all)))
        end
    end.
  Definition fuel : nat := 100.
  (** Steps sorted by what one cell has to show before, so that most are passed over together: the
      first cell that the step changes, or the last. *)
  Definition guard := option (nat * ascii).
  Definition guard_of (first : bool) (k : compiled) : guard :=
    match (if first then parts k else rev (parts k)) with
    | (i, (a, _)) :: _ => Some (i, a)
    | [] => None
    end.
  Definition guard_eqb (g h : guard) : bool :=
    match g, h with
    | None, None => true
    | Some (i, a), Some (j, b) => if Nat.eqb i j then a =? b else false
    | _, _ => false
    end.
  Definition passes (s : code) (g : guard) : bool :=
    match g with None => true | Some (i, a) => nth i s "#" =? a end.
  Fixpoint put_in (first : bool) (k : compiled) (groups : list (guard * list compiled))
    : list (guard * list compiled) :=
    match groups with
    | [] => [(guard_of first k, [k])]
    | (g, ks) :: groups => if guard_eqb (guard_of first k) g then (g, k :: ks) :: groups
                           else (g, ks) :: put_in first k groups
    end.
  Record sorted := Sorted { ungrouped : list compiled; grouped : list (guard * list compiled) }.
  Definition by_guard (first : bool) (all : list compiled) := fold_right (put_in first) [] all.
  (** The fewer groups, the fewer cells are looked at. *)
  Definition sort (all : list compiled) : sorted :=
    let (a, b) := (by_guard true all, by_guard false all) in
    Sorted all (if Nat.ltb (List.length a) (List.length b) then a else b).
  Definition successors (all : sorted) (s : code) : option (list code) :=
    gather (flat_map (fun '(g, ks) =>
      if passes s g then map (fun k => reached fuel (ungrouped all) k s) ks else []) (grouped all)).
  Definition code_of (p : state) : code := map p l.
  Fixpoint code_eqb (s t : code) : bool :=
    match s, t with
    | [], [] => true
    | a :: s, b :: t => if a =? b then code_eqb s t else false
    | _, _ => false
    end.
  Definition goalb (wanted : list code) (s : code) : bool := existsb (code_eqb s) wanted.

  Definition stands_for (s : code) (p : state) : Prop :=
    s = map p l /\ outside l p /\ incl (map p l) symbols.

  Hypothesis ok : setup_ok = true.

  Lemma cells_nodup : NoDup l.
  Proof. unfold setup_ok in ok. rewrite !andb_true_iff in ok. now apply distinct_nodup. Qed.

  Lemma step_facts : forall s, In s steps -> NoDup (map fst (changes s)) /\
    forall c a b, In (c, (a, b)) (changes s) -> In b symbols.
  Proof.
    intros s I. pose proof ok as H. unfold setup_ok in H. rewrite !andb_true_iff in H.
    destruct H as [[[_ H] _] _]. rewrite forallb_forall in H. specialize (H s I).
    unfold step_ok in H. apply andb_prop in H as [A B]. split; [now apply distinct_nodup|].
    intros c a b J. rewrite forallb_forall in B. specialize (B _ J). simpl in B.
    apply existsb_exists in B as (x & X & E). apply Ascii.eqb_eq in E. now subst.
  Qed.

  Lemma after_step : forall s p q, In s steps -> happens (changes s) p q ->
    (forall c, In c (map fst (changes s)) -> In c l) ->
    outside l p -> incl (map p l) symbols -> outside l q /\ incl (map q l) symbols.
  Proof.
    intros s p q I [H1 H2] C O S. destruct (step_facts s I) as [_ B]. split.
    - intros c N. rewrite H2; auto.
    - intros x X. apply in_map_iff in X as (c & <- & Ic).
      destruct (in_dec cell_dec c (map fst (changes s))) as [J|J].
      + apply in_map_iff in J as ([c' [a b]] & <- & J). simpl.
        destruct (H1 _ _ _ J) as [_ ->]. exact (B _ _ _ J).
      + rewrite H2 by assumption. apply S. now apply in_map.
  Qed.

  (** Every run is followed. *)
  Lemma step_seen : forall s p q, legal s -> happens (changes s) p q -> outside l p ->
    incl (map p l) symbols ->
    exists k, In k (compile l steps) /\ whole k = s /\ apply_all (parts k) (map p l) = Some (map q l)
      /\ outside l q /\ incl (map q l) symbols.
  Proof.
    intros s p q L H O S. pose proof (steps_all s p q L H O S) as I.
    assert (C : forall c, In c (map fst (changes s)) -> In c l).
    { intros c J. apply in_map_iff in J as ([c' [a b]] & <- & J). simpl.
      destruct (in_dec cell_dec c' l) as [|N]; auto. exfalso.
      apply (starts_on_board s c' a b L J). destruct H as [H _].
      destruct (H _ _ _ J) as [<- _]. now apply O. }
    destruct (numbered_in l (changes s) C) as [r R]. destruct (step_facts s I) as [D _].
    exists (Compiled s r). split; [|split; [reflexivity|split]].
    - apply in_flat_map. exists s. split; auto. rewrite R. now left.
    - exact (happens_apply l cells_nodup _ _ _ _ R D H).
    - now apply (after_step s p q).
  Qed.

  Lemma run_seen : forall s p q, run legal follows s p q -> outside l p ->
    incl (map p l) symbols -> exists k, In k (compile l steps) /\ whole k = s /\
    forall n r, reached n (compile l steps) k (map p l) = Some r ->
      exists t, In t r /\ stands_for t q.
  Proof.
    induction 1 as [s p q L H | s s' p q r L H F R IH]; intros O S;
      destruct (step_seen s p q L H O S) as (k & I & W & A & O' & S'); exists k;
      split; auto; split; auto; intros [|n] u; simpl; try discriminate; rewrite A;
      destruct (gather _) as [v|] eqn:G; try discriminate; simpl; intros [= <-].
    - exists (map q l). split; [now left|]. split; auto.
    - destruct (IH O' S') as (k' & I' & W' & N).
      assert (J : In (reached n (compile l steps) k' (map q l))
        (map (fun k' => reached n (compile l steps) k' (map q l))
          (filter (fun k' => followsb (whole k) (whole k')) (compile l steps)))).
      { apply (in_map (fun k' => reached n (compile l steps) k' (map q l))).
        apply filter_In. split; auto. rewrite W, W'. now apply follows_iff. }
      destruct (gather_in _ _ _ G _ J) as (a & E & In_a).
      destruct (N n a E) as (t & T & St). exists t. split; auto. right. now apply In_a.
  Qed.

  Lemma guard_eqb_eq : forall g h, guard_eqb g h = true -> g = h.
  Proof.
    intros [[i a]|] [[j b]|]; simpl; try discriminate; auto.
    destruct (Nat.eqb_spec i j) as [->|]; [|discriminate].
    intros E. apply Ascii.eqb_eq in E. now subst.
  Qed.
  Lemma put_in_in : forall f k groups, exists ks,
    In (guard_of f k, ks) (put_in f k groups) /\ In k ks.
  Proof.
    induction groups as [|[g ks] groups IH]; simpl; [exists [k]; simpl; auto|].
    destruct (guard_eqb (guard_of f k) g) eqn:E.
    - apply guard_eqb_eq in E. subst. exists (k :: ks). simpl. auto.
    - destruct IH as (ks' & I & J). exists ks'. simpl. auto.
  Qed.
  Lemma put_in_keeps : forall f k groups g ks, In (g, ks) groups ->
    exists ks', In (g, ks') (put_in f k groups) /\ incl ks ks'.
  Proof.
    induction groups as [|[g' ks'] groups IH]; simpl; intros g ks I; [destruct I|].
    destruct (guard_eqb (guard_of f k) g').
    - destruct I as [[= <- <-]|I].
      + exists (k :: ks'). simpl. split; auto. now apply incl_tl, incl_refl.
      + exists ks. simpl. split; auto using incl_refl.
    - destruct I as [[= <- <-]|I].
      + exists ks'. simpl. split; auto using incl_refl.
      + destruct (IH g ks I) as (u & J & K). exists u. simpl. auto.
  Qed.
  Lemma by_guard_in : forall f all k, In k all ->
    exists ks, In (guard_of f k, ks) (by_guard f all) /\ In k ks.
  Proof.
    induction all as [|a all IH]; simpl; intros k I; [destruct I|]. destruct I as [->|I].
    - apply put_in_in.
    - destruct (IH k I) as (ks & J & K).
      destruct (put_in_keeps f a _ _ _ J) as (u & U & V). exists u. auto.
  Qed.
  Lemma grouped_in : forall all k, In k all ->
    exists f ks, In (guard_of f k, ks) (grouped (sort all)) /\ In k ks.
  Proof.
    intros all k I. unfold sort, grouped. destruct (Nat.ltb _ _).
    - exists true. now apply by_guard_in.
    - exists false. now apply by_guard_in.
  Qed.

  Lemma numbered_entry : forall k r i ab, numbered l k = Some r -> In (i, ab) r ->
    exists c, nth_error l i = Some c /\ In (c, ab) k.
  Proof.
    induction k as [|[c x] k IH]; simpl; intros r i ab H I; [injection H as <-; destruct I|].
    destruct (number c l) as [j|] eqn:E; [|discriminate].
    destruct (numbered l k) as [r'|]; [|discriminate]. injection H as <-.
    destruct I as [[= <- <-]|I].
    - exists c. split; [now apply number_nth | now left].
    - destruct (IH r' i ab eq_refl I) as (d & D & J). exists d. auto.
  Qed.
  Lemma guard_passes : forall f k p q, In k (compile l steps) ->
    happens (changes (whole k)) p q -> passes (map p l) (guard_of f k) = true.
  Proof.
    intros f k p q I [A _]. unfold guard_of.
    destruct (if f then parts k else rev (parts k)) as [|[i [a b]] r] eqn:R; auto.
    assert (J : In (i, (a, b)) (parts k)).
    { destruct f; [|rewrite in_rev]; rewrite R; now left. }
    apply in_flat_map in I as (s & _ & I). destruct (numbered l (changes s)) as [n|] eqn:N; [|destruct I].
    destruct I as [<-|[]]. simpl in *. destruct (numbered_entry _ _ _ _ N J) as (c & C & D).
    destruct (A c a b D) as [<- _]. simpl.
    replace (nth i (map p l) "#") with (p c); [apply Ascii.eqb_refl|].
    symmetry. apply nth_error_nth. now apply map_nth_error.
  Qed.

  Lemma simulates : forall s p q r, successors (sort (compile l steps)) s = Some r ->
    stands_for s p -> move p q -> exists t, In t r /\ stands_for t q.
  Proof.
    intros s p q r H (-> & O & S) [st R].
    assert (F : exists q1, happens (changes st) p q1) by (inversion R; eauto).
    destruct F as [q1 F]. destruct (run_seen st p q R O S) as (k & I & W & N).
    destruct (grouped_in _ k I) as (f & ks & G & K). unfold successors in H.
    assert (I' : In (reached fuel (compile l steps) k (map p l)) (flat_map (fun '(g, ks) =>
      if passes (map p l) g then map (fun k => reached fuel (compile l steps) k (map p l)) ks else [])
      (grouped (sort (compile l steps))))).
    { apply in_flat_map. exists (guard_of f k, ks). split; auto.
      rewrite (guard_passes f k p q1 I) by (now rewrite W).
      now apply (in_map (fun k => reached fuel (compile l steps) k (map p l))). }
    destruct (gather_in _ _ _ H _ I') as (a & E & J).
    destruct (N fuel a E) as (t & T & St). exists t. auto.
  Qed.

  Definition wanted : list code := map (fun g => map (drawn g) l) goals.

  Lemma goal_seen : forall s p, stands_for s p -> shown goals p -> goalb wanted s = true.
  Proof.
    intros s p (-> & _) (g & G & E). apply existsb_exists. exists (map (drawn g) l). split.
    - now apply (in_map (fun g => map (drawn g) l)).
    - replace (map (drawn g) l) with (map p l) by (apply map_ext; auto).
      induction (map p l); simpl; auto. now rewrite Ascii.eqb_refl.
  Qed.

  (** ** The start, plans, and the theorems *)
  Lemma get_short : forall s n a, String.get n s = Some a -> n < String.length s.
  Proof.
    induction s as [|b s IH]; intros [|n] a; simpl; try discriminate; try lia.
    intros H. specialize (IH n a H). lia.
  Qed.

  Lemma drawn_outside : forall r, In r (rows :: goals) -> outside l (drawn r).
  Proof.
    intros g G [r k] N. pose proof ok as F. unfold setup_ok in F. rewrite !andb_true_iff in F.
    destruct F as [[_ F] _]. rewrite forallb_forall in F. specialize (F g G). unfold fits in F.
    rewrite !andb_true_iff, Nat.leb_le, !forallb_forall in F. destruct F as [[F W] B].
    assert (J : In (r, k) (rectangle rows) -> drawn g (r, k) = "#").
    { intros J. specialize (B _ J). apply orb_prop in B as [B|B]; [|now apply Ascii.eqb_eq].
      elim N. now apply filter_In. }
    unfold drawn in *. destruct ((r <? 0) || (k <? 0))%Z eqn:E; auto.
    apply orb_false_iff in E as [E E']. apply Z.ltb_ge in E, E'.
    destruct (nth_error g (Z.to_nat r)) as [text|] eqn:R; auto.
    destruct (String.get (Z.to_nat k) text) as [x|] eqn:K; auto. apply J.
    pose proof (W _ (nth_error_In _ _ R)) as H. apply Nat.leb_le in H.
    assert (Z.to_nat r < List.length g) by (apply nth_error_Some; congruence).
    pose proof (get_short _ _ _ K). apply in_prod; apply in_map_iff.
    - exists (Z.to_nat r). rewrite in_seq. lia.
    - exists (Z.to_nat k). rewrite in_seq. lia.
  Qed.

  Lemma start_stands : stands_for (map (drawn rows) l) (drawn rows).
  Proof.
    split; [reflexivity|]. split; [apply drawn_outside; now left|].
    intros x X. apply in_map_iff in X as (c & <- & C). pose proof ok as F. unfold setup_ok in F.
    rewrite !andb_true_iff in F. destruct F as [_ F]. rewrite forallb_forall in F.
    specialize (F c C). apply existsb_exists in F as (y & Y & E). apply Ascii.eqb_eq in E.
    now rewrite E.
  Qed.

  (** A plan names the cells that each move goes over: from the first to the last. *)
  Definition may_follow (before : option step) (s : step) : bool :=
    match before with Some b => followsb b s | None => true end.
  Fixpoint choose (all : list compiled) (before : option step) (a b : cell) (s : code)
    : option (step * code) :=
    match all with
    | [] => None
    | k :: all =>
        if cell_eqb (leaves (whole k)) a && cell_eqb (enters (whole k)) b &&
           may_follow before (whole k)
        then match apply_all (parts k) s with
             | Some t => Some (whole k, t)
             | None => choose all before a b s
             end
        else choose all before a b s
    end.
  Fixpoint play_run (all : list compiled) (before : option step) (a : cell) (path : list cell)
    (s : code) : option code :=
    match path with
    | [] => None
    | b :: path =>
        match choose all before a b s with
        | None => None
        | Some (k, t) => match path with
                         | [] => Some t
                         | _ => play_run all (Some k) b path t
                         end
        end
    end.
  Fixpoint play (all : list compiled) (moves : list (list cell)) (s : code) : option code :=
    match moves with
    | [] => Some s
    | [] :: _ => None
    | (a :: path) :: moves => match play_run all None a path s with
                              | Some t => play all moves t
                              | None => None
                              end
    end.

  Lemma choose_sound : forall all before a b p k t, incl all (compile l steps) ->
    choose all before a b (map p l) = Some (k, t) -> outside l p -> incl (map p l) symbols ->
    legal k /\ may_follow before k = true /\
    exists q, happens (changes k) p q /\ t = map q l /\ outside l q /\ incl (map q l) symbols.
  Proof.
    induction all as [|u all IH]; simpl; intros before a b p k t I H O S; [discriminate|].
    assert (I' : incl all (compile l steps)) by (intros x X; apply I; now right).
    destruct (_ && may_follow before (whole u)) eqn:E; [|now apply (IH before a b)].
    destruct (apply_all (parts u) (map p l)) as [v|] eqn:A; [|now apply (IH before a b)].
    injection H as <- <-. apply andb_prop in E as [_ E].
    specialize (I u (or_introl eq_refl)). apply in_flat_map in I as (s & J & M).
    destruct (numbered l (changes s)) as [r|] eqn:R; [|destruct M]. destruct M as [<-|[]].
    simpl in *. split; auto. split; auto.
    destruct (step_facts s J) as [D _].
    destruct (apply_happens l cells_nodup _ _ _ _ R D A) as (q & Q & ->). exists q.
    split; auto. split; auto. apply (after_step s p q); auto. exact (numbered_cells _ _ _ R).
  Qed.

  Lemma play_run_sound : forall path before a p t,
    play_run (compile l steps) before a path (map p l) = Some t -> outside l p ->
    incl (map p l) symbols ->
    exists k q, may_follow before k = true /\ run legal follows k p q /\ t = map q l /\
      outside l q /\ incl (map q l) symbols.
  Proof.
    induction path as [|b path IH]; simpl; intros before a p t H O S; [discriminate|].
    destruct (choose _ _ _ _ _) as [[k u]|] eqn:C; [|discriminate].
    destruct (choose_sound _ _ _ _ _ _ _ (incl_refl _) C O S) as (L & M & q & Q & -> & O' & S').
    destruct path as [|b' path].
    - injection H as <-. exists k, q. split; [exact M|]. split; [now constructor|]. auto.
    - destruct (IH (Some k) b q t H O' S') as (k' & r & M' & R & -> & O2 & S2).
      exists k, r. split; [exact M|]. split; [|auto]. apply follows_iff in M'.
      exact (next_step _ _ k k' p q r L Q M' R).
  Qed.

  Lemma play_sound : forall moves p t, play (compile l steps) moves (map p l) = Some t ->
    outside l p -> incl (map p l) symbols ->
    exists q, plan move (List.length moves) p q /\ t = map q l /\ outside l q.
  Proof.
    induction moves as [|[|a path] moves IH]; simpl; intros p t H O S; try discriminate.
    - injection H as <-. exists p. repeat split; auto. constructor.
    - destruct (play_run _ _ _ _ _) as [u|] eqn:P; [|discriminate].
      destruct (play_run_sound _ _ _ _ _ P O S) as (k & q & _ & R & -> & O' & S').
      destruct (IH q t H O' S') as (r & M & -> & O2). exists r. repeat split; auto.
      econstructor; [|exact M]. now exists k.
  Qed.

  Lemma code_eqb_eq : forall s t, code_eqb s t = true -> s = t.
  Proof.
    induction s as [|a s IH]; intros [|b t]; simpl; try discriminate; auto.
    destruct (Ascii.eqb_spec a b) as [->|]; [|discriminate]. intros H. f_equal. auto.
  Qed.

  Definition plan_ok (moves : list (list cell)) : bool :=
    match play (compile l steps) moves (map (drawn rows) l) with
    | Some t => goalb wanted t
    | None => false
    end.

  Theorem plan_sound : forall moves, plan_ok moves = true ->
    exists q, plan move (List.length moves) (drawn rows) q /\ shown goals q.
  Proof.
    unfold plan_ok. intros moves H. destruct (play _ _ _) as [t|] eqn:P; [|discriminate].
    destruct start_stands as (_ & O & S).
    destruct (play_sound _ _ _ P O S) as (q & M & -> & O'). exists q. split; auto.
    apply existsb_exists in H as (w & W & E). apply in_map_iff in W as (g & <- & G).
    exists g. split; auto. intros c. apply code_eqb_eq in E.
    destruct (in_dec cell_dec c l) as [I|N].
    - revert I. generalize l, E. clear. intros cells. induction cells as [|b cells IH]; simpl.
      + intros _ [].
      + intros [= E F] [<-|I]; auto.
    - rewrite O', (drawn_outside g); auto. now right.
  Qed.

  Theorem lower_bound_sound : forall L,
    check_at_least (key symbols) (successors (sort (compile l steps))) (goalb wanted) L (map (drawn rows) l) = true ->
    at_least move (shown goals) L (drawn rows).
  Proof.
    intros L H. eapply check_at_least_sound; [exact (key_inj symbols) | | | exact start_stands | exact H].
    - intros s p q r S R M. destruct (simulates s p q r S R M) as (t & T & V). exists t.
      split; [now right | exact V].
    - exact goal_seen.
  Qed.

  Theorem refuted_sound : forall n,
    check_unsolvable (key symbols) (successors (sort (compile l steps))) (goalb wanted) n (map (drawn rows) l) = true ->
    unsolvable move (shown goals) (drawn rows).
  Proof.
    intros n H. eapply check_unsolvable_sound; [exact (key_inj symbols) | | | exact start_stands | exact H].
    - intros s p q r S R M. destruct (simulates s p q r S R M) as (t & T & V). exists t.
      split; [now right | exact V].
    - exact goal_seen.
  Qed.
End Boards.

(** ** What a family's theorems come from: checks that the kernel computes *)
Section Checks.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.

  Record family : Prop := Family {
    legal_steps : forall s, In s steps -> legal s;
    all_steps : forall s p q, legal s -> happens (changes s) p q -> outside (on_board rows) p ->
      incl (map p (on_board rows)) symbols -> In s steps;
    same_follows : forall s t, followsb s t = true <-> follows s t;
    never_outside : forall s c a b, legal s -> In (c, (a, b)) (changes s) -> a <> "#"
  }.
  Hypothesis rules : family.

  Definition lower_check (n : nat) : bool :=
    let l := on_board rows in
    let all := sort (compile l steps) in
    let w := wanted rows goals in
    setup_ok rows goals steps symbols &&
    check_at_least (key symbols) (successors followsb all) (goalb w) n (map (drawn rows) l).
  Definition refuted_check (n : nat) : bool :=
    let l := on_board rows in
    let all := sort (compile l steps) in
    let w := wanted rows goals in
    setup_ok rows goals steps symbols &&
    check_unsolvable (key symbols) (successors followsb all) (goalb w) n (map (drawn rows) l).
  Definition minimum_check (n : nat) (moves : list (list cell)) : bool :=
    Nat.eqb (List.length moves) n && plan_ok rows goals steps followsb moves && lower_check n.

  Theorem lower_checked : forall n, lower_check n = true ->
    at_least (move legal follows) (shown goals) n (drawn rows).
  Proof.
    destruct rules. unfold lower_check. intros n H. apply andb_prop in H as [S H].
    eapply lower_bound_sound; eauto.
  Qed.
  Theorem refuted_checked : forall n, refuted_check n = true ->
    unsolvable (move legal follows) (shown goals) (drawn rows).
  Proof.
    destruct rules. unfold refuted_check. intros n H. apply andb_prop in H as [S H].
    eapply refuted_sound; eauto.
  Qed.
  Theorem minimum_checked : forall n moves, minimum_check n moves = true ->
    minimum (move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold minimum_check. intros n moves H. rewrite !andb_true_iff, Nat.eqb_eq in H.
    destruct H as [[<- P] B]. split; [|now apply lower_checked].
    destruct rules. unfold lower_check in B. apply andb_prop in B as [S _].
    eapply plan_sound; eauto.
  Qed.
End Checks.
