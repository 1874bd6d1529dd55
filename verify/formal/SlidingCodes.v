(** Sliding blocks as numbers: what computes, and nothing that has to be believed.  A *place* is a
    set of cells where a piece of some kind may stand; a *code* has a bit for each place that is
    taken.  [SlidingMoves] and [Sliding] prove that this agrees with the rules. *)
From Coq Require Import List Bool Ascii String ZArith NArith PArith.
From Coq Require Import FSets.FMapPositive.
From PuzzleProof Require Import Search SlidingBlocks.
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
