(* puzzleproof-coq of Eight puzzle, a farthest table, metric single.
   'coqc -q FILE' checks it, and is to answer 'Closed under the global context'.  To be read
   are the modules whose first lines say so, and the end, from 'Definition instance' on. *)
From Coq Require List Bool Ascii String ZArith PArith Arith Lia.

Module Claims.
(** What is claimed: plans, and the least number of moves.  To be read and believed; nothing here
    knows what a puzzle is. *)
Set Implicit Arguments.

Section Claims.
  Variable state : Type.
  Variable move : state -> state -> Prop.       (* one legal move leads from the one to the other *)
  Variable goal : state -> Prop.

  (** A plan of [n] moves. *)
  Inductive plan : nat -> state -> state -> Prop :=
  | no_move : forall p, plan 0 p p
  | one_more : forall n p q r, move p q -> plan n q r -> plan (S n) p r.

  (** Every plan to a goal has at least [L] moves. *)
  Definition at_least (L : nat) (start : state) : Prop :=
    forall n q, plan n start q -> goal q -> L <= n.

  (** No plan leads to a goal. *)
  Definition unsolvable (start : state) : Prop :=
    forall n q, plan n start q -> ~ goal q.

  (** Some plan of [L] moves leads to a goal, and none of fewer. *)
  Definition minimum (L : nat) (start : state) : Prop :=
    (exists q, plan L start q /\ goal q) /\ at_least L start.
End Claims.
End Claims.

Module Boards.
(** Boards as they are drawn, by rows of characters.  To be read and believed. *)
Import List Bool Ascii String ZArith.
Open Scope char_scope.

(** A cell is a row and a column, both from 0, row 0 at the top. *)
Definition cell := (Z * Z)%type.

Inductive direction := North | East | South | West.

(** The cell beside another. *)
Definition beside (d : direction) (c : cell) : cell :=
  let (row, column) := c in
  match d with
  | North => (row - 1, column)
  | East => (row, column + 1)
  | South => (row + 1, column)
  | West => (row, column - 1)
  end%Z.

Definition opposite (d : direction) : direction :=
  match d with North => South | South => North | East => West | West => East end.

(** A state tells which character is to be seen on every cell. *)
Definition state := cell -> ascii.

(** What rows of characters show.  A space is outside the board, as "#" is, and so are all cells
    beyond the drawing. *)
Definition drawn (rows : list string) : state :=
  fun '(row, column) =>
    if (row <? 0)%Z || (column <? 0)%Z then "#" else
    match nth_error rows (Z.to_nat row) with
    | None => "#"
    | Some text => match String.get (Z.to_nat column) text with
                   | None | Some " " => "#"
                   | Some x => x
                   end
    end.
End Boards.

Module Steps.
(** Steps that change a few cells of a board, and moves of one step or several.  To be read and
    believed, with [Claims] and [Boards]. *)
Import List Ascii String.
Export Boards.
Import ListNotations.

(** A change: [(c, (a, b))] says that the cell [c] shows [a] before and [b] after.  It happens where
    all cells show what they are to show; cells that are not named stay as they are. *)
Definition change := list (cell * (ascii * ascii)).
Definition happens (k : change) (p q : state) : Prop :=
  (forall c a b, In (c, (a, b)) k -> p c = a /\ q c = b) /\
  (forall c, ~ In c (map fst k) -> q c = p c).

(** A step: somebody leaves a cell and enters another, and this is what changes. *)
Record step := Step { leaves : cell; enters : cell; changes : change }.

(** A run: one legal step, or several, each of which may follow the one before. *)
Inductive run (legal : step -> Prop) (follows : step -> step -> Prop)
  : step -> state -> state -> Prop :=
| last_step : forall s p q, legal s -> happens (changes s) p q -> run legal follows s p q
| next_step : forall s t p q r,
    legal s -> happens (changes s) p q -> follows s t -> run legal follows t q r ->
    run legal follows s p r.

(** A goal shows what is to be seen on every cell. *)
Definition shown (goals : list (list string)) (p : state) : Prop :=
  exists g, In g goals /\ forall c, p c = drawn g c.
End Steps.

Module Tiles.
(** Sliding tiles: the rules.  To be read and believed, with [Claims], [Boards] and [Steps]. *)
Import List Ascii String.
Import Claims.
Export Steps.
Import ListNotations.
Open Scope char_scope.

(** "." is the blank, any other character a tile. *)
Record puzzle := Puzzle {
  board : list string;
  goals : list (list string)            (* any one of them will do *)
}.
Definition start (z : puzzle) : state := drawn (board z).

(** The blank and a tile beside it exchange their places; the step is told as the blank's. *)
Definition slide (x : ascii) (d : direction) (c : cell) : step :=
  Step c (beside d c) [(c, (".", x)); (beside d c, (x, "."))].
Definition legal (s : step) : Prop :=
  exists x d c, x <> "." /\ x <> "#" /\ s = slide x d c.

(** What counts as one move: one tile, or a run of tiles in one line, so that the blank goes on in
    the same direction. *)
Inductive metric := Single | Multi.
Definition follows (m : metric) (s t : step) : Prop :=
  match m with
  | Single => False
  | Multi => exists d, enters s = beside d (leaves s) /\ leaves t = enters s /\
                       enters t = beside d (leaves t)
  end.
Definition move (m : metric) (p q : state) : Prop := exists s, run legal (follows m) s p q.

Definition minimum_is (z : puzzle) (m : metric) (n : nat) : Prop :=
  minimum (move m) (shown (goals z)) n (start z).
Definition needs_at_least (z : puzzle) (m : metric) (n : nat) : Prop :=
  at_least (move m) (shown (goals z)) n (start z).
Definition has_no_plan (z : puzzle) (m : metric) : Prop :=
  unsolvable (move m) (shown (goals z)) (start z).
End Tiles.

Module PositiveSets.
(** Sets of positive numbers, as trees with a branch for each bit.  Coq's library has them too, but
    with all that it needs to load they take a third of the memory of a whole proof. *)
Import PArith.

Module PositiveSet.
  Inductive tree := Leaf | Node (l : tree) (here : bool) (r : tree).
  Definition t := tree.
  Definition empty : t := Leaf.

  Fixpoint mem (p : positive) (s : t) {struct s} : bool :=
    match s with
    | Leaf => false
    | Node l here r => match p with xH => here | xO p => mem p l | xI p => mem p r end
    end.
  Fixpoint add (p : positive) (s : t) : t :=
    match p, s with
    | xH, Leaf => Node Leaf true Leaf
    | xH, Node l _ r => Node l true r
    | xO p, Leaf => Node (add p Leaf) false Leaf
    | xO p, Node l here r => Node (add p l) here r
    | xI p, Leaf => Node Leaf false (add p Leaf)
    | xI p, Node l here r => Node l here (add p r)
    end.

  Lemma add_spec : forall p q s, mem q (add p s) = true <-> q = p \/ mem q s = true.
  Proof.
    induction p as [p IH|p IH|]; intros [q|q|] [|l here r]; simpl; rewrite ?IH; simpl;
      intuition congruence.
  Qed.
End PositiveSet.
End PositiveSets.

Module Search.
(** A search that the kernel makes by itself, breadth first: no table has to be given.  Nothing here
    knows what a puzzle is, or has to be believed: the theorems say what a search proves. *)
Import List Bool PArith Arith Lia.
Import Claims PositiveSets.
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
End Search.

Module StepSearch.
(** Steps on boards as lists of characters: what computes, and what it proves.  A code is the list
    of what is to be seen on the cells of the board, in some order. *)
Import List Bool Ascii String ZArith PArith Arith Lia.
Import Claims Boards Steps Search.
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
End StepSearch.

Module TilesSearch.
(** Sliding tiles: the steps of a board, and the theorems that the file of a puzzle applies. *)
Import List Bool Ascii String ZArith.
Export Tiles.
Import Claims Search StepSearch.
Import ListNotations.
Open Scope char_scope.

Definition directions := [North; East; South; West].
Definition symbols (z : puzzle) : list ascii := nodup ascii_dec (map (start z) (on_board (board z))).
Definition is_tile (x : ascii) : bool := negb (x =? ".") && negb (x =? "#").
Definition steps (z : puzzle) : list step :=
  flat_map (fun c => flat_map (fun d => map (fun x => slide x d c)
    (filter is_tile (symbols z))) directions) (on_board (board z)).
Definition followsb (m : metric) (s t : step) : bool :=
  match m with
  | Single => false
  | Multi =>
      if cell_eqb (leaves t) (enters s)
      then existsb (fun d => cell_eqb (enters s) (beside d (leaves s)) &&
                             cell_eqb (enters t) (beside d (leaves t))) directions
      else false
  end.

Lemma is_tile_iff : forall x, is_tile x = true <-> x <> "." /\ x <> "#".
Proof.
  intros x. unfold is_tile. rewrite andb_true_iff, !negb_true_iff, !Ascii.eqb_neq. tauto.
Qed.
Lemma every_direction : forall d, In d directions.
Proof. intros []; simpl; auto. Qed.

Section Tiles.
  Variable z : puzzle.
  Variable m : metric.

  Lemma steps_legal : forall s, In s (steps z) -> legal s.
  Proof.
    intros s H. apply in_flat_map in H as (c & _ & H). apply in_flat_map in H as (d & _ & H).
    apply in_map_iff in H as (x & <- & X). apply filter_In in X as [_ X].
    apply is_tile_iff in X as [X Y]. now exists x, d, c.
  Qed.

  Lemma steps_all : forall s p q, legal s -> happens (changes s) p q ->
    outside (on_board (board z)) p -> incl (map p (on_board (board z))) (symbols z) ->
    In s (steps z).
  Proof.
    intros s p q (x & d & c & X & Y & ->) [P _] O S.
    assert (B : forall c', p c' <> "#" -> In c' (on_board (board z))).
    { intros c' N. destruct (in_dec cell_dec c' (on_board (board z))) as [|M]; auto.
      elim N. now apply O. }
    destruct (P c _ _ (or_introl eq_refl)) as [E _].
    destruct (P _ _ _ (or_intror (or_introl eq_refl))) as [F _].
    apply in_flat_map. exists c. split; [apply B; now rewrite E|].
    apply in_flat_map. exists d. split; [apply every_direction|].
    apply (in_map (fun x => slide x d c)). apply filter_In. split; [|now apply is_tile_iff].
    apply S. rewrite <- F. apply in_map, B. now rewrite F.
  Qed.

  Lemma never_outside : forall s c a b, legal s -> In (c, (a, b)) (changes s) -> a <> "#".
  Proof.
    intros s c a b (x & d & c' & X & Y & ->) I. simpl in I.
    destruct I as [[= _ <- _]|[[= _ <- _]|[]]]; [discriminate|assumption].
  Qed.

  Lemma follows_iff : forall s t, followsb m s t = true <-> follows m s t.
  Proof.
    intros s t. unfold followsb, follows. destruct m; [split; [discriminate | contradiction]|].
    destruct (cell_eqb (leaves t) (enters s)) eqn:E.
    - apply cell_eqb_eq in E. rewrite existsb_exists. split.
      + intros (d & _ & H). rewrite andb_true_iff, !cell_eqb_eq in H. exists d. tauto.
      + intros (d & H). exists d. split; [apply every_direction|].
        rewrite andb_true_iff, !cell_eqb_eq. tauto.
    - split; [discriminate|]. intros (d & _ & H & _). apply cell_eqb_eq in H. congruence.
  Qed.

  Theorem rules : family (board z) legal (follows m) (steps z) (followsb m) (symbols z).
  Proof. split; [exact steps_legal | exact steps_all | exact follows_iff | exact never_outside]. Qed.
End Tiles.

Theorem minimum_by_search : forall z m n moves,
  minimum_check (board z) (goals z) (steps z) (followsb m) (symbols z) n moves = true ->
  minimum_is z m n.
Proof. intros z m n moves. exact (minimum_checked _ _ _ _ _ _ _ (rules z m) n moves). Qed.
Theorem lower_bound_sound : forall z m n,
  lower_check (board z) (goals z) (steps z) (followsb m) (symbols z) n = true ->
  needs_at_least z m n.
Proof. intros z m n. exact (lower_checked _ _ _ _ _ _ _ (rules z m) n). Qed.
Theorem refuted_sound : forall z m n,
  refuted_check (board z) (goals z) (steps z) (followsb m) (symbols z) n = true ->
  has_no_plan z m.
Proof. intros z m n. exact (refuted_checked _ _ _ _ _ _ _ (rules z m) n). Qed.
End TilesSearch.

Module Weights.
(** Bounds without a search: numbers that every step changes in a known way.  Nothing here has to be
    believed: the theorems say what weights prove, for every family whose moves are steps. *)
Import List Bool Ascii String ZArith Arith Lia.
Import Claims Boards Steps StepSearch.
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
End Weights.

Module Bounds.
(** A search that leaves out what is too far from every goal, breadth first.  Nothing here knows what
    a puzzle is, or has to be believed: the theorem says what such a search proves. *)
Import List Bool PArith Arith Lia.
Import Claims PositiveSets Search.
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
End Bounds.

Module StepBounds.
(** Weights as lower bounds in a search of steps: a state from which the weighted sum cannot fall to
    that of a goal in the moves that are left is left out.  Nothing here has to be believed. *)
Import List Bool Ascii String ZArith Arith Lia.
Import Claims Boards Steps Search StepSearch Weights Bounds.
Import ListNotations.
Open Scope Z_scope.

(** ** Weights made ready for codes: for each cell what its symbols weigh, times a sign *)
Record ready := Ready { cells : list (list (ascii * Z)); pairs : Z; drop : Z; last : Z }.

Fixpoint look (a : ascii) (w : list (ascii * Z)) : Z :=
  match w with [] => 0 | (x, n) :: w => if (x =? a)%char then n else look a w end.
Fixpoint total (ws : list (list (ascii * Z))) (s : code) : Z :=
  match ws, s with w :: ws, a :: s => look a w + total ws s | _, _ => 0 end.
Definition weighed (r : ready) (s : code) : Z :=
  total (cells r) s + (if pairs r =? 0 then 0 else pairs r * crossings s).

Definition at_cell (sign : Z) (t : list (cell * (ascii * Z))) (c : cell) : list (ascii * Z) :=
  map (fun e => (fst (snd e), sign * snd (snd e))) (filter (fun e => cell_eqb (fst e) c) t).
(** [most] is the largest weight at the end. *)
Definition make_ready (sign : Z) (l : list cell) (ends : list state) (x : weighing) : ready :=
  let values := map (fun p => sign * value x l p) ends in
  Ready (map (at_cell sign (table x)) l) (sign * crossing x)
    (match how x with Falls d => d | Counts _ _ => 0 end)
    (match values with [] => 0 | v :: vs => fold_right Z.max v vs end).

(** In fewer than n moves the sum does not fall to what it is at the end. *)
Definition too_heavy (rs : list ready) (n : nat) (s : code) : bool :=
  some_of (fun r => drop r * (Z.of_nat n - 1) <? weighed r s - last r) rs.

Lemma look_weight : forall sign t c a, look a (at_cell sign t c) = sign * weight t c a.
Proof.
  intros sign t c a. unfold weight, at_cell. induction t as [|[c' [x n]] t IH]; simpl; [ring|].
  destruct (cell_eqb c' c) eqn:E; simpl; auto. now destruct (x =? a)%char.
Qed.
Lemma total_sum : forall sign t p l,
  total (map (at_cell sign t) l) (map p l) = sign * sum (weight t) p l.
Proof.
  induction l as [|c l IH]; [simpl; ring|].
  change (look (p c) (at_cell sign t c) + total (map (at_cell sign t) l) (map p l) =
    sign * (weight t c (p c) + sum (weight t) p l)).
  rewrite look_weight, IH. ring.
Qed.
Lemma weighed_value : forall sign l ends x p,
  weighed (make_ready sign l ends x) (map p l) = sign * value x l p.
Proof.
  intros sign l ends x p. unfold weighed, value. simpl. rewrite total_sum.
  destruct (Z.eqb_spec (sign * crossing x) 0) as [E|_]; [|ring].
  rewrite Z.mul_add_distr_l, Z.mul_assoc, E. ring.
Qed.
Lemma most_last : forall sign l ends x p, In p ends ->
  sign * value x l p <= last (make_ready sign l ends x).
Proof.
  intros sign l ends x p I. simpl. apply (in_map (fun p => sign * value x l p)) in I.
  revert I. generalize (map (fun p => sign * value x l p) ends) (sign * value x l p).
  intros [|v vs] n I; [destruct I|]. destruct I as [->|I].
  - induction vs; simpl; lia.
  - induction vs as [|u vs IH]; simpl; [destruct I|]. destruct I as [->|I]; [lia|].
    specialize (IH I). lia.
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
  Let stands_for := stands_for rows symbols.
  Let move := StepSearch.move legal follows.
  Hypothesis ok : setup_ok rows goals steps symbols = true.

  Definition falls (x : weighing) : bool :=
    match how x with Falls d => 0 <=? d | Counts _ _ => false end &&
    holds rows steps followsb x.
  Variable xs : list weighing.
  Hypothesis fair : forallb falls xs = true.

  Lemma plan_falls : forall x n p q s, In x xs -> plan move n p q -> stands_for s p ->
    exists d, how x = Falls d /\ 0 <= d /\ value x l p - value x l q <= d * Z.of_nat n.
  Proof.
    intros x n p q s I P (_ & O & S). pose proof fair as F. rewrite forallb_forall in F.
    specialize (F x I). apply andb_prop in F as [F H].
    pose proof (plan_adds rows goals legal follows steps followsb symbols rules x ok H n p q P) as A.
    destruct (how x) as [d|m c]; [|discriminate]. apply Z.leb_le in F. exists d.
    split; auto. split; auto. fold l in A. simpl in A. enough (- (Z.of_nat n * d) <= value x l q - value x l p) by lia.
    apply A. split; [split; [exact O | exact S]|]. intros c E. apply O. unfold on_board.
    rewrite filter_In, E. now intros [_ N].
  Qed.

  Definition to_goals : list ready := map (make_ready 1 l (map drawn goals)) xs.
  Definition to_start : list ready := map (make_ready (-1) l [drawn rows]) xs.

  Lemma heavy_one : forall sign ends n p q x,
    drop (make_ready sign l ends x) * (Z.of_nat n - 1) <?
      weighed (make_ready sign l ends x) (map p l) - last (make_ready sign l ends x) = true ->
    (exists e, In e ends /\ forall c, q c = e c) ->
    drop (make_ready sign l ends x) * (Z.of_nat n - 1) < sign * value x l p - sign * value x l q.
  Proof.
    intros sign ends n p q x H (e & I & E). apply Z.ltb_lt in H. rewrite weighed_value in H.
    replace (value x l q) with (value x l e) by (symmetry; exact (value_shown rows x q e E)).
    pose proof (most_last sign l ends x e I). lia.
  Qed.

  Theorem far_by_weights : forall n s p, too_heavy to_goals n s = true -> stands_for s p ->
    at_least move (shown goals) n p.
  Proof.
    intros n s p H S k q P (g & G & E). apply some_of_in in H as (r & R & H).
    apply in_map_iff in R as (x & <- & X).
    destruct (plan_falls x k p q s X P S) as (d & D & B & F). destruct S as [-> _].
    apply (heavy_one _ _ n p q) in H; [|exists (drawn g); split; auto; now apply in_map].
    cbn [drop make_ready] in H. rewrite D in H. apply Nat.nlt_ge. intros K.
    assert (d * Z.of_nat k <= d * (Z.of_nat n - 1)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  Qed.
  Theorem far_back_by_weights : forall n s p, too_heavy to_start n s = true -> stands_for s p ->
    forall k, plan move k (drawn rows) p -> (n <= k)%nat.
  Proof.
    intros n s p H S k P. apply some_of_in in H as (r & R & H).
    apply in_map_iff in R as (x & <- & X).
    destruct (plan_falls x k (drawn rows) p _ X P (start_stands rows goals steps symbols ok))
      as (d & D & B & F). destruct S as [-> _].
    apply (heavy_one _ _ n p (drawn rows)) in H; [|exists (drawn rows); simpl; auto].
    cbn [drop make_ready] in H. rewrite D in H. apply Nat.nlt_ge. intros K.
    assert (d * Z.of_nat k <= d * (Z.of_nat n - 1)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  Qed.
End Checks.
End StepBounds.

Module BothEnds.
(** A search from both ends: forward from the start, and backward from the goals where every move can
    be taken back.  Either search may leave out what is too far from the other end.  Nothing here knows
    what a puzzle is, or has to be believed: [both_ends_sound] says what two sets of states that do not
    meet prove. *)
Import List Bool PArith Arith Lia.
Import Claims PositiveSets Search Bounds.
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
End BothEnds.

Module StepsBothEnds.
(** Boards whose steps can be taken back, searched from both ends.  Nothing here has to be believed. *)
Import List Bool Ascii String ZArith PArith Arith Lia.
Import Claims Boards Steps Search StepSearch Weights Bounds StepBounds.
Import BothEnds.
Import ListNotations.
Open Scope nat_scope.

(** ** Runs backward *)
Section Backward.
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable reverse : step -> step.

  (** What a family has to say: each step taken back is a step. *)
  Record reversible : Prop := Reversible {
    legal_back : forall s, legal s -> legal (reverse s);
    happens_back : forall s p q, legal s -> happens (changes s) p q ->
      happens (changes (reverse s)) q p;
    follows_back : forall s t, legal s -> legal t -> follows s t ->
      follows (reverse t) (reverse s)
  }.
  Hypothesis backward : reversible.

  (** A run with its first step and its last. *)
  Inductive trip : step -> step -> state -> state -> Prop :=
  | one_step : forall s p q, legal s -> happens (changes s) p q -> trip s s p q
  | and_then : forall s t u p q r, legal s -> happens (changes s) p q -> follows s t ->
      trip t u q r -> trip s u p r.

  Lemma trip_run : forall s u p q, trip s u p q -> run legal follows s p q.
  Proof. induction 1; [now apply last_step | eapply next_step; eauto]. Qed.
  Lemma run_trip : forall s p q, run legal follows s p q -> exists u, trip s u p q.
  Proof.
    induction 1 as [s p q L H | s t p q r L H F _ [u T]]; [exists s; now constructor|].
    exists u. eapply and_then; eauto.
  Qed.
  Lemma trip_first : forall s u p q, trip s u p q -> legal s.
  Proof. now destruct 1. Qed.
  Lemma trip_longer : forall s u v p q r, trip s u p q -> follows u v -> legal v ->
    happens (changes v) q r -> trip s v p r.
  Proof.
    induction 1; intros F L H'; [|eapply and_then; eauto].
    eapply and_then; eauto. now constructor.
  Qed.
  Lemma trip_back : forall s u p q, trip s u p q -> trip (reverse u) (reverse s) q p.
  Proof.
    destruct backward as [L H F].
    induction 1 as [s p q A B | s t u p q r A B C T IH]; [constructor; auto|].
    eapply trip_longer; eauto. apply F; auto. now apply trip_first in T.
  Qed.

  Lemma move_back : forall p q, move legal follows p q -> move legal follows q p.
  Proof.
    intros p q [s R]. apply run_trip in R as [u T]. exists (reverse u).
    eapply trip_run, trip_back, T.
  Qed.
End Backward.

(** ** The checks that the kernel computes *)
Section Checks.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable reverse : step -> step.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Hypothesis backward : reversible legal follows reverse.

  (** Goals that show no more than the symbols. *)
  Definition goals_shown : bool :=
    forallb (fun g => forallb (fun c => existsb (Ascii.eqb (drawn g c)) symbols) (on_board rows)) goals.
  (** [b] layers backward, and as many forward as [n] moves need.  What weights show to be too far
      is left out: [xs] on the way to a goal, [ys] on the way back to the start. *)
  Definition both_ends_lower (b : nat) (xs ys : list weighing) (n : nat) : bool :=
    let l := on_board rows in
    let all := sort (compile l steps) in
    let far := too_heavy (to_goals rows goals xs) in
    let far_back := too_heavy (to_start rows ys) in
    Nat.leb (S b) n && setup_ok rows goals steps symbols && goals_shown &&
    forallb (falls rows steps followsb) xs && forallb (falls rows steps followsb) ys &&
    check_both_ends (key symbols) (successors followsb all) (wanted rows goals) far far_back
      (n - S b) b (map (drawn rows) l).
  Definition both_ends_minimum (b : nat) (xs ys : list weighing) (n : nat)
    (moves : list (list cell)) : bool :=
    Nat.eqb (List.length moves) n && plan_ok rows goals steps followsb moves &&
    both_ends_lower b xs ys n.

  Theorem both_ends_checked : forall b xs ys n, both_ends_lower b xs ys n = true ->
    at_least (StepSearch.move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold both_ends_lower. intros b xs ys n H. rewrite !andb_true_iff, Nat.leb_le in H.
    destruct H as [[[[[B S] G] X] Y] H].
    replace n with (Datatypes.S (n - Datatypes.S b + b)) by lia.
    pose proof rules as [R1 R2 R3 R4].
    eapply both_ends_sound with (fine := fun _ => True);
      [exact (key_inj symbols) | | | | | | | | | | | exact H]; auto.
    - exact (simulates rows goals legal follows steps followsb symbols R2 R3 R4 S).
    - intros s t p (-> & _) (-> & _). reflexivity.
    - intros p q _. exact (move_back legal follows reverse backward p q).
    - intros p _ (g & I & E). exists (map (drawn g) (on_board rows)).
      split; [now apply (in_map (fun g => map (drawn g) (on_board rows)))|].
      split; [apply map_ext; auto|]. split.
      + intros c N. rewrite E. apply (drawn_outside rows goals steps symbols S g); [now right | exact N].
      + intros x J. apply in_map_iff in J as (c & <- & C). rewrite E.
        unfold goals_shown in G. rewrite forallb_forall in G. specialize (G g I).
        rewrite forallb_forall in G. specialize (G c C).
        apply existsb_exists in G as (y & Z & F). apply Ascii.eqb_eq in F. now rewrite F.
    - exact (far_by_weights rows goals legal follows steps followsb symbols rules S xs X).
    - exact (far_back_by_weights rows goals legal follows steps followsb symbols rules S ys Y).
    - exact (start_stands rows goals steps symbols S).
  Qed.
  Theorem both_ends_minimum_checked : forall b xs ys n moves,
    both_ends_minimum b xs ys n moves = true ->
    minimum (StepSearch.move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold both_ends_minimum. intros b xs ys n moves H. rewrite !andb_true_iff, Nat.eqb_eq in H.
    destruct H as [[<- P] B]. split; [|now apply (both_ends_checked b xs ys)].
    destruct rules. unfold both_ends_lower in B. rewrite !andb_true_iff in B.
    destruct B as [[[[[_ S] _] _] _] _]. eapply plan_sound; eauto.
  Qed.
End Checks.
End StepsBothEnds.

Module TilesBothEnds.
(** Sliding tiles searched from both ends: the theorems that a puzzle's file applies. *)
Import List Bool Ascii String ZArith.
Export TilesSearch Weights.
Import Claims StepSearch StepsBothEnds.
Import ListNotations.
Open Scope char_scope.

(** The step by which the blank goes back; a step of another kind stays as it is. *)
Definition turned (s : step) : step :=
  match changes s with
  | [(c, (_, x)); (b, _)] => Step b c [(b, (".", x)); (c, (x, "."))]
  | _ => s
  end.

Lemma beside_opposite : forall d c, beside (opposite d) (beside d c) = c.
Proof. intros [] [r k]; simpl; f_equal; ring. Qed.
Lemma turned_slide : forall x d c, turned (slide x d c) = slide x (opposite d) (beside d c).
Proof. intros. unfold turned, slide. simpl. now rewrite beside_opposite. Qed.

Theorem backward : forall m, reversible legal (follows m) turned.
Proof.
  intros m. split.
  - intros s (x & d & c & N & O & ->). rewrite turned_slide.
    exists x, (opposite d), (beside d c). auto.
  - intros s p q (x & d & c & _ & _ & ->) [A B]. rewrite turned_slide. unfold slide. simpl.
    rewrite beside_opposite. simpl in A, B. split.
    + intros c' a b [[= <- <- <-]|[[= <- <- <-]|[]]].
      * destruct (A (beside d c) x "." (or_intror (or_introl eq_refl))). auto.
      * destruct (A c "." x (or_introl eq_refl)). auto.
    + intros c' N. symmetry. apply B. intros [E|[E|[]]]; apply N; simpl; auto.
  - intros s t (x & d & c & _ & _ & ->) (y & e & c' & _ & _ & ->). rewrite !turned_slide.
    destruct m; simpl; auto. intros (f & F & G & H). exists (opposite f). rewrite !beside_opposite.
    split; [now rewrite H, beside_opposite|]. split; [now symmetry|]. now rewrite F, beside_opposite.
Qed.

Theorem minimum_by_both_ends : forall b xs ys moves z m n,
  both_ends_minimum (board z) (goals z) (steps z) (followsb m) (symbols z) b xs ys n moves = true ->
  minimum_is z m n.
Proof.
  intros b xs ys moves z m n.
  exact (both_ends_minimum_checked _ _ _ _ _ _ _ _ (rules z m) (backward m) b xs ys n moves).
Qed.
Theorem bound_by_both_ends : forall b xs ys z m n,
  both_ends_lower (board z) (goals z) (steps z) (followsb m) (symbols z) b xs ys n = true ->
  needs_at_least z m n.
Proof.
  intros b xs ys z m n.
  exact (both_ends_checked _ _ _ _ _ _ _ _ (rules z m) (backward m) b xs ys n).
Qed.
End TilesBothEnds.

Import List Ascii String NArith ZArith TilesBothEnds.
Import ListNotations.
Open Scope string_scope.

Definition instance : puzzle := {|
  board := [ "8.6";
             "547";
             "231" ];
  goals := [ [ ".12";
               "345";
               "678" ] ]
|}.

Definition plan : list (list cell) := [
  [(0, 1); (0, 0)]; [(0, 0); (1, 0)]; [(1, 0); (2, 0)]; [(2, 0); (2, 1)]; [(2, 1); (2, 2)];
  [(2, 2); (1, 2)]; [(1, 2); (0, 2)]; [(0, 2); (0, 1)]; [(0, 1); (0, 0)]; [(0, 0); (1, 0)];
  [(1, 0); (1, 1)]; [(1, 1); (2, 1)]; [(2, 1); (2, 0)]; [(2, 0); (1, 0)]; [(1, 0); (1, 1)];
  [(1, 1); (1, 2)]; [(1, 2); (0, 2)]; [(0, 2); (0, 1)]; [(0, 1); (0, 0)]; [(0, 0); (1, 0)];
  [(1, 0); (1, 1)]; [(1, 1); (2, 1)]; [(2, 1); (2, 0)]; [(2, 0); (1, 0)]; [(1, 0); (1, 1)];
  [(1, 1); (2, 1)]; [(2, 1); (2, 2)]; [(2, 2); (1, 2)]; [(1, 2); (0, 2)]; [(0, 2); (0, 1)];
  [(0, 1); (0, 0)]]%Z.

Definition to_goal : list weighing := ([
  Weighing (Falls 1) [
    ((0, 0), ("1", 1)); ((0, 2), ("1", 1)); ((1, 0), ("1", 2)); ((1, 1), ("1", 1)); ((1, 2),
    ("1", 2)); ((2, 0), ("1", 3)); ((2, 1), ("1", 2)); ((2, 2), ("1", 3)); ((0, 0), ("2", 2));
    ((0, 1), ("2", 1)); ((1, 0), ("2", 3)); ((1, 1), ("2", 2)); ((1, 2), ("2", 1)); ((2, 0),
    ("2", 4)); ((2, 1), ("2", 3)); ((2, 2), ("2", 2)); ((0, 0), ("3", 1)); ((0, 1), ("3", 2));
    ((0, 2), ("3", 3)); ((1, 1), ("3", 1)); ((1, 2), ("3", 2)); ((2, 0), ("3", 1)); ((2, 1),
    ("3", 2)); ((2, 2), ("3", 3)); ((0, 0), ("4", 2)); ((0, 1), ("4", 1)); ((0, 2), ("4", 2));
    ((1, 0), ("4", 1)); ((1, 2), ("4", 1)); ((2, 0), ("4", 2)); ((2, 1), ("4", 1)); ((2, 2),
    ("4", 2)); ((0, 0), ("5", 3)); ((0, 1), ("5", 2)); ((0, 2), ("5", 1)); ((1, 0), ("5", 2));
    ((1, 1), ("5", 1)); ((2, 0), ("5", 3)); ((2, 1), ("5", 2)); ((2, 2), ("5", 1)); ((0, 0),
    ("6", 2)); ((0, 1), ("6", 3)); ((0, 2), ("6", 4)); ((1, 0), ("6", 1)); ((1, 1), ("6", 2));
    ((1, 2), ("6", 3)); ((2, 1), ("6", 1)); ((2, 2), ("6", 2)); ((0, 0), ("7", 3)); ((0, 1),
    ("7", 2)); ((0, 2), ("7", 3)); ((1, 0), ("7", 2)); ((1, 1), ("7", 1)); ((1, 2), ("7", 2));
    ((2, 0), ("7", 1)); ((2, 2), ("7", 1)); ((0, 0), ("8", 4)); ((0, 1), ("8", 3)); ((0, 2),
    ("8", 2)); ((1, 0), ("8", 3)); ((1, 1), ("8", 2)); ((1, 2), ("8", 1)); ((2, 0), ("8", 2));
    ((2, 1), ("8", 1))
  ] (0)
]%Z)%char.

Definition to_start : list weighing := ([
  Weighing (Falls 1) [
    ((0, 1), ("8", -1)); ((0, 2), ("8", -2)); ((1, 0), ("8", -1)); ((1, 1), ("8", -2)); ((1,
    2), ("8", -3)); ((2, 0), ("8", -2)); ((2, 1), ("8", -3)); ((2, 2), ("8", -4)); ((0, 0),
    ("6", -2)); ((0, 1), ("6", -1)); ((1, 0), ("6", -3)); ((1, 1), ("6", -2)); ((1, 2), ("6",
    -1)); ((2, 0), ("6", -4)); ((2, 1), ("6", -3)); ((2, 2), ("6", -2)); ((0, 0), ("5", -1));
    ((0, 1), ("5", -2)); ((0, 2), ("5", -3)); ((1, 1), ("5", -1)); ((1, 2), ("5", -2)); ((2,
    0), ("5", -1)); ((2, 1), ("5", -2)); ((2, 2), ("5", -3)); ((0, 0), ("4", -2)); ((0, 1),
    ("4", -1)); ((0, 2), ("4", -2)); ((1, 0), ("4", -1)); ((1, 2), ("4", -1)); ((2, 0), ("4",
    -2)); ((2, 1), ("4", -1)); ((2, 2), ("4", -2)); ((0, 0), ("7", -3)); ((0, 1), ("7", -2));
    ((0, 2), ("7", -1)); ((1, 0), ("7", -2)); ((1, 1), ("7", -1)); ((2, 0), ("7", -3)); ((2,
    1), ("7", -2)); ((2, 2), ("7", -1)); ((0, 0), ("2", -2)); ((0, 1), ("2", -3)); ((0, 2),
    ("2", -4)); ((1, 0), ("2", -1)); ((1, 1), ("2", -2)); ((1, 2), ("2", -3)); ((2, 1), ("2",
    -1)); ((2, 2), ("2", -2)); ((0, 0), ("3", -3)); ((0, 1), ("3", -2)); ((0, 2), ("3", -3));
    ((1, 0), ("3", -2)); ((1, 1), ("3", -1)); ((1, 2), ("3", -2)); ((2, 0), ("3", -1)); ((2,
    2), ("3", -1)); ((0, 0), ("1", -4)); ((0, 1), ("1", -3)); ((0, 2), ("1", -2)); ((1, 0),
    ("1", -3)); ((1, 1), ("1", -2)); ((1, 2), ("1", -1)); ((2, 0), ("1", -2)); ((2, 1), ("1",
    -1))
  ] (0)
]%Z)%char.

Theorem claim : minimum_is instance Single 31.
Proof. apply (minimum_by_both_ends 19 to_goal to_start plan). vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
