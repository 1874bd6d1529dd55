(* puzzleproof-coq of English board, centre to centre, metric move.
   'coqc -q FILE' checks it, and is to answer 'Closed under the global context'.  To be read
   are the modules whose first lines say so, and the end, from 'Definition instance' on. *)
From Coq Require List Bool Ascii String ZArith PArith Arith Lia NArith.

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

Module Pegs.
(** Peg solitaire: the rules.  To be read and believed, with [Claims], [Boards] and [Steps]. *)
Import List Ascii String ZArith.
Import Claims.
Export Steps.
Import ListNotations.
Open Scope char_scope.

(** "x" is a peg, "o" an empty hole; all else is outside.  A triangle is drawn with its apex first
    and every row from the left. *)
Record puzzle := Puzzle {
  board : list string;
  goals : list (list string);           (* any one of them will do *)
  triangle : bool
}.
Definition start (z : puzzle) : state := drawn (board z).

(** The lines in which pegs jump: rows and columns, on a triangle one of the diagonals too. *)
Definition lines (z : puzzle) : list (Z * Z) :=
  [(-1, 0); (0, 1); (1, 0); (0, -1)]%Z ++ if triangle z then [(-1, -1); (1, 1)]%Z else [].
Definition along (v : Z * Z) (c : cell) : cell := (fst c + fst v, snd c + snd v)%Z.

(** A peg jumps over a peg next to it into the empty hole behind, and that peg is taken off. *)
Definition jump (v : Z * Z) (c : cell) : step :=
  let over := along v c in
  let into := along v over in
  Step c into [(c, ("x", "o")); (over, ("x", "o")); (into, ("o", "x"))].
Definition legal (z : puzzle) (s : step) : Prop :=
  exists v c, In v (lines z) /\ s = jump v c.

(** What counts as one move: one jump, or one jump and more by the same peg. *)
Inductive metric := Jump | Move.
Definition follows (m : metric) (s t : step) : Prop :=
  match m with Jump => False | Move => enters s = leaves t end.
Definition move (z : puzzle) (m : metric) (p q : state) : Prop :=
  exists s, run (legal z) (follows m) s p q.

Definition minimum_is (z : puzzle) (m : metric) (n : nat) : Prop :=
  minimum (move z m) (shown (goals z)) n (start z).
Definition needs_at_least (z : puzzle) (m : metric) (n : nat) : Prop :=
  at_least (move z m) (shown (goals z)) n (start z).
Definition has_no_plan (z : puzzle) (m : metric) : Prop :=
  unsolvable (move z m) (shown (goals z)) (start z).
End Pegs.

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

Module PegsSearch.
(** Peg solitaire: the steps of a board, and the theorems that the file of a puzzle applies. *)
Import List Bool Ascii String ZArith.
Export Pegs.
Import Claims Search StepSearch.
Import ListNotations.
Open Scope char_scope.

Definition symbols := ["x"; "o"].
Definition steps (z : puzzle) : list step :=
  flat_map (fun c => map (fun v => jump v c) (lines z)) (on_board (board z)).
Definition followsb (m : metric) (s t : step) : bool :=
  match m with Jump => false | Move => cell_eqb (enters s) (leaves t) end.

Section Pegs.
  Variable z : puzzle.
  Variable m : metric.

  Lemma steps_legal : forall s, In s (steps z) -> legal z s.
  Proof.
    intros s H. apply in_flat_map in H as (c & _ & H). apply in_map_iff in H as (v & <- & V).
    now exists v, c.
  Qed.

  Lemma steps_all : forall s p q, legal z s -> happens (changes s) p q ->
    outside (on_board (board z)) p -> incl (map p (on_board (board z))) symbols -> In s (steps z).
  Proof.
    intros s p q (v & c & V & ->) [P _] O _. apply in_flat_map. exists c. split.
    - destruct (in_dec cell_dec c (on_board (board z))) as [I|N]; auto.
      destruct (P c _ _ (or_introl eq_refl)) as [E _]. rewrite (O c N) in E. discriminate.
    - now apply (in_map (fun v => jump v c)).
  Qed.

  Lemma never_outside : forall s c a b, legal z s -> In (c, (a, b)) (changes s) -> a <> "#".
  Proof.
    intros s c a b (v & c' & _ & ->) I. simpl in I.
    destruct I as [[= _ <- _]|[[= _ <- _]|[[= _ <- _]|[]]]]; discriminate.
  Qed.

  Lemma follows_iff : forall s t, followsb m s t = true <-> follows m s t.
  Proof.
    intros s t. destruct m; simpl; [split; [discriminate | contradiction] | apply cell_eqb_eq].
  Qed.

  Theorem rules : family (board z) (legal z) (follows m) (steps z) (followsb m) symbols.
  Proof. split; [exact steps_legal | exact steps_all | exact follows_iff | exact never_outside]. Qed.
End Pegs.

Theorem minimum_by_search : forall z m n moves,
  minimum_check (board z) (goals z) (steps z) (followsb m) symbols n moves = true ->
  minimum_is z m n.
Proof. intros z m n moves. exact (minimum_checked _ _ _ _ _ _ _ (rules z m) n moves). Qed.
Theorem lower_bound_sound : forall z m n,
  lower_check (board z) (goals z) (steps z) (followsb m) symbols n = true -> needs_at_least z m n.
Proof. intros z m n. exact (lower_checked _ _ _ _ _ _ _ (rules z m) n). Qed.
Theorem refuted_sound : forall z m n,
  refuted_check (board z) (goals z) (steps z) (followsb m) symbols n = true -> has_no_plan z m.
Proof. intros z m n. exact (refuted_checked _ _ _ _ _ _ _ (rules z m) n). Qed.
End PegsSearch.

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

Module Symmetries.
(** Symmetries of a board: a state and its image are equally far from the goals.  Nothing here has to
    be believed. *)
Import List Bool Ascii String ZArith Arith Lia.
Import Claims Boards Steps Search StepSearch Bounds.
Import ListNotations.
Open Scope char_scope.

(** Row and column of the cell that is seen in the image at a cell: multiples of the row and of the
    column there, and a number. *)
Definition line := (Z * Z * Z)%type.
Definition along_line (v : line) (c : cell) : Z :=
  let '(a, b, k) := v in (a * fst c + b * snd c + k)%Z.
Definition map_of (m : line * line) (c : cell) : cell :=
  (along_line (fst m) c, along_line (snd m) c).
(** A symmetry and its inverse. *)
Record symmetry := Symmetry { there : line * line; back : line * line }.

Definition moved (f : cell -> cell) (s : step) : step :=
  Step (f (leaves s)) (f (enters s)) (map (fun e => (f (fst e), snd e)) (changes s)).

Fixpoint all_eqb {A : Type} (eqb : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => if eqb x y then all_eqb eqb a b else false
  | _, _ => false
  end.
Lemma all_eqb_eq : forall A (eqb : A -> A -> bool), (forall x y, eqb x y = true -> x = y) ->
  forall a b, all_eqb eqb a b = true -> a = b.
Proof.
  intros A eqb H. induction a as [|x a IH]; intros [|y b]; simpl; try discriminate; auto.
  destruct (eqb x y) eqn:E; [|discriminate]. intros F. f_equal; auto.
Qed.
Definition entry_eqb (x y : cell * (ascii * ascii)) : bool :=
  cell_eqb (fst x) (fst y) && (fst (snd x) =? fst (snd y)) && (snd (snd x) =? snd (snd y)).
Definition step_eqb (s t : step) : bool :=
  cell_eqb (leaves s) (leaves t) && cell_eqb (enters s) (enters t) &&
  all_eqb entry_eqb (changes s) (changes t).
Lemma step_eqb_eq : forall s t, step_eqb s t = true -> s = t.
Proof.
  intros [a b k] [a' b' k']. unfold step_eqb. simpl. rewrite !andb_true_iff, !cell_eqb_eq.
  intros [[-> ->] E]. f_equal. apply (all_eqb_eq _ entry_eqb); auto.
  intros [c [x y]] [c' [x' y']]. unfold entry_eqb. simpl.
  rewrite !andb_true_iff, cell_eqb_eq, !Ascii.eqb_eq. now intros [[-> ->] ->].
Qed.

Section Symmetries.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Let l := on_board rows.
  Let inner := map whole (compile l steps).

  Definition is_inverse (m : symmetry) : bool :=
    forallb (fun c =>
      cell_eqb (map_of (there m) (map_of (back m) c)) c &&
      cell_eqb (map_of (back m) (map_of (there m) c)) c &&
      existsb (cell_eqb (map_of (there m) c)) l &&
      existsb (cell_eqb (map_of (back m) c)) l) l.
  Definition keeps_steps (m : symmetry) : bool :=
    let f := moved (map_of (back m)) in
    forallb (fun s => existsb (step_eqb (f s)) inner &&
                      forallb (fun t => negb (followsb s t) || followsb (f s) (f t)) inner) inner.
  Definition keeps_goals (m : symmetry) : bool :=
    forallb (fun g => existsb (fun g' =>
      forallb (fun c => drawn g (map_of (there m) c) =? drawn g' c) l) goals) goals.
  Definition symmetry_ok (m : symmetry) : bool :=
    is_inverse m && keeps_steps m && keeps_goals m.

  Definition image (m : symmetry) (p : state) : state :=
    fun c => if existsb (cell_eqb c) l then p (map_of (there m) c) else "#".

  Hypothesis ok : setup_ok rows goals steps symbols = true.
  Definition proper (p : state) : Prop := outside l p /\ incl (map p l) symbols.

  Lemma on_l : forall c, existsb (cell_eqb c) l = true <-> In c l.
  Proof.
    intros c. rewrite existsb_exists. split.
    - intros (d & D & E). apply cell_eqb_eq in E. now subst.
    - intros I. exists c. split; auto. now apply cell_eqb_eq.
  Qed.

  Section One.
    Variable m : symmetry.
    Hypothesis good : symmetry_ok m = true.
    Let f := map_of (there m).
    Let f' := map_of (back m).

    Lemma inverse : forall c, In c l -> f (f' c) = c /\ f' (f c) = c /\ In (f c) l /\ In (f' c) l.
    Proof.
      intros c I. pose proof good as G. unfold symmetry_ok, is_inverse in G.
      rewrite !andb_true_iff, forallb_forall in G. destruct G as [[G _] _]. specialize (G c I).
      rewrite !andb_true_iff, !cell_eqb_eq, !on_l in G. unfold f, f'. tauto.
    Qed.
    Lemma image_in : forall p c, In c l -> image m p c = p (f c).
    Proof. intros p c I. unfold image. apply on_l in I. now rewrite I. Qed.
    Lemma image_out : forall p c, ~ In c l -> image m p c = "#".
    Proof.
      intros p c N. unfold image. destruct (existsb (cell_eqb c) l) eqn:E; auto.
      apply on_l in E. contradiction.
    Qed.
    Lemma image_proper : forall p, proper p -> proper (image m p).
    Proof.
      intros p [O S]. split; [intros c; apply image_out|]. intros x X.
      apply in_map_iff in X as (c & <- & C). rewrite image_in by assumption.
      apply S, in_map. now apply inverse.
    Qed.

    Lemma step_on : forall s p q, legal s -> happens (changes s) p q -> proper p ->
      proper q /\ In s inner /\ forall c, In c (map fst (changes s)) -> In c l.
    Proof.
      intros s p q L K [O S]. destruct rules as [R1 R2 R3 R4].
      destruct (step_seen rows goals legal steps symbols R2 R4 ok s p q L K O S)
        as (k & I & W & _ & V).
      split; [exact V|]. split; [rewrite <- W; now apply in_map|].
      apply in_flat_map in I as (s' & I & N).
      destruct (numbered (on_board rows) (changes s')) as [r|] eqn:B; [|destruct N].
      destruct N as [N|[]]. subst k. simpl in W. subst s'. exact (numbered_cells _ _ _ B).
    Qed.

    Lemma image_happens : forall s p q, (forall c, In c (map fst (changes s)) -> In c l) ->
      happens (changes s) p q -> happens (changes (moved f' s)) (image m p) (image m q).
    Proof.
      intros s p q C [A B]. split.
      - intros c a b I. simpl in I. apply in_map_iff in I as ([d [a' b']] & E & I).
        simpl in E. injection E as <- <- <-.
        assert (D : In d l) by (apply C; exact (in_map fst _ _ I)).
        destruct (inverse d D) as (E & _ & _ & J). rewrite !image_in by assumption.
        rewrite E. exact (A _ _ _ I).
      - intros c N. destruct (in_dec cell_dec c l) as [I|I]; [|now rewrite !image_out].
        rewrite !image_in by assumption. apply B. intros J. apply N.
        apply in_map_iff in J as (e & E & J). simpl. rewrite map_map. apply in_map_iff.
        exists e. split; auto. simpl. rewrite E. now apply inverse.
    Qed.

    Lemma inner_legal : forall s, In s inner -> legal s.
    Proof.
      intros s I. apply in_map_iff in I as (k & <- & I). apply in_flat_map in I as (s & I & N).
      destruct (numbered l (changes s)); [|destruct N]. destruct N as [<-|[]].
      now apply (legal_steps _ _ _ _ _ _ rules).
    Qed.
    Lemma moved_inner : forall s, In s inner -> In (moved f' s) inner /\
      forall t, In t inner -> follows s t -> follows (moved f' s) (moved f' t).
    Proof.
      intros s I. pose proof good as G. unfold symmetry_ok, keeps_steps in G.
      rewrite !andb_true_iff, !forallb_forall in G. destruct G as [[_ G] _]. specialize (G s I).
      rewrite andb_true_iff, forallb_forall in G. destruct G as [G H]. split.
      - apply existsb_exists in G as (t & T & E). apply step_eqb_eq in E. unfold f'. now rewrite E.
      - intros t T F. specialize (H t T). pose proof (same_follows _ _ _ _ _ _ rules) as W.
        apply W in F. rewrite F in H. simpl in H. now apply W.
    Qed.

    Lemma image_run : forall s p q, run legal follows s p q -> proper p ->
      proper q /\ In s inner /\ run legal follows (moved f' s) (image m p) (image m q).
    Proof.
      induction 1 as [s p q L K | s t p q r L K F R IH]; intros V;
        destruct (step_on s p q L K V) as (V' & I & C); pose proof (image_happens s p q C K) as H;
        destruct (moved_inner s I) as [J W].
      - split; auto. split; auto. constructor; auto. now apply inner_legal.
      - destruct (IH V') as (V2 & I2 & R2). split; auto. split; auto.
        exact (next_step _ _ _ _ _ _ _ (inner_legal _ J) H (W t I2 F) R2).
    Qed.

    Lemma image_plan : forall n p q, plan (move legal follows) n p q -> proper p ->
      proper q /\ plan (move legal follows) n (image m p) (image m q).
    Proof.
      induction 1 as [p | n p q r [s R] _ IH]; intros V; [split; auto; constructor|].
      destruct (image_run s p q R V) as (V' & _ & R'). destruct (IH V') as [V2 P].
      split; auto. econstructor; [|exact P]. now exists (moved f' s).
    Qed.

    Lemma image_goal : forall q, proper q -> shown goals q -> shown goals (image m q).
    Proof.
      intros q [O _] (g & G & E). pose proof good as F. unfold symmetry_ok, keeps_goals in F.
      rewrite !andb_true_iff, !forallb_forall in F. destruct F as [_ F]. specialize (F g G).
      apply existsb_exists in F as (g' & G' & F). rewrite forallb_forall in F. exists g'.
      split; auto. intros c. destruct (in_dec cell_dec c l) as [I|N].
      - rewrite image_in by assumption. rewrite E. specialize (F c I). now apply Ascii.eqb_eq in F.
      - rewrite image_out by assumption. symmetry.
        apply (drawn_outside rows goals steps symbols ok); auto. now right.
    Qed.

    Theorem image_no_farther : forall p, proper p ->
      no_farther (move legal follows) (shown goals) (image m p) p.
    Proof.
      intros p V n A k q P G. destruct (image_plan k p q P V) as [V' P'].
      exact (A k _ P' (image_goal q V' G)).
    Qed.
  End One.

  (** ** Images of codes *)
  Definition places (m : symmetry) : list nat :=
    map (fun c => match number (map_of (there m) c) l with Some i => i | None => 0 end) l.
  Definition permuted (is : list nat) (s : code) : code := map (fun i => nth i s "#") is.
  Lemma permuted_image : forall m p, symmetry_ok m = true ->
    permuted (places m) (map p l) = map (image m p) l.
  Proof.
    intros m p G. unfold permuted, places. rewrite map_map. apply map_ext_in. intros c I.
    rewrite image_in by assumption. destruct (inverse m G c I) as (_ & _ & J & _).
    destruct (number_in _ _ J) as [i E]. rewrite E. apply number_nth in E.
    apply nth_error_nth. now apply map_nth_error.
  Qed.

  Definition images (all : list (list nat)) (s : code) : list code :=
    s :: map (fun is => permuted is s) all.
  (** What stands for the code and its images: the one that comes first.  Most images differ soon, and
      are not made. *)
  Variable marked : ascii -> bool.
  Fixpoint earlier (is : list nat) (s t : code) : bool :=
    match is, t with
    | i :: is, b :: t =>
        if marked (nth i s "#") then if marked b then earlier is s t else true
        else if marked b then false else earlier is s t
    | _, _ => false
    end.
  Definition chosen (all : list (list nat)) (s : code) : code :=
    fold_left (fun t is => if earlier is s t then permuted is s else t) all s.

  Lemma chosen_in : forall all s, In (chosen all s) (images all s).
  Proof.
    intros all s. unfold chosen, images.
    enough (G : forall t, In (fold_left (fun t is => if earlier is s t then permuted is s else t) all t)
      (t :: map (fun is => permuted is s) all)) by apply G.
    induction all as [|is all IH]; simpl; intros t; [now left|].
    destruct (earlier is s t); [destruct (IH (permuted is s)) | destruct (IH t)]; auto.
  Qed.

  (** An image of a code that stands for a state stands for one that is no farther. *)
  Lemma images_stand : forall ms s p t, forallb symmetry_ok ms = true ->
    stands_for rows symbols s p -> In t (images (map places ms) s) ->
    exists q, stands_for rows symbols t q /\ no_farther (move legal follows) (shown goals) q p.
  Proof.
    intros ms s p t G (-> & V) I. rewrite forallb_forall in G. destruct I as [<-|I].
    - exists p. split; [now repeat split | now intros n A].
    - rewrite map_map in I. apply in_map_iff in I as (m & <- & M). exists (image m p).
      fold l. rewrite (permuted_image m p (G m M)). split; [|now apply image_no_farther; auto].
      split; [reflexivity|]. now apply image_proper; auto.
  Qed.
End Symmetries.
End Symmetries.

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

Module Departures.
(** A bound by weighted departures: how often a move has to begin in each part of a board.  Nothing
    here has to be believed: [far_sound] says what the tables of the parts prove.

    The cells have weights, and a step loses some of the sum.  A table of a part tells, for all that
    its cells may show, the least cost of a way to a goal as far as that part sees it.  There a move
    that begins in the part costs [charge], and a step its share of what it loses.  All parts together
    pay no more than [charge] for a move and the loss for a step.  So what the tables say is at most
    [charge] times the number of moves left, and the sum of the weights less that of the goal.  *)
Import List Bool Ascii String ZArith Arith Lia.
Import Claims Boards Steps StepSearch Weights.
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
End Departures.

Module DepartureTables.
(** The tables of weighted departures, computed: cost by cost, backwards from the goals.  Nothing is
    proven of this, as [fair_bound] checks what comes out. *)
Import List Bool Ascii String NArith ZArith.
Import Boards Steps StepSearch Departures.
Import ListNotations.
Open Scope Z_scope.

(** Sets of rows of truth values. *)
Inductive rows_set := Nothing | All | Two (l r : rows_set).
Definition two (l r : rows_set) : rows_set :=
  match l, r with Nothing, Nothing => Nothing | _, _ => Two l r end.
Definition half (b : bool) (s : rows_set) : rows_set :=
  match s with Two l r => if b then r else l | _ => s end.
Fixpoint union (s t : rows_set) : rows_set :=
  match s, t with
  | Nothing, _ => t
  | _, Nothing => s
  | All, _ | _, All => All
  | Two l r, Two l' r' => Two (union l l') (union r r')
  end.
(** The rows from which the step leads into the set. *)
Fixpoint before (k : effect) (s : rows_set) : rows_set :=
  match s, k with
  | Nothing, _ => Nothing
  | _, [] => s
  | _, None :: k => two (before k (half false s)) (before k (half true s))
  | _, Some (a, b) :: k =>
      let u := before k (half b s) in if a then two Nothing u else two u Nothing
  end.
(** Those that have no cost yet, and the table where they have one. *)
Fixpoint fresh (s : rows_set) (t : tree) : rows_set :=
  match s, t with
  | Nothing, _ => Nothing
  | _, Leaf None => s
  | _, Leaf (Some _) => Nothing
  | _, Node l r => two (fresh (half false s) l) (fresh (half true s) r)
  end.
Fixpoint assign (leaf : tree) (s : rows_set) (t : tree) : tree :=
  match s with
  | Nothing => t
  | All => leaf
  | Two a b => Node (assign leaf a (side false t)) (assign leaf b (side true t))
  end.
Fixpoint row_of (x : list bool) : rows_set :=
  match x with
  | [] => All
  | b :: x => if b then Two Nothing (row_of x) else Two (row_of x) Nothing
  end.

(** A step as a part sees it: [here] is whether the cell that is left has a table, [from] and [to] are
    the places of the tables, 0 being that without a mover. *)
Record view_step := ViewStep { from : nat; to : nat; seen_as : effect; costs : nat }.

Fixpoint put_at (i : nat) (s : rows_set) (l : list rows_set) : list rows_set :=
  match i, l with
  | 0%nat, [] => [s]
  | 0%nat, t :: l => union s t :: l
  | S i, [] => Nothing :: put_at i s []
  | S i, t :: l => t :: put_at i s l
  end.
(** Sets that wait, a list for each cost from the present one on. *)
Fixpoint wait (n i : nat) (s : rows_set) (w : list (list rows_set)) : list (list rows_set) :=
  match n, w with
  | 0%nat, [] => [put_at i s []]
  | 0%nat, l :: w => put_at i s l :: w
  | S n, [] => [] :: wait n i s []
  | S n, l :: w => l :: wait n i s w
  end.

Section Tables.
  Variable charge : nat.
  Variable all : list view_step.
  Variable at_cells : list effect.

  (** One who has just entered its cell may stop there. *)
  Fixpoint fresh_of (free : rows_set) (at_cells : list effect) (l : list rows_set) (ts : list tree)
    : list rows_set :=
    match ts, at_cells with
    | t :: ts, k :: at_cells =>
        fresh (union (before k free) (hd Nothing l)) t :: fresh_of free at_cells (tl l) ts
    | _, _ => []
    end.
  Fixpoint assigned (leaf : tree) (l : list rows_set) (ts : list tree) : list tree :=
    match l, ts with
    | s :: l, t :: ts => assign leaf s t :: assigned leaf l ts
    | _, _ => ts
    end.
  Definition is_nothing (s : rows_set) : bool := match s with Nothing => true | _ => false end.
  Definition spread (new : list rows_set) (w : list (list rows_set)) : list (list rows_set) :=
    fold_left (fun w v =>
      match before (seen_as v) (nth (to v) new Nothing) with
      | Nothing => w
      | s => let w := wait (costs v) (from v) s w in
             match from v with 0%nat => w | _ => wait (costs v + charge) 0 s w end
      end) all w.
  (** [d] is the cost of what waits first. *)
  Fixpoint fill (fuel : nat) (d : Z) (w : list (list rows_set)) (ts : list tree) : list tree :=
    match fuel, w with
    | S fuel, l :: w =>
        match ts with
        | [] => []
        | t :: r =>
            let free := fresh (hd Nothing l) t in
            let new := free :: fresh_of free at_cells (tl l) r in
            if forallb is_nothing new then fill fuel (d + 1) w ts
            else fill fuel d (spread new ([] :: w)) (assigned (Leaf (Some d)) new ts)
        end
    | _, _ => ts
    end.
End Tables.

(** A part: its cells, and what each step costs there. *)
Definition made_part (marked : ascii -> bool) (l : list cell) (goals : list (list string))
    (charge : Z) (steps : list step) (mine : cell -> bool) (share : step -> Z) : part :=
  let cs := filter mine l in
  let place c := match number c cs with Some i => S i | None => 0%nat end in
  let seen s :=
    let k := effect_of marked (changes s) cs in
    if idle k then [] else [ViewStep (place (leaves s)) (place (enters s)) k (Z.to_nat (share s))] in
  let start := fold_right (fun g s => union (row_of (map (fun c => marked (drawn g c)) cs)) s)
                 Nothing goals in
  let empty := Leaf None in
  match fill (Z.to_nat charge) (flat_map seen steps) (map (fun c => still_at c cs) cs) (N.to_nat 100000) 0 [[start]]
          (empty :: map (fun _ => empty) cs) with
  | [] => Part mine share empty []
  | free :: movers => Part mine share free (combine cs movers)
  end.

(** How a loss is shared among the parts of a drawing: equally, and what is left, ones, goes to the
    parts with most of the step's cells first, then by their letters. *)
Definition letters_of (areas : list string) (k : change) : list ascii :=
  filter (fun x => negb (x =? "#")%char) (map (fun e => drawn areas (fst e)) k).
Definition share_of (areas : list string) (loss : step -> Z) (x : ascii) (s : step) : Z :=
  let a := letters_of areas (changes s) in
  let number y := List.length (filter (Ascii.eqb y) a) in
  let parts := nodup ascii_dec a in
  let k := Z.of_nat (List.length parts) in
  let sooner y := Nat.ltb (number x) (number y) ||
                  Nat.eqb (number x) (number y) && (N_of_ascii y <? N_of_ascii x)%N in
  let rank := Z.of_nat (List.length (filter sooner parts)) in
  if Nat.eqb (number x) 0 then 0 else loss s / k + if rank <? loss s mod k then 1 else 0.
End DepartureTables.

Module DepartureSearch.
(** Boards of steps searched with bounds by weighted departures, up to symmetries.  Nothing here has to
    be believed. *)
Import List Bool Ascii String ZArith PArith Arith Lia.
Import Claims Boards Steps Search StepSearch Weights Bounds Departures
  Symmetries.
Import ListNotations.
Open Scope Z_scope.

(** What a bound is made of. *)
Record bound := Bound { price : Z; weights : cell -> Z; areas : list part }.
(** What is kept of it for codes: the tables less the weights that their parts bear, and the weights
    of the cells that are left, none if all are 0. *)
Record ready := Ready {
  price_of : Z;
  tables : list (list bool * tree);
  others : list Z;
  goal_mass : Z
}.

(** [a] less each cost of the table, and less the weights of what is marked. *)
Fixpoint lowered (w : list Z) (a : Z) (t : tree) : tree :=
  match t with
  | Leaf None => t
  | _ => match w with
         | [] => match t with Leaf (Some v) => Leaf (Some (v - a)) | _ => Leaf (Some (0 - a)) end
         | b :: w => Node (lowered w a (side false t)) (lowered w (a + b) (side true t))
         end
  end.
Fixpoint marks (w : list Z) (x : list bool) : Z :=
  match w, x with
  | b :: w, m :: x => if m then b + marks w x else marks w x
  | _, _ => 0
  end.
Definition less (a : cost) (n : Z) : cost := match a with Some v => Some (v - n) | None => None end.
Lemma lowered_value : forall w x a t, List.length x = List.length w ->
  value x (lowered w a t) = less (value x t) (a + marks w x).
Proof.
  assert (leaf : forall x v, value x (Leaf v) = v) by now intros [].
  induction w as [|b w IH]; intros [|m x] a t H; try discriminate.
  - rewrite Z.add_0_r. destruct t as [[v|]|l r]; reflexivity.
  - injection H as H. destruct t as [[v|]|l r]; [| now rewrite leaf |];
      simpl; rewrite ?leaf; destruct m; rewrite IH by assumption; rewrite ?leaf;
      try destruct (value x _); simpl; f_equal; lia.
Qed.

Section Search.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Variable marked : ascii -> bool.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Hypothesis goes_on : forall s t, follows s t -> enters s = leaves t.

  Variable spec : Type.
  Variable build : spec -> bound.
  Let l := on_board rows.

  (** ** On codes *)
  Fixpoint descend (mask : list bool) (s : code) (t : tree) : cost :=
    match t with
    | Leaf v => v
    | Node a b =>
        match mask, s with
        | true :: mask, x :: s => descend mask s (if marked x then b else a)
        | false :: mask, _ :: s => descend mask s t
        | _, _ => Some 0
        end
    end.
  Fixpoint weigh (w : list Z) (s : code) : Z :=
    match w, s with
    | n :: w, x :: s => if marked x then n + weigh w s else weigh w s
    | _, _ => 0
    end.
  Lemma descend_view : forall (f : cell -> bool) (p : state) cs t, descend (map f cs) (map p cs) t =
    value (map (fun c => marked (p c)) (filter f cs)) t.
  Proof.
    induction cs as [|c cs IH]; intros [v|a b]; simpl; auto.
    - destruct (f c); simpl; auto. now destruct (map _ (filter f cs)).
    - destruct (f c); [|exact (IH (Node a b))]. simpl. apply IH.
  Qed.
  Lemma weigh_mass : forall (w : cell -> Z) (p : state) cs, weigh (map w cs) (map p cs) = sum (load marked w) p cs.
  Proof.
    induction cs as [|c cs IH]; simpl; auto. unfold load at 1. destruct (marked (p c)); lia.
  Qed.

  (** The weights that no part bears. *)
  Definition left_over (w : cell -> Z) (Ts : list part) (c : cell) : Z :=
    w c - sum_of (fun T => if mine T c then w c else 0) Ts.
  Definition unless_nothing (w : list Z) : list Z := if forallb (Z.eqb 0) w then [] else w.
  Lemma weigh_nothing : forall w s, weigh (unless_nothing w) s = weigh w s.
  Proof.
    intros w s. unfold unless_nothing. destruct (forallb (Z.eqb 0) w) eqn:E; auto.
    rewrite forallb_forall in E. revert s. induction w as [|a w IH]; intros [|x s]; auto.
    assert (a = 0) as -> by (symmetry; apply Z.eqb_eq, E; now left).
    simpl. rewrite <- (IH (fun b I => E b (or_intror I)) s). now destruct (marked x).
  Qed.
  Definition borne (w : cell -> Z) (p : state) (T : part) : Z :=
    marks (map w (cells l T)) (view marked (cells l T) p).
  Lemma weights_left : forall w Ts p, sum (load marked (left_over w Ts)) p l =
    sum (load marked w) p l - sum_of (borne w p) Ts.
  Proof.
    intros w Ts p. unfold borne, cells. induction l as [|c cs IH]; simpl.
    - induction Ts as [|T Ts IH]; simpl; auto.
    - rewrite IH. clear IH. unfold load at 1 3, left_over.
      replace (sum_of (fun T => marks (map w (if mine T c then c :: filter (mine T) cs
        else filter (mine T) cs)) (view marked (if mine T c then c :: filter (mine T) cs
        else filter (mine T) cs) p)) Ts) with
        ((if marked (p c) then sum_of (fun T => if mine T c then w c else 0) Ts else 0) +
         sum_of (fun T => marks (map w (filter (mine T) cs)) (view marked (filter (mine T) cs) p)) Ts).
      + destruct (marked (p c)); lia.
      + induction Ts as [|T Ts IH]; simpl; [now destruct (marked (p c))|].
        rewrite <- IH. destruct (mine T c); simpl; destruct (marked (p c)); lia.
  Qed.

  Definition prepare (x : spec) : option ready :=
    let b := build x in
    if (0 <=? price b) && fair_bound rows goals steps marked (weights b) (price b) (areas b) then
      match least rows goals marked (weights b) with
      | Some g =>
          let own T := lowered (map (weights b) (cells l T)) 0 (free T) in
          Some (Ready (price b) (map (fun T => (map (mine T) l, own T)) (areas b))
                  (unless_nothing (map (left_over (weights b) (areas b)) l)) g)
      | None => None
      end
    else None.
  Definition total_code (ts : list (list bool * tree)) (s : code) : cost :=
    fold_right (fun t a => plus (descend (fst t) s (snd t)) a) (Some 0) ts.
  Definition far_by (n : nat) (s : code) (r : ready) : bool :=
    too_far (price_of r) n (total_code (tables r) s) (weigh (others r) s) (goal_mass r).

  (** The same however many moves are left. *)
  Definition never_by (s : code) (r : ready) : bool :=
    match total_code (tables r) s with
    | None => true
    | Some a => (price_of r =? 0) && (weigh (others r) s - goal_mass r <? a)
    end.
  Lemma never_far : forall n s r, never_by s r = true -> far_by n s r = true.
  Proof.
    intros n s r. unfold never_by, far_by, too_far. destruct (total_code _ s) as [a|]; auto.
    rewrite andb_true_iff, Z.eqb_eq. now intros [-> H].
  Qed.

  Hypothesis ok : setup_ok rows goals steps symbols = true.

  Lemma far_by_sound : forall x r n s p, prepare x = Some r -> stands_for rows symbols s p ->
    far_by n s r = true -> at_least (move legal follows) (shown goals) n p.
  Proof.
    intros x r n s p P (-> & V) F. unfold prepare in P.
    destruct (_ && _) eqn:E in P; [|discriminate]. apply andb_prop in E as [C E].
    apply Z.leb_le in C. destruct (least _ _ _ _) as [g|] eqn:G; [|discriminate].
    injection P as <-. unfold far_by in F. simpl in F.
    refine (Departures.far_sound rows goals legal follows steps followsb symbols rules goes_on ok
      marked (weights (build x)) (price (build x)) (areas (build x)) E n p g C G V _).
    rewrite weigh_nothing, weigh_mass in F. fold l in F. rewrite weights_left in F.
    fold l. fold (mass rows marked (weights (build x)) p) in F. unfold mass in F |- *. fold l in F |- *.
    revert F. generalize (sum (load marked (weights (build x))) p l) as m. intros m.
    replace (total_code (map _ (areas (build x))) (map p l)) with
      (less (total marked l (areas (build x)) None p) (sum_of (borne (weights (build x)) p)
        (areas (build x)))).
    - unfold too_far. destruct (total _ _ _ _ _) as [v|]; simpl; auto. rewrite !Z.ltb_lt. lia.
    - generalize (areas (build x)) as Ts. induction Ts as [|T Ts IH]; simpl; auto. rewrite <- IH.
      rewrite descend_view. change (map (fun c => marked (p c)) (filter (mine T) l)) with
        (view marked (cells l T) p).
      rewrite lowered_value by (unfold view; now rewrite !map_length).
      change (value (view marked (cells l T) p) (free T)) with (worth marked l T None p).
      unfold borne at 1. destruct (worth marked l T None p), (total marked l Ts None p); simpl; auto.
      f_equal. lia.
  Qed.

  (** ** The search *)
  Variable ms : list symmetry.
  Fixpoint prepare_all (xs : list spec) : option (list ready) :=
    match xs with
    | [] => Some []
    | x :: xs => match prepare x with
                 | Some r => option_map (cons r) (prepare_all xs)
                 | None => None
                 end
    end.
  Lemma prepare_all_in : forall xs rs r, prepare_all xs = Some rs -> In r rs ->
    exists x, prepare x = Some r.
  Proof.
    induction xs as [|x xs IH]; simpl; intros rs r H I; [injection H as <-; destruct I|].
    destruct (prepare x) as [r'|] eqn:E; [|discriminate].
    destruct (prepare_all xs) as [rs'|]; [|discriminate]. injection H as <-.
    destruct I as [<-|I]; eauto.
  Qed.

  (** What holds of a code, or of one of its images. *)
  Definition some_image (f : code -> bool) (all : list (list nat)) (s : code) : bool :=
    if f s then true else some_of (fun is => f (permuted is s)) all.
  Definition far_code (all : list (list nat)) (rs : list ready) (n : nat) : code -> bool :=
    some_image (fun t => some_of (far_by n t) rs) all.
  Definition never_code (all : list (list nat)) (rs : list ready) : code -> bool :=
    some_image (fun t => some_of (never_by t) rs) all.
  Definition next_codes (all : list (list nat)) (steps : sorted) (s : code)
    : option (list code) :=
    option_map (map (chosen marked all)) (successors followsb steps s).
  Definition search_check (xs : list spec) (n : nat) : bool :=
    let all := map (places rows) ms in
    let compiled := sort (compile l steps) in
    let w := wanted rows goals in
    match prepare_all xs with
    | None => false
    | Some rs => check_near (key symbols) (next_codes all compiled) (goalb w) (far_code all rs) n
                   (map (drawn rows) l)
    end.

  Definition never_check (xs : list spec) (n : nat) : bool :=
    let all := map (places rows) ms in
    let compiled := sort (compile l steps) in
    let w := wanted rows goals in
    match prepare_all xs with
    | None => false
    | Some rs => check_never (key symbols) (next_codes all compiled) (goalb w) (never_code all rs) n
                   (map (drawn rows) l)
    end.

  Hypothesis maps : forallb (symmetry_ok rows goals steps followsb) ms = true.
  Let all := map (places rows) ms.
  Let stands := stands_for rows symbols.

  Lemma next_simulates : forall s p q c,
    next_codes all (sort (compile l steps)) s = Some c -> stands s p -> move legal follows p q ->
    exists t q', In t c /\ stands t q' /\ no_farther (move legal follows) (shown goals) q' q.
  Proof.
    intros s p q c S R K. unfold next_codes in S.
    destruct (successors followsb (sort (compile l steps)) s) as [u|] eqn:U; [|discriminate].
    injection S as <-. destruct rules as [R1 R2 R3 R4].
    destruct (simulates rows goals legal follows steps followsb symbols R2 R3 R4 ok s p q u U R K)
      as (t & T & W).
    destruct (images_stand rows goals legal follows steps followsb symbols rules ok ms t q
      (chosen marked all t) maps W (chosen_in marked _ t)) as (q' & Q & F).
    exists (chosen marked all t), q'. split; [now apply in_map|]. auto.
  Qed.
  Lemma some_image_in : forall f s, some_image f all s = true ->
    exists t, In t (images all s) /\ f t = true.
  Proof.
    unfold some_image. intros f s H. destruct (f s) eqn:E; [exists s; split; auto; now left|].
    apply some_of_in in H as (is & I & F). exists (permuted is s). split; auto. right.
    now apply (in_map (fun is => permuted is s)).
  Qed.
  Lemma image_far : forall xs rs n s p t, prepare_all xs = Some rs -> stands s p ->
    In t (images all s) -> some_of (far_by n t) rs = true ->
    at_least (move legal follows) (shown goals) n p.
  Proof.
    intros xs rs n s p t P S T F. apply some_of_in in F as (r & R & F).
    destruct (images_stand rows goals legal follows steps followsb symbols rules ok ms s p t maps S T)
      as (q & Q & N).
    apply N. destruct (prepare_all_in xs rs r P R) as [x X]. exact (far_by_sound x r n t q X Q F).
  Qed.

  Theorem search_sound : forall xs n, search_check xs n = true ->
    at_least (move legal follows) (shown goals) n (drawn rows).
  Proof.
    intros xs n H. unfold search_check in H. destruct (prepare_all xs) as [rs|] eqn:P; [|discriminate].
    eapply check_near_sound; [exact (key_inj symbols) | exact next_simulates |
      exact (goal_seen rows goals symbols) | | exact (start_stands rows goals steps symbols ok) |
      exact H].
    intros k s p F S. unfold far_code in F. apply some_image_in in F as (t & T & F).
    exact (image_far xs rs k s p t P S T F).
  Qed.
  Theorem never_sound : forall xs n, never_check xs n = true ->
    unsolvable (move legal follows) (shown goals) (drawn rows).
  Proof.
    intros xs n H. unfold never_check in H. destruct (prepare_all xs) as [rs|] eqn:P; [|discriminate].
    eapply check_never_sound; [exact (key_inj symbols) | exact next_simulates |
      exact (goal_seen rows goals symbols) | | exact (start_stands rows goals steps symbols ok) |
      exact H].
    intros k s p F S. unfold never_code in F. apply some_image_in in F as (t & T & F).
    apply (image_far xs rs k s p t P S T). apply some_of_in in F as (r & R & F).
    apply some_of_true with r; auto. now apply never_far.
  Qed.
End Search.

(** ** The check that the kernel computes *)
Section Checks.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Variable marked : ascii -> bool.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Hypothesis goes_on : forall s t, follows s t -> enters s = leaves t.
  Variable spec : Type.
  Variable build : spec -> bound.

  Definition departures_check (ms : list symmetry) (xs : list spec) (n : nat) : bool :=
    setup_ok rows goals steps symbols && forallb (symmetry_ok rows goals steps followsb) ms &&
    search_check rows goals steps followsb symbols marked spec build ms xs n.
  Definition departures_never (ms : list symmetry) (xs : list spec) (n : nat) : bool :=
    setup_ok rows goals steps symbols && forallb (symmetry_ok rows goals steps followsb) ms &&
    never_check rows goals steps followsb symbols marked spec build ms xs n.
  Definition departures_minimum (ms : list symmetry) (xs : list spec) (n : nat)
    (moves : list (list cell)) : bool :=
    Nat.eqb (List.length moves) n && plan_ok rows goals steps followsb moves &&
    departures_check ms xs n.

  Theorem departures_checked : forall ms xs n, departures_check ms xs n = true ->
    at_least (move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold departures_check. intros ms xs n H. rewrite !andb_true_iff in H. destruct H as [[S M] H].
    exact (search_sound rows goals legal follows steps followsb symbols marked rules goes_on spec build
      S ms M xs n H).
  Qed.
  Theorem departures_never_checked : forall ms xs n, departures_never ms xs n = true ->
    unsolvable (move legal follows) (shown goals) (drawn rows).
  Proof.
    unfold departures_never. intros ms xs n H. rewrite !andb_true_iff in H. destruct H as [[S M] H].
    exact (never_sound rows goals legal follows steps followsb symbols marked rules goes_on spec build
      S ms M xs n H).
  Qed.
  Theorem departures_minimum_checked : forall ms xs n moves,
    departures_minimum ms xs n moves = true ->
    minimum (move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold departures_minimum. intros ms xs n moves H. rewrite !andb_true_iff, Nat.eqb_eq in H.
    destruct H as [[<- P] B]. split; [|now apply (departures_checked ms xs)].
    destruct rules. unfold departures_check in B. rewrite !andb_true_iff in B.
    destruct B as [[S _] _]. eapply plan_sound; eauto.
  Qed.
End Checks.
End DepartureSearch.

Module PegsDepartures.
(** Peg solitaire searched with bounds by weighted departures: the theorems that a puzzle's file
    applies. *)
Import List Bool Ascii String ZArith.
Export PegsSearch Symmetries.
Import Claims Steps StepSearch Departures DepartureTables DepartureSearch.
Import ListNotations.
Open Scope Z_scope.

(** A move costs [charge]; the parts are the letters of a drawing; the weights are those of the holes
    in reading order. *)
Record departures := Weighted { charge : Z; areas : list string; weights : list Z }.

(** Tells "x" from "o" by a single bit. *)
Definition is_peg (x : ascii) : bool := match x with Ascii b _ _ _ _ _ _ _ => negb b end.
Definition built (z : puzzle) (x : departures) : bound :=
  let l := on_board (board z) in
  let listed := combine l (weights x) in
  let w c := match find (fun e => cell_eqb (fst e) c) listed with Some e => snd e | None => 0 end in
  let inner := map whole (compile l (steps z)) in
  let letters := nodup ascii_dec (filter (fun a => negb (a =? "#")%char)
                   (map (drawn (areas x)) l)) in
  Bound (charge x) w (map (fun a =>
    made_part is_peg l (goals z) (charge x) inner
      (fun c => (drawn (areas x) c =? a)%char) (share_of (areas x) (loss is_peg w) a)) letters).

Lemma goes_on : forall m s t, follows m s t -> enters s = leaves t.
Proof. intros [] s t; simpl; [contradiction | auto]. Qed.

Theorem bound_by_departures : forall ms xs z m n,
  departures_check (board z) (goals z) (steps z) (followsb m) symbols is_peg departures (built z)
    ms xs n = true -> needs_at_least z m n.
Proof.
  intros ms xs z m n. exact (departures_checked _ _ _ _ _ _ _ _ (rules z m) (goes_on m) _ _ ms xs n).
Qed.
Theorem minimum_by_departures : forall ms xs moves z m n,
  departures_minimum (board z) (goals z) (steps z) (followsb m) symbols is_peg departures (built z)
    ms xs n moves = true -> minimum_is z m n.
Proof.
  intros ms xs moves z m n.
  exact (departures_minimum_checked _ _ _ _ _ _ _ _ (rules z m) (goes_on m) _ _ ms xs n moves).
Qed.
Theorem never_by_departures : forall ms xs n z m,
  departures_never (board z) (goals z) (steps z) (followsb m) symbols is_peg departures (built z)
    ms xs n = true -> has_no_plan z m.
Proof.
  intros ms xs n z m.
  exact (departures_never_checked _ _ _ _ _ _ _ _ (rules z m) (goes_on m) _ _ ms xs n).
Qed.
End PegsDepartures.

Import List Ascii String NArith ZArith PegsDepartures.
Import ListNotations.
Open Scope string_scope.

Definition instance : puzzle := {|
  board := [ "##xxx##";
             "##xxx##";
             "xxxxxxx";
             "xxxoxxx";
             "xxxxxxx";
             "##xxx##";
             "##xxx##" ];
  goals := [ [ "##ooo##";
               "##ooo##";
               "ooooooo";
               "oooxooo";
               "ooooooo";
               "##ooo##";
               "##ooo##" ] ];
  triangle := false
|}.

Definition plan : list (list cell) := [
  [(3, 5); (3, 3)]; [(1, 4); (3, 4)]; [(2, 6); (2, 4)]; [(2, 3); (2, 5)]; [(4, 4); (2, 4)];
  [(2, 1); (2, 3)]; [(0, 2); (2, 2)]; [(6, 4); (4, 4)]; [(3, 2); (1, 2); (1, 4); (3, 4); (5,
  4)]; [(4, 6); (2, 6); (2, 4); (2, 2)]; [(5, 2); (3, 2); (1, 2)]; [(0, 4); (0, 2); (2, 2)];
  [(4, 0); (4, 2)]; [(4, 3); (4, 1)]; [(6, 2); (6, 4); (4, 4)]; [(2, 0); (4, 0); (4, 2)];
  [(4, 5); (4, 3); (2, 3); (2, 1); (4, 1); (4, 3)]; [(5, 3); (3, 3)]]%Z.

Definition symmetries : list symmetry := [
  Symmetry ((-1, 0, 6), (0, -1, 6)) ((-1, 0, 6), (0, -1, 6));
  Symmetry ((-1, 0, 6), (0, 1, 0)) ((-1, 0, 6), (0, 1, 0));
  Symmetry ((0, -1, 6), (-1, 0, 6)) ((0, -1, 6), (-1, 0, 6));
  Symmetry ((0, -1, 6), (1, 0, 0)) ((0, 1, 0), (-1, 0, 6));
  Symmetry ((0, 1, 0), (-1, 0, 6)) ((0, -1, 6), (1, 0, 0));
  Symmetry ((0, 1, 0), (1, 0, 0)) ((0, 1, 0), (1, 0, 0));
  Symmetry ((1, 0, 0), (0, -1, 6)) ((1, 0, 0), (0, -1, 6))
]%Z.

Definition bounds : list departures := [
  Weighted 7 [ "##bbb##";
  "##bbb##";
  "bbbbbbb";
  "aaabbbb";
  "aaaaaaa";
  "##aaa##";
  "##aaa##" ]%string [
    6; 11; -2; 6; 8; 6; -3; 4; 1; 5; 1; 4; -3; 6; 1; 7; 8; 6; 6; 0; 3; 3; 0; 3; 0; 3; -3; 7;
    8; 6; 7; 11; -3
  ]
]%Z.

Theorem claim : minimum_is instance Move 18.
Proof. apply (minimum_by_departures symmetries bounds plan). vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
