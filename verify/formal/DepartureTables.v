(** The tables of weighted departures, computed: cost by cost, backwards from the goals.  Nothing is
    proven of this, as [fair_bound] checks what comes out. *)
From Coq Require Import List Bool Ascii String NArith ZArith.
From PuzzleProof Require Import Boards Steps StepSearch Departures.
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
