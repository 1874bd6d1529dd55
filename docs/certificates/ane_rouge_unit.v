(* puzzleproof-coq of L'Âne Rouge, metric unit.
   'coqc -q FILE' checks it, and is to answer 'Closed under the global context'.  To be read
   are the modules whose first lines say so, and the end, from 'Definition instance' on. *)
From Coq Require List Bool Ascii String ZArith PArith Arith Lia NArith FSets.FMapPositive.

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

Module SlidingBlocks.
(** Sliding blocks: the rules, told from the drawing.  To be read and believed, with [Claims] and
    [Boards]; nothing here is made to be quick. *)
Import List Bool Ascii String ZArith.
Import Claims.
Export Boards.
Import ListNotations.
Open Scope char_scope.

(** What an instance file says.  In a drawing "." is an empty cell, "#" is outside, and any other
    character is a piece: all cells with this character. *)
Record puzzle := Puzzle {
  board : list string;
  goals : list (list string);           (* any one of them will do *)
  labelled : string;                    (* the labelled pieces; "*": all of them *)
  east_west : string;                   (* pieces that move east and west only *)
  north_south : string;                 (* pieces that move north and south only *)
  half_cells : bool;                    (* a cell is drawn by 2 x 2 characters *)
  halfway : list (list string)          (* drawings of pieces where pieces may rest half-way *)
}.

Definition is_piece (x : ascii) : Prop := x <> "." /\ x <> "#".
Definition start (z : puzzle) : state := drawn (board z).

(** How many characters wide and high a cell is drawn. *)
Definition stride (z : puzzle) : nat := if half_cells z then 2 else 1.

(** The piece [x] one character further: it is seen where it was seen before, one further; what it
    has left is empty; all else is as it was. *)
Definition shifted (x : ascii) (d : direction) (p : state) : state :=
  fun c => if p (beside (opposite d) c) =? x then x
           else if p c =? x then "." else p c.

(** Whether the axis of a piece allows a direction; a piece that no list names moves freely. *)
Definition among (x : ascii) (l : string) : bool :=
  existsb (fun y => y =? x) (list_ascii_of_string l).
Definition on_axis (z : puzzle) (x : ascii) (d : direction) : bool :=
  negb (among x match d with North | South => east_west z | East | West => north_south z end).

(** A slide: [x] is a piece of this state, its axis allows it, and each cell in front of it is
    empty or its own. *)
Definition slides (z : puzzle) (x : ascii) (d : direction) (p q : state) : Prop :=
  is_piece x /\ (exists c, p c = x) /\ on_axis z x d = true /\
  (forall c, p c = x -> p (beside d c) = "." \/ p (beside d c) = x) /\
  (forall c, q c = shifted x d p c).

(** One slide or more of one piece, in the directions told. *)
Inductive path (z : puzzle) (x : ascii) : list direction -> state -> state -> Prop :=
| last_slide : forall d p q, slides z x d p q -> path z x [d] p q
| next_slide : forall d ds p q r,
    slides z x d p q -> path z x ds q r -> path z x (d :: ds) p r.

(** What counts as one move: one cell; one straight line; anywhere. *)
Inductive metric := Unit | Line | Piece.

Definition one_move (z : puzzle) (m : metric) (ds : list direction) : Prop :=
  match m with
  | Unit => (exists d, forall e, In e ds -> e = d) /\ List.length ds <= stride z
  | Line => exists d, forall e, In e ds -> e = d
  | Piece => True
  end.

(** Where cells are drawn by 2 x 2 characters, a piece comes to rest on whole cells, or just where
    some piece is drawn: in the start, a goal, or half-way. *)
Definition drawings (z : puzzle) : list (list string) := board z :: goals z ++ halfway z.
Definition same_cell (a b : cell) : Prop :=
  (fst a / 2 = fst b / 2 /\ snd a / 2 = snd b / 2)%Z.
Definition rests (z : puzzle) (x : ascii) (p : state) : Prop :=
  half_cells z = true ->
  (forall a b, p a = x -> same_cell a b -> p b = x) \/
  exists rows y, In rows (drawings z) /\ is_piece y /\
    forall c, drawn rows c = y <-> p c = x.

(** A move: a path of one piece, at the end of which it may rest. *)
Definition move (z : puzzle) (m : metric) (p q : state) : Prop :=
  exists x ds, one_move z m ds /\ path z x ds p q /\ rests z x q.

(** A goal is a drawing.  A labelled piece must stand just where it is drawn; for any other piece
    that is drawn, some piece must cover just its cells. *)
Definition is_labelled (z : puzzle) (x : ascii) : bool :=
  (labelled z =? "*")%string || among x (labelled z).
Definition stands (z : puzzle) (goal p : state) : Prop :=
  forall x, is_piece x -> (exists c, goal c = x) ->
    exists y, is_piece y /\ (is_labelled z x = true -> y = x) /\ forall c, goal c = x <-> p c = y.
Definition solved (z : puzzle) (p : state) : Prop :=
  exists g, In g (goals z) /\ stands z (drawn g) p.

(** The claims of [Claims], of this puzzle from its start. *)
Definition minimum_is (z : puzzle) (m : metric) (n : nat) : Prop :=
  minimum (move z m) (solved z) n (start z).
Definition needs_at_least (z : puzzle) (m : metric) (n : nat) : Prop :=
  at_least (move z m) (solved z) n (start z).
Definition has_no_plan (z : puzzle) (m : metric) : Prop :=
  unsolvable (move z m) (solved z) (start z).
End SlidingBlocks.

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

Module SlidingCodes.
(** Sliding blocks as numbers: what computes, and nothing that has to be believed.  A *place* is a
    set of cells where a piece of some kind may stand; a *code* has a bit for each place that is
    taken.  [SlidingMoves] and [Sliding] prove that this agrees with the rules. *)
Import List Bool Ascii String ZArith NArith PArith.
Import FMapPositive.
Import Search SlidingBlocks.
Import ListNotations.
Open Scope char_scope.

(** The kernel evaluates arguments first, so [&&], [||], [forallb] and [existsb] look at everything.
    These stop where the answer is known; they are equal to the others by definition. *)
Notation "a 'and' b" := (if a then b else false) (at level 40, left associativity).
Notation "a 'or' b" := (if a then true else b) (at level 50, left associativity).
Fixpoint all {A : Type} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | a :: l => f a and all f l end.
Fixpoint any {A : Type} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | a :: l => f a or any f l end.

Definition directions := [North; East; South; West].
Definition direction_eqb (a b : direction) : bool :=
  match a, b with
  | North, North | East, East | South, South | West, West => true
  | _, _ => false
  end.
Definition cell_eqb (a b : cell) : bool := (fst a =? fst b)%Z and (snd a =? snd b)%Z.
Fixpoint cells_eqb (a b : list cell) : bool :=
  match a, b with
  | [], [] => true
  | c :: a, d :: b => cell_eqb c d and cells_eqb a b
  | _, _ => false
  end.
Definition is_pieceb (x : ascii) : bool := negb (x =? ".") && negb (x =? "#").

(** ** The board *)
Definition height (z : puzzle) : nat := List.length (board z).
Definition width (z : puzzle) : nat := String.length (hd ""%string (board z)).
Definition grid (z : puzzle) : list cell :=
  list_prod (map Z.of_nat (seq 0 (height z))) (map Z.of_nat (seq 0 (width z))).
Definition fits (z : puzzle) (rows : list string) : bool :=
  Nat.leb (List.length rows) (height z) &&
  forallb (fun r => Nat.leb (String.length r) (width z)) rows.
Definition on_grid (z : puzzle) (c : cell) : bool :=
  ((0 <=? fst c) && (fst c <? Z.of_nat (height z)) &&
   (0 <=? snd c) && (snd c <? Z.of_nat (width z)))%Z.
Definition number (z : puzzle) (c : cell) : N :=
  Z.to_N (fst c * Z.of_nat (width z) + snd c).
Definition mask_of (z : puzzle) (l : list cell) : N :=
  fold_right (fun c a => N.setbit a (number z c)) 0%N l.

(** ** Pieces, kinds of pieces, and their place_table *)
Definition letters_of (z : puzzle) (p : state) : list ascii :=
  nodup ascii_dec (filter is_pieceb (map p (grid z))).
Definition letters (z : puzzle) : list ascii := letters_of z (start z).
Definition cells_of (z : puzzle) (p : state) (x : ascii) : list cell :=
  filter (fun c => p c =? x) (grid z).
Definition moved (a b : Z) (l : list cell) : list cell :=
  map (fun '(r, k) => (r + a, k + b)%Z) l.
Definition offsets (l : list cell) : list cell :=
  match l with [] => [] | (r, k) :: _ => moved (- r) (- k) l end.

Definition same_axis (z : puzzle) (x y : ascii) : bool :=
  forallb (fun d => Bool.eqb (on_axis z x d) (on_axis z y d)) directions.
Definition kind_of (z : puzzle) (x : ascii) : ascii :=
  if is_labelled z x then x else
  let shape := offsets (cells_of z (start z) x) in
  hd x (filter (fun y => negb (is_labelled z y) && same_axis z y x &&
                         cells_eqb (offsets (cells_of z (start z) y)) shape) (letters z)).

Definition raw_places (z : puzzle) : list (ascii * list cell) :=
  flat_map (fun k =>
    let shape := offsets (cells_of z (start z) k) in
    filter (fun '(_, l) => forallb (fun c => negb (start z c =? "#")) l)
           (map (fun '(r, c) => (k, moved r c shape)) (grid z)))
    (nodup ascii_dec (map (kind_of z) (letters z))).

Record place := Place {
  place_rank : N;
  place_bit : N;
  place_mask : N;
  place_steps : list (direction * N);
  place_rests : bool;
  place_kind : ascii;
  place_cells : list cell
}.
Definition place_table := PositiveMap.t place.

Fixpoint index_of (k : ascii) (l : list cell) (t : list (N * (ascii * list cell))) : option N :=
  match t with
  | [] => None
  | (i, (k', l')) :: t => if (k =? k') and cells_eqb l l' then Some i else index_of k l t
  end.

(** Where a piece may come to rest *)
Definition has (l : list cell) (c : cell) : bool := any (cell_eqb c) l.
Definition four (c : cell) : list cell :=
  let r := (2 * (fst c / 2))%Z in
  let k := (2 * (snd c / 2))%Z in
  [(r, k); (r, k + 1); (r + 1, k); (r + 1, k + 1)]%Z.
Definition covers (z : puzzle) (p : state) (x : ascii) (l : list cell) : bool :=
  all (fun c => Bool.eqb (p c =? x) (has l c)) (grid z).
Definition restsb (z : puzzle) (l : list cell) : bool :=
  negb (half_cells z) or all (fun a => all (has l) (four a)) l or
  any (fun rows => any (fun y => covers z (drawn rows) y l) (letters_of z (drawn rows)))
      (drawings z).

Definition make_places (z : puzzle) : place_table :=
  let raw := raw_places z in
  let table := combine (map N.of_nat (seq 0 (List.length raw))) raw in
  fold_right (fun '(i, (k, l)) m =>
    let next := flat_map (fun d => if on_axis z k d then match index_of k (map (beside d) l) table with
                                   | Some j => [(d, j)] | None => [] end else []) directions in
    PositiveMap.add (N.succ_pos i) (Place i (2 ^ i) (mask_of z l) next (restsb z l) k l) m)
    (PositiveMap.empty place) table.

Definition get (m : place_table) (i : N) : option place := PositiveMap.find (N.succ_pos i) m.

Definition next (m : place_table) (d : direction) (e : place) : option place :=
  match find (fun '(d', _) => direction_eqb d d') (place_steps e) with
  | Some (_, j) => get m j
  | None => None
  end.

(** The place_table are checked, however they were made. *)
Definition place_ok (z : puzzle) (m : place_table) (i : positive) (e : place) : bool :=
  (N.succ_pos (place_rank e) =? i)%positive && (place_bit e =? 2 ^ place_rank e)%N &&
  (place_mask e =? mask_of z (place_cells e))%N && Bool.eqb (place_rests e) (restsb z (place_cells e)) && forallb (on_grid z) (place_cells e) &&
  forallb (fun d =>
    existsb (fun c => start z (beside d c) =? "#") (place_cells e) || negb (on_axis z (place_kind e) d) ||
    match next m d e with
    | Some e' => cells_eqb (place_cells e') (map (beside d) (place_cells e)) && (place_kind e' =? place_kind e)
    | None => false
    end) directions.
Definition places_ok (z : puzzle) (m : place_table) : bool :=
  forallb (fun '(i, e) => place_ok z m i e) (PositiveMap.elements m).

(** ** A code: bit i is set if a piece stands at place i *)
Definition code := N.

Definition first_place (z : puzzle) (m : place_table) (x : ascii) : N :=
  match find (fun '(_, e) => (place_kind e =? kind_of z x) &&
                             cells_eqb (place_cells e) (cells_of z (start z) x))
             (PositiveMap.elements m) with
  | Some (_, e) => place_rank e
  | None => 0%N
  end.
Definition first_ok (z : puzzle) (m : place_table) : bool :=
  forallb (fun x => match get m (first_place z m x) with
                    | Some e => (place_kind e =? kind_of z x) &&
                                cells_eqb (place_cells e) (cells_of z (start z) x)
                    | None => false
                    end) (letters z).
Definition first_code (z : puzzle) (m : place_table) : code :=
  fold_right (fun x s => N.setbit s (first_place z m x)) 0%N (letters z).

Fixpoint bits_from (p : positive) (i : N) : list N :=
  match p with
  | xH => [i]
  | xO p => bits_from p (N.succ i)
  | xI p => i :: bits_from p (N.succ i)
  end.
Definition bits (s : code) : list N := match s with N0 => [] | Npos p => bits_from p 0 end.
Definition standing (m : place_table) (s : code) : list place :=
  flat_map (fun i => match get m i with Some e => [e] | None => [] end) (bits s).

(** ** Moves *)
(** No bit in common: quicker than [N.land], which makes a number. *)
Fixpoint apart_bits (p q : positive) : bool :=
  match p, q with
  | xO p, xO q | xO p, xI q | xI p, xO q => apart_bits p q
  | xH, xO _ | xO _, xH => true
  | _, _ => false
  end.
Definition apart (a b : N) : bool :=
  match a, b with Npos p, Npos q => apart_bits p q | _, _ => true end.
Definition free (others : N) (e : place) : bool := apart (place_mask e) others.

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

(** ... no further than n *)
Fixpoint upto (m : place_table) (n : nat) (others : N) (d : direction) (e : place) : list place :=
  match n with
  | 0 => []
  | S n =>
      match next m d e with
      | None => []
      | Some e' => if free others e' then e' :: upto m n others d e' else []
      end
  end.

Definition around (m : place_table) (e : place) : list place :=
  flat_map (fun '(_, j) => match get m j with Some e' => [e'] | None => [] end) (place_steps e).

Definition known (seen : list place) (e : place) : bool :=
  any (fun u => (place_rank u =? place_rank e)%N) seen.

Fixpoint flood (m : place_table) (n : nat) (others : N) (seen front : list place)
  : option (list place) :=
  match n with
  | 0 => None
  | S n =>
      match front with
      | [] => Some seen
      | e :: front =>
          let new := filter (fun e' => free others e' and negb (known seen e')) (around m e) in
          flood m n others (new ++ seen) (new ++ front)
      end
  end.

Fixpoint gather {A : Type} (l : list (option (list A))) : option (list A) :=
  match l with
  | [] => Some []
  | None :: _ => None
  | Some a :: l => option_map (app a) (gather l)
  end.

Definition fuel : nat := 1000.

Definition targets (n : nat) (k : metric) (m : place_table) (others : N) (e : place) : option (list place) :=
  match k with
  | Unit => Some (flat_map (fun d => upto m n others d e) directions)
  | Line => gather (map (fun d => straight m fuel others d e) directions)
  | Piece => flood m fuel others [e] [e]
  end.

Definition successors (n : nat) (k : metric) (m : place_table) (s : code) : option (list code) :=
  let all := standing m s in
  let occupied := fold_right (fun e a => N.lor (place_mask e) a) 0%N all in
  gather (map (fun e =>
    let rest := N.lxor s (place_bit e) in
    let elsewhere e' := place_rests e' and negb (place_rank e' =? place_rank e)%N in
    option_map (fun l => map (fun e' => N.lxor rest (place_bit e')) (filter elsewhere l))
               (targets n k m (N.ldiff occupied (place_mask e)) e)) all).

(** ** Goals: of each number, one bit is set in the state *)
Definition clause (z : puzzle) (m : place_table) (g : state) (x : ascii) : N :=
  fold_right (fun '(_, e) a =>
    if (negb (is_labelled z x) || (place_kind e =? kind_of z x)) &&
       covers z g x (place_cells e)
    then N.setbit a (place_rank e) else a) 0%N (PositiveMap.elements m).
Definition clauses (z : puzzle) (m : place_table) : list (list N) :=
  map (fun g => map (clause z m (drawn g)) (letters_of z (drawn g))) (goals z).
Definition goalb (t : list (list N)) (s : code) : bool :=
  any (all (fun k => negb (apart k s))) t.

(** ** The checks *)
Definition setup_ok (z : puzzle) (m : place_table) : bool :=
  forallb (fits z) (drawings z) && places_ok z m && first_ok z m.
Definition lower_bound (z : puzzle) (k : metric) (L : nat) : bool :=
  let m := make_places z in
  let t := clauses z m in
  setup_ok z m &&
  check_at_least N.succ_pos (successors (stride z) k m) (goalb t) L (first_code z m).
Definition refuted (z : puzzle) (k : metric) (n : nat) : bool :=
  let m := make_places z in
  let t := clauses z m in
  setup_ok z m && check_unsolvable N.succ_pos (successors (stride z) k m) (goalb t) n (first_code z m).

(** ** Plans, played on the drawing *)
Definition seen_at (t : list (cell * ascii)) : state :=
  fun c => match find (fun '(c', _) => cell_eqb c c') t with Some (_, x) => x | None => "#" end.
Definition slide (z : puzzle) (x : ascii) (d : direction) (p : state) : option state :=
  if is_pieceb x && existsb (fun c => p c =? x) (grid z) &&
     on_axis z x d &&
     forallb (fun c => negb (p c =? x) || (p (beside d c) =? ".") || (p (beside d c) =? x)) (grid z)
  then let t := map (fun c => (c, shifted x d p c)) (grid z) in Some (seen_at t)
  else None.
Fixpoint slide_all (z : puzzle) (x : ascii) (ds : list direction) (p : state)
  : option state :=
  match ds with
  | [] => Some p
  | d :: ds => match slide z x d p with Some q => slide_all z x ds q | None => None end
  end.
Definition one_moveb (z : puzzle) (k : metric) (ds : list direction) : bool :=
  match k, ds with
  | _, [] => false
  | Unit, d :: ds => forallb (direction_eqb d) ds && Nat.leb (S (List.length ds)) (stride z)
  | Line, d :: ds => forallb (direction_eqb d) ds
  | Piece, _ => true
  end.
Fixpoint play (z : puzzle) (k : metric) (moves : list (ascii * list direction)) (p : state)
  : option state :=
  match moves with
  | [] => Some p
  | (x, ds) :: moves =>
      if one_moveb z k ds
      then match slide_all z x ds p with
           | Some q => if restsb z (cells_of z q x) then play z k moves q else None
           | None => None
           end
      else None
  end.
Definition standsb (z : puzzle) (g p : state) : bool :=
  forallb (fun x => existsb (fun y =>
    (negb (is_labelled z x) || (y =? x)) &&
    forallb (fun c => Bool.eqb (g c =? x) (p c =? y)) (grid z)) (letters_of z p))
    (letters_of z g).
Definition plan_ok (z : puzzle) (k : metric) (moves : list (ascii * list direction)) : bool :=
  forallb (fits z) (drawings z) &&
  match play z k moves (start z) with
  | None => false
  | Some p => existsb (fun g => standsb z (drawn g) p) (goals z)
  end.

(** A plan as text: moves between blanks, each a piece and its directions, as in "HS JNW". *)
Definition direction_of (x : ascii) : option direction :=
  match x with "N" => Some North | "E" => Some East | "S" => Some South | "W" => Some West
             | _ => None end.
Definition spell (w : list ascii) : list (ascii * list direction) :=
  match w with
  | [] => []
  | x :: w => [(x, flat_map (fun a => match direction_of a with Some d => [d] | None => [] end) w)]
  end.
Fixpoint words (s : string) (w : list ascii) : list (ascii * list direction) :=
  match s with
  | EmptyString => spell (rev w)
  | String " " s | String "010" s => spell (rev w) ++ words s []
  | String a s => words s (a :: w)
  end.
Definition read_plan (s : string) : list (ascii * list direction) := words s [].
End SlidingCodes.

Module SlidingMoves.
(** What [SlidingCodes] computes is true of the rules of [SlidingBlocks]. *)
Import List Bool Ascii String ZArith NArith PArith Lia.
Import FMapPositive.
Import Search SlidingBlocks SlidingCodes.
Import ListNotations.
Open Scope char_scope.

Opaque fuel.

(** ** Small things *)
Lemma all_forallb : forall A (f : A -> bool) l, all f l = forallb f l.
Proof. induction l; simpl; [|rewrite IHl]; reflexivity. Qed.
Lemma any_existsb : forall A (f : A -> bool) l, any f l = existsb f l.
Proof. induction l; simpl; [|rewrite IHl]; reflexivity. Qed.
Lemma all_ext : forall A (f g : A -> bool) l, (forall a, f a = g a) -> all f l = all g l.
Proof. intros A f g l E. induction l; simpl; [|rewrite E, IHl]; reflexivity. Qed.
Lemma any_ext : forall A (f g : A -> bool) l, (forall a, f a = g a) -> any f l = any g l.
Proof. intros A f g l E. induction l; simpl; [|rewrite E, IHl]; reflexivity. Qed.

Lemma cell_eqb_eq : forall a b, cell_eqb a b = true <-> a = b.
Proof.
  intros [a a'] [b b']. change (cell_eqb (a, a') (b, b')) with ((a =? b)%Z && (a' =? b')%Z).
  rewrite andb_true_iff, !Z.eqb_eq.
  split; [intros [-> ->]; auto | intros [= -> ->]; auto].
Qed.

Lemma cells_eqb_eq : forall a b, cells_eqb a b = true -> a = b.
Proof.
  induction a as [|c a IH]; intros [|d b]; simpl; try discriminate; auto.
  destruct (cell_eqb c d) eqn:E; [|discriminate]. apply cell_eqb_eq in E. intros H. f_equal; auto.
Qed.

Lemma direction_eqb_eq : forall a b, direction_eqb a b = true <-> a = b.
Proof. intros [] []; simpl; split; congruence. Qed.

Lemma every_direction : forall d, In d directions.
Proof. intros []; simpl; auto. Qed.

Lemma is_pieceb_iff : forall x, is_pieceb x = true <-> is_piece x.
Proof.
  intros x. unfold is_pieceb, is_piece.
  rewrite andb_true_iff, !negb_true_iff, !Ascii.eqb_neq. tauto.
Qed.

Lemma there_and_back : forall d c, beside d (beside (opposite d) c) = c.
Proof. intros [] [r k]; simpl; f_equal; lia. Qed.
Lemma back_and_there : forall d c, beside (opposite d) (beside d c) = c.
Proof. intros [] [r k]; simpl; f_equal; lia. Qed.

Lemma gather_in : forall A (l : list (option (list A))) r, gather l = Some r ->
  forall o, In o l -> exists a, o = Some a /\ incl a r.
Proof.
  induction l as [|[a|] l IH]; simpl; intros r H o I; [destruct I | | discriminate].
  destruct (gather l) as [b|] eqn:E; [|discriminate]. injection H as <-.
  destruct I as [<-|I].
  - exists a. split; auto. now apply incl_appl, incl_refl.
  - destruct (IH b eq_refl o I) as (c & -> & J). exists c. split; auto. now apply incl_appr.
Qed.

Lemma bits_from_in : forall p i j, N.testbit (Npos p) j = true -> In (i + j)%N (bits_from p i).
Proof.
  induction p as [p IH|p IH|]; intros i [|q]; simpl; intros H; try discriminate.
  - left. lia.
  - right. replace (i + N.pos q)%N with (N.succ i + Pos.pred_N q)%N by lia. now apply IH.
  - replace (i + N.pos q)%N with (N.succ i + Pos.pred_N q)%N by lia. now apply IH.
  - left. lia.
Qed.

Lemma bits_in : forall s j, N.testbit s j = true -> In j (bits s).
Proof. intros [|p] j H; [discriminate|]. exact (bits_from_in p 0 j H). Qed.

Lemma apart_land : forall a b, apart a b = (N.land a b =? 0)%N.
Proof.
  assert (bits : forall p q, apart_bits p q = (Pos.land p q =? 0)%N).
  { induction p as [p IH|p IH|]; intros [q|q|]; simpl; try rewrite IH; auto;
      now destruct (Pos.land p q). }
  intros [|p] [|q]; auto. apply bits.
Qed.
Lemma land_not_0 : forall a b n, N.testbit a n = true -> N.testbit b n = true ->
  negb (apart a b) = true.
Proof.
  intros a b n A B. rewrite apart_land. apply negb_true_iff, N.eqb_neq. intros H.
  assert (N.testbit (N.land a b) n = true) by now rewrite N.land_spec, A, B.
  rewrite H, N.bits_0 in *. discriminate.
Qed.

Lemma lor_bit : forall (l : list place) n,
  N.testbit (fold_right (fun e a => N.lor (place_mask e) a) 0%N l) n = true ->
  exists e, In e l /\ N.testbit (place_mask e) n = true.
Proof.
  induction l as [|e l IH]; intros n H; [simpl in H; discriminate H|].
  change (N.testbit (N.lor (place_mask e) (fold_right (fun e a => N.lor (place_mask e) a) 0%N l)) n = true) in H.
  rewrite N.lor_spec in H. apply orb_prop in H as [H|H].
  - exists e. simpl. auto.
  - destruct (IH n H) as (u & I & J). exists u. simpl. auto.
Qed.

(** ** The board *)
Section Board.
  Variable z : puzzle.

  Lemma in_grid : forall r k, In (r, k) (grid z) <->
    (0 <= r < Z.of_nat (height z) /\ 0 <= k < Z.of_nat (width z))%Z.
  Proof.
    intros r k. unfold grid. rewrite in_prod_iff, !in_map_iff. split.
    - intros [(a & <- & A) (b & <- & B)]. apply in_seq in A, B. lia.
    - intros [A B]. split; [exists (Z.to_nat r)|exists (Z.to_nat k)]; rewrite in_seq; lia.
  Qed.

  Lemma on_grid_in : forall c, on_grid z c = true <-> In c (grid z).
  Proof.
    intros [r k]. rewrite in_grid. unfold on_grid. simpl.
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. tauto.
  Qed.

  Lemma get_short : forall s n a, String.get n s = Some a -> n < String.length s.
  Proof.
    induction s as [|b s IH]; intros [|n] a; simpl; try discriminate; try lia.
    intros H. specialize (IH n a H). lia.
  Qed.

  Lemma drawn_outside : forall rows, fits z rows = true ->
    forall c, ~ In c (grid z) -> drawn rows c = "#".
  Proof.
    unfold fits. intros rows F [r k] O. apply andb_prop in F as [F G].
    rewrite forallb_forall in G. apply Nat.leb_le in F. unfold drawn.
    destruct ((r <? 0) || (k <? 0))%Z eqn:E; auto.
    apply orb_false_iff in E as [E E']. apply Z.ltb_ge in E, E'.
    destruct (nth_error rows (Z.to_nat r)) as [text|] eqn:R; auto.
    destruct (String.get (Z.to_nat k) text) as [x|] eqn:K; auto. exfalso. apply O, in_grid.
    pose proof (G _ (nth_error_In _ _ R)) as W. apply Nat.leb_le in W.
    assert (Z.to_nat r < List.length rows) by (apply nth_error_Some; congruence).
    pose proof (get_short _ _ _ K). unfold height, width in *. lia.
  Qed.

  Lemma number_inj : forall c d, In c (grid z) -> In d (grid z) ->
    number z c = number z d -> c = d.
  Proof.
    intros [r k] [r' k']. rewrite !in_grid. unfold number. simpl. intros [A B] [C D] E.
    set (w := Z.of_nat (width z)) in *.
    assert (E' : (w * r + k = w * r' + k')%Z).
    { apply Z2N.inj in E; nia. }
    destruct (Z.div_mod_unique w r r' k k') as [-> ->]; auto; lia.
  Qed.

  Lemma mask_bit : forall l n, N.testbit (mask_of z l) n = true <->
    exists c, In c l /\ number z c = n.
  Proof.
    induction l as [|c l IH]; intros n.
    - change (mask_of z []) with 0%N. rewrite N.bits_0. split; [discriminate | intros (c & [] & _)].
    - change (mask_of z (c :: l)) with (N.setbit (mask_of z l) (number z c)).
      rewrite N.setbit_iff, IH. simpl. split.
      + intros [<-|(d & I & <-)]; [exists c | exists d]; auto.
      + intros (d & [<-|I] & <-); auto. right. exists d. auto.
  Qed.

  Lemma letters_of_in : forall p x, In x (letters_of z p) <->
    is_piece x /\ exists c, In c (grid z) /\ p c = x.
  Proof.
    intros p x. unfold letters_of. rewrite nodup_In, filter_In, is_pieceb_iff, in_map_iff.
    split; [intros [(c & E & I) H] | intros [H (c & I & E)]]; split; auto; exists c; auto.
  Qed.
End Board.

Lemma same_axis_iff : forall z x y, same_axis z x y = true <-> forall d, on_axis z x d = on_axis z y d.
Proof.
  intros z x y. unfold same_axis. rewrite forallb_forall. split; intros H d.
  - apply Bool.eqb_prop, H, every_direction.
  - intros _. now apply Bool.eqb_true_iff.
Qed.
Lemma kind_axis : forall z x d, on_axis z (kind_of z x) d = on_axis z x d.
Proof.
  intros z x. apply same_axis_iff. unfold kind_of. destruct (is_labelled z x).
  { now apply same_axis_iff. }
  destruct (filter _ (letters z)) as [|y l] eqn:F; [now apply same_axis_iff|].
  assert (I : In y (y :: l)) by now left. rewrite <- F in I. apply filter_In in I as [_ I].
  rewrite !andb_true_iff in I. apply I.
Qed.

Lemma has_in : forall l c, has l c = true <-> In c l.
Proof.
  intros l c. unfold has. rewrite any_existsb, existsb_exists. split.
  - intros (b & I & E). apply cell_eqb_eq in E. now subst.
  - intros I. exists c. split; auto. now apply cell_eqb_eq.
Qed.

Lemma covers_in : forall z p x l, (forall c, p c = x <-> In c l) -> covers z p x l = true.
Proof.
  intros z p x l E. unfold covers. rewrite all_forallb. apply forallb_forall. intros c _. apply Bool.eqb_true_iff, eq_true_iff_eq.
  now rewrite Ascii.eqb_eq, has_in, E.
Qed.

Lemma four_iff : forall a b, In b (four a) <-> same_cell a b.
Proof.
  intros [r k] [r' k']. unfold same_cell, four. cbn [In fst snd].
  assert (Q0 : forall a, (a = 2 * a / 2)%Z) by (intros a; rewrite Z.mul_comm; now rewrite Z.div_mul).
  assert (Q1 : forall a, (a = (2 * a + 1) / 2)%Z).
  { intros a. apply Z.div_unique_pos with (r := 1%Z); lia. }
  pose proof (Z.div_mod r' 2 ltac:(lia)) as A. pose proof (Z.mod_pos_bound r' 2 ltac:(lia)) as A'.
  pose proof (Z.div_mod k' 2 ltac:(lia)) as B. pose proof (Z.mod_pos_bound k' 2 ltac:(lia)) as B'.
  split.
  - intros [E|[E|[E|[E|[]]]]]; injection E as <- <-; split; apply Q0 || apply Q1.
  - intros [E F]. rewrite E, F.
    assert (C : (r' mod 2 = 0 \/ r' mod 2 = 1)%Z) by lia.
    assert (D : (k' mod 2 = 0 \/ k' mod 2 = 1)%Z) by lia.
    destruct C as [C|C], D as [D|D]; rewrite C in A; rewrite D in B;
      [left | right; left | right; right; left | right; right; right; left]; f_equal; lia.
Qed.

Lemma restsb_orb : forall z l, restsb z l = negb (half_cells z) ||
  forallb (fun a => forallb (has l) (four a)) l ||
  existsb (fun rows => existsb (fun y => covers z (drawn rows) y l) (letters_of z (drawn rows)))
          (drawings z).
Proof.
  intros z l. unfold restsb. rewrite <- any_existsb, <- all_forallb.
  rewrite (all_ext _ _ (fun a => forallb (has l) (four a))) by (intros; apply all_forallb).
  rewrite (any_ext _ _ (fun rows => existsb (fun y => covers z (drawn rows) y l)
    (letters_of z (drawn rows)))) by (intros; apply any_existsb).
  now destruct (half_cells z).
Qed.

Lemma rests_seen : forall z x p l, is_piece x -> (exists c, p c = x) ->
  (forall c, In c l -> In c (grid z)) -> (forall c, p c = x <-> In c l) ->
  rests z x p -> restsb z l = true.
Proof.
  intros z x p l H (c0 & E0) G E R. rewrite restsb_orb. destruct (half_cells z) eqn:HC; auto. cbn [negb orb].
  apply orb_true_iff. destruct (R HC) as [W|(rows & y & I & Hy & D)]; [left|right].
  - apply forallb_forall. intros a Ia. apply forallb_forall. intros b Ib.
    apply has_in, E. apply W with a; [now apply E|]. now apply four_iff.
  - change (existsb (fun rows => existsb (fun y => covers z (drawn rows) y l)
      (letters_of z (drawn rows))) (drawings z) = true).
    apply existsb_exists. exists rows. split; auto. apply existsb_exists. exists y. split.
    + apply letters_of_in. split; auto. exists c0. split; [now apply G, E | now apply D].
    + apply covers_in. intros c. now rewrite D.
Qed.

(** ** States and positions *)
Section Simulation.
  Variable z : puzzle.
  Variable m : place_table.
  Hypothesis board_fits : fits z (board z) = true.
  Hypothesis m_ok : places_ok z m = true.

  Lemma place_facts : forall i e, get m i = Some e ->
    place_rank e = i /\ place_bit e = (2 ^ i)%N /\
    (place_mask e = mask_of z (place_cells e) /\ place_rests e = restsb z (place_cells e)) /\
    (forall c, In c (place_cells e) -> In c (grid z)) /\
    forall d, (exists c, In c (place_cells e) /\ start z (beside d c) = "#") \/
      on_axis z (place_kind e) d = false \/
      exists e', next m d e = Some e' /\ place_cells e' = map (beside d) (place_cells e) /\
                 place_kind e' = place_kind e.
  Proof.
    unfold get. intros i e G. apply PositiveMap.elements_correct in G.
    pose proof m_ok as H. unfold places_ok in H. rewrite forallb_forall in H. specialize (H _ G).
    simpl in H. unfold place_ok in H. rewrite !andb_true_iff in H.
    destruct H as (((((A & B) & C) & C') & D) & E). apply Bool.eqb_prop in C'. apply Pos.eqb_eq in A. apply N.eqb_eq in B, C.
    assert (A' : place_rank e = i).
    { apply N.succ_inj. rewrite <- !N.succ_pos_spec. congruence. }
    rewrite A' in *. repeat split; auto.
    - intros c I. rewrite forallb_forall in D. apply on_grid_in. auto.
    - intros d. rewrite forallb_forall in E. specialize (E d (every_direction d)).
      apply orb_prop in E as [E|E]; [apply orb_prop in E as [E|E]; [|right; left; now apply negb_true_iff]|].
      + left. apply existsb_exists in E as (c & I & E). exists c. split; auto. now apply Ascii.eqb_eq.
      + right. right. destruct (next m d e) as [e'|]; [|discriminate]. exists e'.
        apply andb_prop in E as [E F]. apply cells_eqb_eq in E. apply Ascii.eqb_eq in F. auto.
  Qed.

  Lemma next_get : forall d e e', next m d e = Some e' -> get m (place_rank e') = Some e'.
  Proof.
    unfold next. intros d e e'. destruct (find _ (place_steps e)) as [[d' j]|]; [|discriminate].
    intros G. destruct (place_facts j e' G) as [-> _]. exact G.
  Qed.

  (** an place stands in the table at its own number *)
  Definition own (e : place) : Prop := get m (place_rank e) = Some e.

  Lemma next_around : forall d e e', next m d e = Some e' -> In e' (around m e).
  Proof.
    unfold next. intros d e e' H. destruct (find _ _) as [[d' j]|] eqn:F; [|discriminate].
    apply find_some in F as [F _]. apply in_flat_map. exists (d', j). split; auto.
    rewrite H. simpl. auto.
  Qed.

  (** [f] tells at which place each piece stands in state [p] *)
  Definition stands_at (f : ascii -> N) (p : state) (x : ascii) (e : place) : Prop :=
    get m (f x) = Some e /\ place_kind e = kind_of z x /\
    (exists c, p c = x) /\ forall c, p c = x <-> In c (place_cells e).
  Definition placed (f : ascii -> N) (p : state) : Prop :=
    (forall x, In x (letters z) -> exists e, stands_at f p x e) /\
    (forall c, In (p c) (letters z) \/ p c = "." \/ p c = "#") /\
    (forall c, p c = "#" <-> start z c = "#").
  Definition coded (f : ascii -> N) (s : code) : Prop :=
    forall j, N.testbit s j = true <-> exists x, In x (letters z) /\ f x = j.
  Definition stands_for (s : code) (p : state) : Prop := exists f, placed f p /\ coded f s.

  Definition put (f : ascii -> N) (x : ascii) (j : N) : ascii -> N :=
    fun y => if y =? x then j else f y.
  Lemma put_same : forall f x j, put f x j x = j.
  Proof. intros. unfold put. now rewrite Ascii.eqb_refl. Qed.
  Lemma put_other : forall f x j y, y <> x -> put f x j y = f y.
  Proof. intros f x j y H. unfold put. apply Ascii.eqb_neq in H. now rewrite H. Qed.
  Lemma put_put : forall f x i j y, put (put f x i) x j y = put f x j y.
  Proof. intros. unfold put. now destruct (y =? x). Qed.

  Lemma letter_is_piece : forall x, In x (letters z) -> is_piece x.
  Proof. intros x I. now apply letters_of_in in I. Qed.

  Lemma placed_letter : forall f p c x, placed f p -> is_piece x -> p c = x -> In x (letters z).
  Proof.
    intros f p c x (_ & B & _) [H1 H2] E. destruct (B c) as [I|[I|I]]; rewrite E in I; auto; now elim H1 + elim H2.
  Qed.

  Lemma placed_inj : forall f p x y, placed f p -> In x (letters z) -> In y (letters z) ->
    f x = f y -> x = y.
  Proof.
    intros f p x y (A & _) X Y E. destruct (A x X) as (e & G & _ & (c & C) & D).
    destruct (A y Y) as (e' & G' & _ & _ & D'). rewrite E in G. rewrite G in G'.
    injection G' as <-. apply D in C as I. apply D' in I. congruence.
  Qed.

  Lemma placed_ext : forall f g p, (forall x, f x = g x) -> placed f p -> placed g p.
  Proof.
    intros f g p E (A & B). split; auto. intros x X. destruct (A x X) as (e & H).
    exists e. unfold stands_at in *. now rewrite <- E.
  Qed.

  Lemma coded_after : forall f s p q x j, placed f p -> coded f s -> In x (letters z) ->
    placed (put f x j) q -> coded (put f x j) (N.lxor (N.lxor s (2 ^ f x)) (2 ^ j)).
  Proof.
    intros f s p q x j P C X Q k. rewrite !N.lxor_spec, !N.pow2_bits_eqb.
    assert (Cx : N.testbit s (f x) = true) by (apply C; exists x; auto).
    destruct (N.eqb_spec (f x) k) as [Ek|Nk]; destruct (N.eqb_spec j k) as [Ej|Nj].
    - subst k. rewrite Cx. simpl. split; auto. intros _. exists x. now rewrite put_same.
    - subst k. rewrite Cx. simpl. split; [discriminate|]. intros (y & Y & E).
      destruct (ascii_dec y x) as [->|D].
      + rewrite put_same in E. now elim Nj.
      + rewrite put_other in E by exact D. elim D. exact (placed_inj f p y x P Y X E).
    - subst k. replace (N.testbit s j) with false.
      + simpl. split; auto. intros _. exists x. now rewrite put_same.
      + symmetry. apply not_true_iff_false. intros T. apply C in T as (y & Y & E).
        destruct (ascii_dec y x) as [->|D]; [now elim Nk|].
        elim D. apply (placed_inj (put f x j) q y x Q Y X). now rewrite put_same, put_other.
    - rewrite !xorb_false_r. rewrite (C k). split; intros (y & Y & E); exists y; split; auto.
      + rewrite put_other; auto. intros ->. now elim Nk.
      + destruct (ascii_dec y x) as [->|D]; [|now rewrite put_other in E].
        rewrite put_same in E. now elim Nj.
  Qed.

  (** cells that belong to other pieces than [x] *)
  Definition of_others (x : ascii) (f : ascii -> N) (others : N) : Prop :=
    forall n, N.testbit others n = true -> exists y e, In y (letters z) /\ y <> x /\
      get m (f y) = Some e /\ N.testbit (place_mask e) n = true.

  Lemma of_others_put : forall x f others j, of_others x f others -> of_others x (put f x j) others.
  Proof.
    intros x f others j O n T. destruct (O n T) as (y & e & Y & D & G & B).
    exists y, e. now rewrite put_other.
  Qed.

  Lemma slide_step : forall f p q x d e others, placed f p -> slides z x d p q ->
    get m (f x) = Some e -> of_others x f others ->
    exists e', next m d e = Some e' /\ free others e' = true /\ own e' /\
               placed (put f x (place_rank e')) q.
  Proof.
    intros f p q x d e others P (HP & (c0 & C0) & AX & FR & SH) G O.
    pose proof (placed_letter f p c0 x P HP C0) as X.
    pose proof P as (A & B & W). destruct (A x X) as (e1 & G1 & K & _ & D).
    rewrite G in G1. injection G1 as <-.
    destruct (place_facts _ _ G) as (I1 & I2 & (I3 & _) & I4 & I5).
    destruct (I5 d) as [(c & Ic & Wc)|[OA|(e' & Ne & Ce & Ke)]].
    { exfalso. apply W in Wc. apply D in Ic. destruct HP as [H1 H2].
      destruct (FR c Ic) as [F|F]; congruence. }
    { rewrite K, kind_axis in OA. congruence. }
    exists e'. split; auto.
    pose proof (next_get _ _ _ Ne) as G'.
    destruct (place_facts _ _ G') as (J1 & J2 & (J3 & _) & J4 & _).
    assert (FC : forall c, In c (place_cells e') -> p c = "." \/ p c = x).
    { intros c Ic. rewrite Ce in Ic. apply in_map_iff in Ic as (b & <- & Ib). apply FR, D, Ib. }
    split; [|split; [exact G'|]].
    - unfold free. rewrite apart_land. apply N.eqb_eq, N.bits_inj_0. intros n. rewrite N.land_spec.
      apply not_true_iff_false. rewrite andb_true_iff. intros [M1 M2].
      destruct (O n M2) as (y & u & Y & Dy & Gu & Bu).
      destruct (A y Y) as (u1 & Gu1 & _ & _ & Du). rewrite Gu in Gu1. injection Gu1 as <-.
      destruct (place_facts _ _ Gu) as (_ & _ & (U3 & _) & U4 & _).
      rewrite J3 in M1. rewrite U3 in Bu. apply mask_bit in M1 as (c & Ic & Nc).
      apply mask_bit in Bu as (b & Ib & Nb).
      assert (c = b) by (apply (number_inj z); auto; congruence). subst b.
      apply Du in Ib. destruct (letter_is_piece y Y). destruct (FC c Ic); congruence.
    - split; [|split].
      + intros y Y. destruct (ascii_dec y x) as [->|Dy].
        * exists e'. unfold stands_at. rewrite put_same. split; auto. split; [congruence|].
          assert (Q : forall c, q c = x <-> In c (place_cells e')).
          { intros c. rewrite SH, Ce, in_map_iff. unfold shifted.
            destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
            - split; auto. intros _. exists (beside (opposite d) c).
              rewrite there_and_back. split; auto. now apply D.
            - split.
              + destruct (Ascii.eqb_spec (p c) x); intros F; [|now elim n].
                destruct HP. congruence.
              + intros (b & <- & Ib). rewrite back_and_there in E. elim E. now apply D. }
          split; auto. exists (beside d c0). apply Q. rewrite Ce. apply in_map. now apply D.
        * destruct (A y Y) as (u & Gu & Ku & (cy & Cy) & Du). exists u. unfold stands_at.
          rewrite put_other by exact Dy.
          assert (Q : forall c, q c = y <-> p c = y).
          { intros c. rewrite SH. unfold shifted. destruct (letter_is_piece y Y) as [Y1 Y2].
            destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
            - apply FR in E. rewrite there_and_back in E. split; [congruence|].
              destruct E; congruence.
            - destruct (Ascii.eqb_spec (p c) x); split; congruence. }
          split; auto. split; auto. split; [exists cy; now apply Q|].
          intros c. rewrite Q. apply Du.
      + intros c. rewrite SH. unfold shifted.
        destruct (p (beside (opposite d) c) =? x); auto. destruct (p c =? x); auto.
      + intros c. rewrite <- W, SH. unfold shifted. destruct HP as [H1 H2].
        destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
        * apply FR in E. rewrite there_and_back in E. split; [congruence|].
          destruct E; congruence.
        * destruct (Ascii.eqb_spec (p c) x); split; congruence.
  Qed.

  (** *** Straight on *)
  Lemma straight_covers : forall x d ds p q, path z x ds p q -> (forall e, In e ds -> e = d) ->
    forall n f e others l, placed f p -> get m (f x) = Some e -> of_others x f others ->
    straight m n others d e = Some l ->
    exists e', In e' l /\ own e' /\ placed (put f x (place_rank e')) q.
  Proof.
    induction 1 as [d' p q S | d' ds p q r S _ IH]; intros Ds [|n] f e others l P G O H;
      try discriminate H; simpl in H; assert (d' = d) by (apply Ds; simpl; auto); subst d';
      destruct (slide_step _ _ _ _ _ _ _ P S G O) as (e' & N & F & W & Q); rewrite N, F in H;
      destruct (straight m n others d e') as [l'|] eqn:E; try discriminate H; injection H as <-.
    - exists e'. simpl. auto.
    - destruct (IH (fun a I => Ds a (or_intror I)) n (put f x (place_rank e')) e' others l') as (u & I & Wu & R); auto.
      + rewrite put_same. exact (next_get _ _ _ N).
      + now apply of_others_put.
      + exists u. split; [now right|]. split; [exact Wu|]. eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.

  Lemma upto_covers : forall x d ds p q, path z x ds p q -> (forall e, In e ds -> e = d) ->
    forall n f e others, List.length ds <= n -> placed f p -> get m (f x) = Some e ->
    of_others x f others ->
    exists e', In e' (upto m n others d e) /\ own e' /\ placed (put f x (place_rank e')) q.
  Proof.
    induction 1 as [d' p q S | d' ds p q r S _ IH]; intros Ds [|n] f e others Hn P G O;
      simpl in Hn; try lia; assert (d' = d) by (apply Ds; simpl; auto); subst d';
      destruct (slide_step _ _ _ _ _ _ _ P S G O) as (e' & N & F & W & Q); simpl; rewrite N, F.
    - exists e'. simpl. auto.
    - destruct (IH (fun a I => Ds a (or_intror I)) n (put f x (place_rank e')) e' others) as (u & I & Wu & R); auto.
      + lia.
      + rewrite put_same. exact (next_get _ _ _ N).
      + now apply of_others_put.
      + exists u. split; [now right|]. split; [exact Wu|]. eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.

  (** *** Anywhere *)
  Lemma known_in : forall seen e, own e -> (forall u, In u seen -> own u) ->
    known seen e = true -> In e seen.
  Proof.
    unfold known, own. intros seen e E S K. rewrite any_existsb in K. apply existsb_exists in K as (u & I & K).
    apply N.eqb_eq in K. specialize (S u I). rewrite K, E in S. now injection S as ->.
  Qed.

  Lemma flood_closed : forall others n seen front l, flood m n others seen front = Some l ->
    (forall u, In u seen -> own u) -> incl front seen ->
    (forall u, In u seen -> In u front \/
       forall v, In v (around m u) -> free others v = true -> In v seen) ->
    incl seen l /\ forall u, In u l -> forall v, In v (around m u) -> free others v = true -> In v l.
  Proof.
    induction n as [|n IH]; simpl; intros seen front l H W I C; [discriminate|].
    destruct front as [|e front].
    - injection H as <-. split; [apply incl_refl|]. intros u U. now destruct (C u U).
    - set (new := filter (fun e' => free others e' && negb (known seen e')) (around m e)) in *.
      assert (OA : forall v u, In v (around m u) -> own v).
      { intros v u V. apply in_flat_map in V as ([d j] & _ & V).
        destruct (get m j) as [v'|] eqn:N; [|destruct V].
        destruct V as [<-|[]]. unfold own. now destruct (place_facts _ _ N) as [-> _]. }
      assert (ON : forall v, In v new -> own v).
      { intros v V. apply filter_In in V as [V _]. eauto. }
      destruct (IH _ _ _ H) as [J K].
      + intros u U. apply in_app_or in U as [U|U]; auto.
      + apply incl_app; [apply incl_appl, incl_refl|]. apply incl_appr. intros v V. apply I. now right.
      + intros u U. apply in_app_or in U as [U|U]; [left; apply in_or_app; auto|].
        destruct (C u U) as [[<-|F]|F].
        * right. intros v V Fv. destruct (known seen v) eqn:Kv.
          -- apply in_or_app. right. apply known_in; eauto.
          -- apply in_or_app. left. apply filter_In. now rewrite Fv, Kv.
        * left. apply in_or_app. auto.
        * right. intros v V Fv. apply in_or_app. auto.
      + split; auto. intros v V. apply J, in_or_app. auto.
  Qed.

  Lemma anywhere_covers : forall x ds p q, path z x ds p q ->
    forall f e others l, placed f p -> get m (f x) = Some e -> of_others x f others -> In e l ->
    (forall u, In u l -> forall v, In v (around m u) -> free others v = true -> In v l) ->
    exists e', In e' l /\ own e' /\ placed (put f x (place_rank e')) q.
  Proof.
    induction 1 as [d p q S | d ds p q r S _ IH]; intros f e others l P G O I C;
      destruct (slide_step _ _ _ _ _ _ _ P S G O) as (e' & N & F & W & Q);
      pose proof (C e I e' (next_around _ _ _ N) F) as I'.
    - exists e'. auto.
    - destruct (IH (put f x (place_rank e')) e' others l) as (u & U & Wu & R); auto.
      + rewrite put_same. exact (next_get _ _ _ N).
      + now apply of_others_put.
      + exists u. split; auto. split; [exact Wu|]. eapply placed_ext; [|exact R]. intros y. apply put_put.
  Qed.

  Lemma targets_cover : forall k x ds p q f e others l, one_move z k ds -> path z x ds p q ->
    placed f p -> get m (f x) = Some e -> of_others x f others ->
    targets (stride z) k m others e = Some l -> exists e', In e' l /\ own e' /\ placed (put f x (place_rank e')) q.
  Proof.
    intros [] x ds p q f e others l K S P G O H; unfold targets, one_move in *.
    - destruct K as [[d Ds] Hn]. injection H as <-.
      destruct (upto_covers _ _ _ _ _ S Ds (stride z) f e others Hn P G O) as (e' & I & W & Q).
      exists e'. split; [|auto]. change (In e' (flat_map (fun d => upto m (stride z) others d e) directions)).
      apply in_flat_map. exists d. split; auto. apply every_direction.
    - destruct K as [d Ds].
      destruct (gather_in _ _ _ H (straight m fuel others d e)) as (a & E & I).
      + exact (in_map (fun d => straight m fuel others d e) _ _ (every_direction d)).
      + destruct (straight_covers _ _ _ _ _ S Ds _ _ _ _ _ P G O E) as (e' & I' & W & Q).
        exists e'. auto.
    - destruct (flood_closed others fuel [e] [e] l H) as [I C].
      + intros u [<-|[]]. unfold own. now destruct (place_facts _ _ G) as [-> _].
      + apply incl_refl.
      + auto.
      + apply (anywhere_covers x ds p q S f e others l P G O); auto. apply I. simpl. auto.
  Qed.

  (** ** Every move has its successor *)
  Theorem simulates : forall k s p q l, successors (stride z) k m s = Some l -> stands_for s p -> move z k p q ->
    exists t, In t (s :: l) /\ stands_for t q.
  Proof.
    intros k s p q l H (f & P & C) (x & ds & K & S & RS).
    assert (X : In x (letters z)).
    { inversion S; subst; destruct H0 as (HP & (c & E) & _); exact (placed_letter f p c x P HP E). }
    pose proof P as (A & _). destruct (A x X) as (e & G & Ke & (c0 & C0) & D).
    destruct (place_facts _ _ G) as (E1 & E2 & (E3 & _) & E4 & _).
    unfold successors in H. set (all := standing m s) in *.
    set (occupied := fold_right (fun e a => N.lor (place_mask e) a) 0%N all) in *.
    assert (Ie : In e all).
    { apply in_flat_map. exists (f x). split; [|rewrite G; simpl; auto].
      apply bits_in, C. exists x. auto. }
    assert (O : of_others x f (N.ldiff occupied (place_mask e))).
    { intros n T. rewrite N.ldiff_spec in T. apply andb_prop in T as [T1 T2].
      apply lor_bit in T1 as (u & U & Bu). apply in_flat_map in U as (j & J & U).
      destruct (get m j) as [u'|] eqn:Gu; [|destruct U]. destruct U as [<-|[]].
      assert (Tj : N.testbit s j = true).
      { clear - J. revert J. destruct s as [|pp]; [intros []|]. simpl.
        assert (forall pp i, In j (bits_from pp i) -> exists b, j = (i + b)%N /\ N.testbit (Npos pp) b = true).
        { clear. induction pp as [pp IH|pp IH|]; simpl; intros i H.
          - destruct H as [<-|H]; [exists 0%N; split; auto; lia|].
            destruct (IH _ H) as (b & -> & B). exists (N.succ b). split; [lia|].
            destruct b; simpl in *; auto. now rewrite Pos.pred_N_succ.
          - destruct (IH _ H) as (b & -> & B). exists (N.succ b). split; [lia|].
            destruct b; simpl in *; auto. now rewrite Pos.pred_N_succ.
          - destruct H as [<-|[]]. exists 0%N. split; auto; lia. }
        intros J. destruct (H _ _ J) as (b & -> & B). exact B. }
      apply C in Tj as (y & Y & <-). exists y, u'. repeat split; auto.
      intros ->. rewrite G in Gu. injection Gu as <-. now rewrite Bu in T2. }
    destruct (gather_in _ _ _ H _ (in_map _ _ _ Ie)) as (a & Ea & Ia).
    destruct (targets (stride z) k m (N.ldiff occupied (place_mask e)) e) as [l'|] eqn:T; [|discriminate Ea].
    injection Ea as <-.
    destruct (targets_cover _ _ _ _ _ _ _ _ _ K S P G O T) as (e' & I' & W & Q).
    exists (N.lxor (N.lxor s (place_bit e)) (place_bit e')). split.
    - destruct (N.eq_dec (place_rank e') (place_rank e)) as [Same|Other].
      { left. destruct (place_facts _ _ W) as (_ & -> & _). rewrite E2, Same, E1.
        now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. }
      right. apply Ia. apply (in_map (fun e' => N.lxor (N.lxor s (place_bit e)) (place_bit e'))).
      apply filter_In. split; auto. apply N.eqb_neq in Other. rewrite Other.
      destruct (place_facts _ _ W) as (_ & _ & (_ & ->) & G4 & _).
      destruct Q as (AQ & _). destruct (AQ x X) as (v & Gv & _ & Cv & Dv).
      rewrite put_same in Gv. unfold own in W. rewrite W in Gv. injection Gv as <-.
      now rewrite (rests_seen z x q _ (letter_is_piece x X) Cv G4 Dv RS).
    - exists (put f x (place_rank e')). split; auto.
      destruct (place_facts _ _ W) as (_ & E2' & _). rewrite E2, E2'.
      exact (coded_after f s p q x _ P C X Q).
  Qed.
End Simulation.
End SlidingMoves.

Module Sliding.
(** Sliding blocks: the theorems that the file of a puzzle applies.  What a check that computes to
    [true] proves by the rules of [SlidingBlocks]. *)
Import List Bool Ascii String ZArith NArith PArith Lia.
Import FMapPositive.
Export SlidingBlocks.
Import Claims Search SlidingCodes SlidingMoves.
Import ListNotations.
Open Scope char_scope.

Opaque fuel.

Lemma key_inj : forall s t, N.succ_pos s = N.succ_pos t -> s = t.
Proof. intros s t E. apply N.succ_inj. rewrite <- !N.succ_pos_spec. congruence. Qed.

Lemma cell_in_dec : forall (c : cell) l, {In c l} + {~ In c l}.
Proof. apply in_dec. decide equality; apply Z.eq_dec. Qed.

Section Start.
  Variable z : puzzle.
  Variable m : place_table.
  Hypothesis board_fits : fits z (board z) = true.
  Hypothesis m_ok : places_ok z m = true.
  Hypothesis f_ok : first_ok z m = true.

  Lemma state_bit : forall (f : ascii -> N) l j,
    N.testbit (fold_right (fun x s => N.setbit s (f x)) 0%N l) j = true <->
    exists x, In x l /\ f x = j.
  Proof.
    intros f l j. induction l as [|x l IH].
    - simpl fold_right. rewrite N.bits_0. split; [discriminate | intros (x & [] & _)].
    - simpl fold_right. rewrite N.setbit_iff, IH. simpl. split.
      + intros [<-|(y & I & <-)]; [exists x | exists y]; auto.
      + intros (y & [<-|I] & <-); auto. right. exists y. auto.
  Qed.

  Lemma first_represents : stands_for z m (first_code z m) (start z).
  Proof.
    exists (first_place z m). split.
    - split; [|split].
      + intros x X. unfold first_ok in f_ok. rewrite forallb_forall in f_ok.
        specialize (f_ok x X). destruct (get m (first_place z m x)) as [e|] eqn:G; [|discriminate].
        apply andb_prop in f_ok as [K C]. apply Ascii.eqb_eq in K. apply cells_eqb_eq in C.
        apply letters_of_in in X as [[H1 H2] (c0 & I0 & E0)].
        exists e. split; auto. split; auto. split; [exists c0; auto|].
        intros c. rewrite C. unfold cells_of. rewrite filter_In, Ascii.eqb_eq. split; [|tauto].
        intros E. split; auto. destruct (cell_in_dec c (grid z)) as [I|I]; auto.
        elim H2. rewrite <- E. now apply (drawn_outside z).
      + intros c. destruct (ascii_dec (start z c) ".") as [E|N]; auto.
        destruct (ascii_dec (start z c) "#") as [E|N']; auto. left. apply letters_of_in.
        split; [split; auto|]. exists c. split; auto.
        destruct (cell_in_dec c (grid z)) as [I|I]; auto.
        elim N'. now apply (drawn_outside z).
      + reflexivity.
    - intros j. apply state_bit.
  Qed.

  Lemma clause_bit : forall (P : place -> bool) (l : list (positive * place)) k e,
    In (k, e) l -> P e = true ->
    N.testbit (fold_right (fun '(_, e) a => if P e then N.setbit a (place_rank e) else a) 0%N l) (place_rank e) = true.
  Proof.
    induction l as [|[k' u] l IH]; intros k e I T; [destruct I|].
    change (N.testbit (if P u then N.setbit (fold_right (fun '(_, e) a => if P e then N.setbit a (place_rank e) else a) 0%N l) (place_rank u)
      else fold_right (fun '(_, e) a => if P e then N.setbit a (place_rank e) else a) 0%N l) (place_rank e) = true).
    destruct I as [[= -> ->]|I].
    - rewrite T. apply N.setbit_iff. auto.
    - specialize (IH _ _ I T). destruct (P u); auto. apply N.setbit_iff. auto.
  Qed.

  (** A piece that a goal draws stands at a place of its clause. *)
  Lemma clause_place : forall f p (g : state) x y, placed z m f p ->
    is_piece x -> (exists c, g c = x) -> is_piece y -> (is_labelled z x = true -> y = x) ->
    (forall c, g c = x <-> p c = y) ->
    In y (letters z) /\ N.testbit (clause z m g x) (f y) = true.
  Proof.
    intros f p g x y P Hx (c & Ec) Hy Ly Cy.
    assert (Y : In y (letters z)).
    { apply (placed_letter z m f p c y P Hy). now apply Cy. }
    split; auto. destruct P as (A & _). destruct (A y Y) as (e & G & K & _ & D).
    destruct (place_facts z m m_ok _ _ G) as (<- & _).
    unfold clause. set (T := fun e : place =>
      (negb (is_labelled z x) || (place_kind e =? kind_of z x)) && covers z g x (place_cells e)).
    apply clause_bit with (P := T) (k := N.succ_pos (f y)).
    { now apply PositiveMap.elements_correct. }
    unfold T. apply andb_true_iff. split.
    - destruct (is_labelled z x) eqn:Lx; auto. simpl. apply Ascii.eqb_eq. now rewrite (Ly eq_refl) in K.
    - apply covers_in. intros b. now rewrite Cy, D.
  Qed.

  Lemma goal_seen : forall s p, stands_for z m s p -> solved z p -> goalb (clauses z m) s = true.
  Proof.
    intros s p (f & P & C) (g & Ig & S). unfold goalb.
    rewrite any_existsb. apply existsb_exists.
    exists (map (clause z m (drawn g)) (letters_of z (drawn g))). split.
    { exact (in_map (fun g => map (clause z m (drawn g)) (letters_of z (drawn g))) _ _ Ig). }
    rewrite all_forallb. apply forallb_forall. intros k I. apply in_map_iff in I as (x & <- & Ix).
    apply letters_of_in in Ix as [Hx (c & _ & Ec)].
    assert (Sx : exists c, drawn g c = x) by (exists c; auto).
    destruct (S x Hx Sx) as (y & Hy & Ly & Cy).
    destruct (clause_place f p (drawn g) x y P Hx Sx Hy Ly Cy) as [Y B].
    apply land_not_0 with (n := f y); auto. apply C. exists y. auto.
  Qed.
End Start.

Lemma setup_facts : forall z m, setup_ok z m = true ->
  fits z (board z) = true /\ places_ok z m = true /\ first_ok z m = true.
Proof.
  unfold setup_ok. intros z m H. rewrite !andb_true_iff in H. destruct H as [[F B] C].
  rewrite forallb_forall in F. split; auto. apply F. simpl. auto.
Qed.

Theorem lower_bound_sound : forall z k L, lower_bound z k L = true -> needs_at_least z k L.
Proof.
  unfold lower_bound. intros z k L H. apply andb_prop in H as [S H].
  set (m := make_places z) in *. destruct (setup_facts _ _ S) as (A & B & C).
  eapply check_at_least_sound; [exact key_inj | | | | exact H].
  - intros s p q l. apply (simulates z m B).
  - apply (goal_seen z m B).
  - now apply first_represents.
Qed.

Theorem refuted_sound : forall z k n, refuted z k n = true -> has_no_plan z k.
Proof.
  unfold refuted. intros z k n H. apply andb_prop in H as [S H].
  set (m := make_places z) in *. destruct (setup_facts _ _ S) as (A & B & C).
  eapply check_unsolvable_sound; [exact key_inj | | | | exact H].
  - intros s p q l. apply (simulates z m B).
  - apply (goal_seen z m B).
  - now apply first_represents.
Qed.

(** ** Plans *)
Section Play.
  Variable z : puzzle.
  Definition outside (p : state) : Prop := forall c, ~ In c (grid z) -> p c = "#".

  Lemma seen_at_map : forall (p : state) l c,
    seen_at (map (fun c => (c, p c)) l) c = if cell_in_dec c l then p c else "#".
  Proof.
    intros p l c. unfold seen_at. induction l as [|b l IH]; simpl.
    - now destruct (cell_in_dec c []) as [[]|_].
    - destruct (cell_eqb c b) eqn:E.
      + apply cell_eqb_eq in E. subst. destruct (cell_in_dec b (b :: l)) as [_|N]; auto.
        elim N. simpl. auto.
      + rewrite IH. destruct (cell_in_dec c l) as [I|N], (cell_in_dec c (b :: l)) as [I'|N']; auto.
        * elim N'. simpl. auto.
        * destruct I' as [->|I']; [|now elim N].
          assert (cell_eqb c c = true) by now apply cell_eqb_eq. congruence.
  Qed.

  Lemma slide_sound : forall x d p q, outside p -> slide z x d p = Some q ->
    slides z x d p q /\ outside q.
  Proof.
    unfold slide. intros x d p q O H.
    destruct (is_pieceb x && existsb (fun c => p c =? x) (grid z) && _ && _) eqn:E; [|discriminate].
    injection H as <-. rewrite !andb_true_iff in E. destruct E as [[[E1 E2] E4] E3].
    apply is_pieceb_iff in E1. apply existsb_exists in E2 as (c0 & I0 & E0).
    apply Ascii.eqb_eq in E0. rewrite forallb_forall in E3. destruct E1 as [H1 H2].
    assert (In_x : forall c, p c = x -> In c (grid z)).
    { intros c Ec. destruct (cell_in_dec c (grid z)) as [I|N]; auto. rewrite (O c N) in Ec. congruence. }
    assert (F : forall c, p c = x -> p (beside d c) = "." \/ p (beside d c) = x).
    { intros c Ec. specialize (E3 c (In_x c Ec)). rewrite !orb_true_iff, negb_true_iff in E3.
      rewrite Ascii.eqb_neq, !Ascii.eqb_eq in E3. tauto. }
    split.
    - split; [split; auto|]. split; [exists c0; auto|]. split; auto. split; auto.
      intros c. rewrite (seen_at_map (shifted x d p)).
      destruct (cell_in_dec c (grid z)) as [I|N]; auto. unfold shifted. pose proof (O c N) as W.
      destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
      + apply F in E. rewrite there_and_back in E. destruct E; congruence.
      + destruct (Ascii.eqb_spec (p c) x); congruence.
    - intros c N. rewrite (seen_at_map (shifted x d p)). now destruct (cell_in_dec c (grid z)).
  Qed.

  Lemma slide_all_sound : forall x ds p q, outside p -> ds <> [] -> slide_all z x ds p = Some q ->
    path z x ds p q /\ outside q.
  Proof.
    induction ds as [|d ds IH]; intros p q O N H; [now elim N|]. simpl in H.
    destruct (slide z x d p) as [r|] eqn:E; [|discriminate].
    destruct (slide_sound _ _ _ _ O E) as [S R]. destruct ds as [|e ds].
    - injection H as <-. split; auto. now constructor.
    - destruct (IH r q R) as [T Q]; auto; [discriminate|]. split; auto. econstructor; eauto.
  Qed.

  Lemma one_moveb_sound : forall k ds, one_moveb z k ds = true -> one_move z k ds /\ ds <> [].
  Proof.
    intros [] [|d ds]; simpl; try discriminate; intros H; split; try discriminate; auto.
    - apply andb_prop in H as [H B]. change (Nat.leb (S (List.length ds)) (stride z) = true) in B.
      split; [|now apply Nat.leb_le in B].
      exists d. rewrite forallb_forall in H. intros e [<-|I]; auto.
      symmetry. apply direction_eqb_eq. auto.
    - exists d. rewrite forallb_forall in H. intros e [<-|I]; auto.
      symmetry. apply direction_eqb_eq. auto.
  Qed.

  Hypothesis all_fit : forall rows, In rows (drawings z) -> fits z rows = true.

  Lemma restsb_sound : forall x q, is_piece x -> outside q -> restsb z (cells_of z q x) = true ->
    rests z x q.
  Proof.
    intros x q [_ Hx] O R HC. rewrite restsb_orb, HC in R. simpl negb in R.
    assert (E : forall c, q c = x <-> In c (cells_of z q x)).
    { intros c. unfold cells_of. rewrite filter_In, Ascii.eqb_eq. split; [|tauto]. intros E.
      split; auto. destruct (cell_in_dec c (grid z)) as [I|N]; auto. rewrite (O c N) in E. congruence. }
    rewrite orb_false_l in R. apply orb_prop in R as [R|R].
    - left. intros a b A S. apply E in A. rewrite forallb_forall in R. specialize (R a A).
      rewrite forallb_forall in R. apply E, has_in, R. now apply four_iff.
    - right. apply existsb_exists in R as (rows & I & R). apply existsb_exists in R as (y & Y & R).
      apply letters_of_in in Y as [Y _]. exists rows, y. split; auto. split; auto. intros c.
      destruct (cell_in_dec c (grid z)) as [Ic|N].
      + unfold covers in R. rewrite all_forallb, forallb_forall in R. specialize (R c Ic). apply Bool.eqb_prop in R.
        rewrite E, <- has_in, <- R. now rewrite Ascii.eqb_eq.
      + rewrite (O c N), (drawn_outside z rows (all_fit _ I) c N). destruct Y. split; congruence.
  Qed.

  Lemma play_sound : forall k l p q, outside p -> play z k l p = Some q ->
    plan (move z k) (List.length l) p q /\ outside q.
  Proof.
    induction l as [|[x ds] l IH]; simpl; intros p q O H.
    - injection H as <-. split; auto. constructor.
    - destruct (one_moveb z k ds) eqn:K; [|discriminate].
      apply one_moveb_sound in K as [K N].
      destruct (slide_all z x ds p) as [r|] eqn:E; [|discriminate].
      destruct (restsb z (cells_of z r x)) eqn:RS; [|discriminate].
      destruct (slide_all_sound _ _ _ _ O N E) as [S R].
      destruct (IH r q R H) as [T Q]. split; auto. econstructor; [|exact T]. exists x, ds.
      split; auto. split; auto. apply restsb_sound; auto.
      inversion S; subst; match goal with X : slides _ _ _ _ _ |- _ => exact (proj1 X) end.
  Qed.

  Lemma standsb_sound : forall g p, outside g -> outside p -> standsb z g p = true ->
    stands z g p.
  Proof.
    unfold standsb. intros g p G O H x Hx (c & Ec). rewrite forallb_forall in H.
    assert (Ic : In c (grid z)).
    { destruct (cell_in_dec c (grid z)) as [I|N]; auto. rewrite (G c N) in Ec.
      destruct Hx. congruence. }
    assert (Ix : In x (letters_of z g)) by (apply letters_of_in; split; auto; exists c; auto).
    specialize (H x Ix). apply existsb_exists in H as (y & Iy & H).
    apply letters_of_in in Iy as [Hy _]. apply andb_prop in H as [L H].
    exists y. split; auto. split.
    - intros Lx. rewrite Lx in L. simpl in L. now apply Ascii.eqb_eq.
    - intros b. destruct (cell_in_dec b (grid z)) as [I|N].
      + rewrite forallb_forall in H. specialize (H b I). apply Bool.eqb_prop in H.
        now rewrite <- !Ascii.eqb_eq, H.
      + rewrite (G b N), (O b N). destruct Hx, Hy. split; congruence.
  Qed.
End Play.

Theorem plan_ok_sound : forall z k l, plan_ok z k l = true ->
  exists q, plan (move z k) (List.length l) (start z) q /\ solved z q.
Proof.
  unfold plan_ok. intros z k l H. apply andb_prop in H as [F H].
  rewrite forallb_forall in F. pose proof (F _ (or_introl eq_refl)) as FB.
  destruct (play z k l (start z)) as [q|] eqn:E; [|discriminate].
  assert (O : outside z (start z)) by (intros c; now apply (drawn_outside z)).
  destruct (play_sound z F k l _ q O E) as [P Q]. exists q. split; auto.
  apply existsb_exists in H as (g & I & H).
  exists g. split; auto. apply (standsb_sound z); auto. intros c.
  apply (drawn_outside z). apply F. right. apply in_or_app. now left.
Qed.

(** ** The theorems that a puzzle's own file applies *)
Definition minimum_check (z : puzzle) (k : metric) (n : nat) (plan : string) : bool :=
  let moves := read_plan plan in
  Nat.eqb (List.length moves) n && plan_ok z k moves && lower_bound z k n.

Theorem minimum_by_search : forall z k n plan,
  minimum_check z k n plan = true -> minimum_is z k n.
Proof.
  unfold minimum_check. intros z k n plan H. rewrite !andb_true_iff, Nat.eqb_eq in H.
  destruct H as [[<- P] B]. split; [now apply plan_ok_sound | now apply lower_bound_sound].
Qed.
End Sliding.

Import List Ascii String NArith ZArith Sliding.
Import ListNotations.
Open Scope string_scope.

Definition instance : puzzle := {|
  board := [ "ABBC";
             "ABBC";
             "DEEF";
             "DGHF";
             "I..J" ];
  goals := [ [ "....";
               "....";
               "....";
               ".BB.";
               ".BB." ] ];
  labelled := "B";
  east_west := "";
  north_south := "";
  half_cells := false;
  halfway := []
|}.

Definition plan := "
  JW IE FS EE GN DS GW EW FN JE IE DE GS EW HN IN JW GS FS HE EE AS AS BW CW HN FN JE HN FN
  IE DE GE AS EW DN JW GN JW DS CS HW FN IN DE CS CS IW IN EE AN JW GS EE AE JN GW AS EW FS
  HE IN EW CN CN AE GE JS ES BS IW HW IW HW CN AN GE FN DN GE JE JE ES BS IS HW CW AN AN BE
  IS IS HS HS CW AW FW DN DN BE HE IN EN JW GW JW GW BS HE HE IE IE EN GN GW BW".

Theorem claim : minimum_is instance Unit 116.
Proof. apply (minimum_by_search _ _ _ plan). vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
