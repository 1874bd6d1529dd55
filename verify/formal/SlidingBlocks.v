(** Sliding blocks: the rules, told from the drawing.  To be read and believed, with [Claims] and
    [Boards]; nothing here is made to be quick. *)
From Coq Require Import List Bool Ascii String ZArith.
From PuzzleProof Require Import Claims.
From PuzzleProof Require Export Boards.
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
