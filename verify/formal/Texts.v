(** A puzzle and a claim as a text.  To be read and believed, with [Claims] and the rules of the
    families: what a text says is what [read] reads from it. *)
From Coq Require Import List Bool Ascii String NArith DecimalString.
From PuzzleProof Require Import Claims.
From PuzzleProof Require SlidingBlocks Frogs Pegs Tiles Cubes.
Import ListNotations.
Open Scope string_scope.

(** A text is a sequence of entries.  An entry is a line "key value", followed by lines that begin
    with a blank: its rows, without that blank. *)
Record entry := Entry { key : string; value : string; rows : list string }.

(** A string up to the first character [a], and what follows it. *)
Fixpoint cut (a : ascii) (s : string) : string * string :=
  match s with
  | EmptyString => ("", "")
  | String b s => if (b =? a)%char then ("", s)
                  else let (word, rest) := cut a s in (String b word, rest)
  end.

(** The rows that stand before the first entry, and the entries. *)
Fixpoint entries (lines : list string) : list string * list entry :=
  match lines with
  | [] => ([], [])
  | line :: lines =>
      let (rows, file) := entries lines in
      match line with
      | String " " row => (row :: rows, file)
      | _ => let (key, value) := cut " " line in ([], Entry key value rows :: file)
      end
  end.
Fixpoint lines_of (s : string) (line : string -> string) : list string :=
  match s with
  | EmptyString => match line "" with "" => [] | last => [last] end
  | String "010" s => line "" :: lines_of s (fun rest => rest)
  | String a s => lines_of s (fun rest => line (String a rest))
  end.

Definition all_of (k : string) (file : list entry) : list entry :=
  filter (fun e => key e =? k) file.
(** The only entry with a key, and the words of the only one, which has no rows *)
Definition one_of (k : string) (file : list entry) : option entry :=
  match all_of k file with [e] => Some e | _ => None end.
Definition words_of (k : string) (file : list entry) : option string :=
  match one_of k file with Some (Entry _ words []) => Some words | _ => None end.
Definition rows_of (k : string) (file : list entry) : option (list string) :=
  match one_of k file with Some (Entry _ "" rows) => Some rows | _ => None end.
(** The drawings with a key, none or many *)
Definition drawings_of (k : string) (file : list entry) : option (list (list string)) :=
  let found := all_of k file in
  if forallb (fun e => value e =? "") found then Some (map rows found) else None.

Notation "'let?' x := a 'in' b" := (match a with Some x => b | None => None end)
  (at level 200, x name, a at level 100, b at level 200).
Fixpoint each {A B : Type} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l => let? b := f a in let? l := each f l in Some (b :: l)
  end.
Definition truth_of (k : string) (file : list entry) : option bool :=
  let? word := words_of k file in
  if word =? "yes" then Some true else if word =? "no" then Some false else None.
Definition number_of (s : string) : option nat :=
  option_map (fun n => N.to_nat (N.of_uint n)) (NilZero.uint_of_string s).

(** What a puzzle is to the claims *)
Record game := Game {
  state : Type; move : state -> state -> Prop; goal : state -> Prop; start : state
}.

(** ** The families *)
Inductive puzzle :=
| SlidingPuzzle (z : SlidingBlocks.puzzle) (m : SlidingBlocks.metric)
| FrogsPuzzle (z : Frogs.puzzle)
| PegsPuzzle (z : Pegs.puzzle) (m : Pegs.metric)
| TilesPuzzle (z : Tiles.puzzle) (m : Tiles.metric)
| CubesPuzzle (z : Cubes.puzzle).

Definition game_of (z : puzzle) : game :=
  match z with
  | SlidingPuzzle z m =>
      Game _ (SlidingBlocks.move z m) (SlidingBlocks.solved z) (SlidingBlocks.start z)
  | FrogsPuzzle z => Game _ (Frogs.move z) (Steps.shown (Frogs.goals z)) (Frogs.start z)
  | PegsPuzzle z m => Game _ (Pegs.move z m) (Steps.shown (Pegs.goals z)) (Pegs.start z)
  | TilesPuzzle z m => Game _ (Tiles.move m) (Steps.shown (Tiles.goals z)) (Tiles.start z)
  | CubesPuzzle z => Game _ (Cubes.move z) (Cubes.stacked z) Cubes.start
  end.

(** A word of a table of words *)
Definition named {A : Type} (table : list (string * A)) (word : string) : option A :=
  option_map snd (find (fun row => fst row =? word) table).

Definition sliding (file : list entry) : option puzzle :=
  let? metric := words_of "metric" file in
  let? m := named [("unit", SlidingBlocks.Unit); ("line", SlidingBlocks.Line);
                   ("piece", SlidingBlocks.Piece)] metric in
  let? board := rows_of "board" file in
  let? goals := drawings_of "goal" file in
  let? labelled := words_of "labelled" file in
  let? east_west := words_of "east-west" file in
  let? north_south := words_of "north-south" file in
  let? half_cells := truth_of "half-cells" file in
  let? halfway := drawings_of "halfway" file in
  Some (SlidingPuzzle (SlidingBlocks.Puzzle board goals labelled east_west north_south half_cells halfway) m).

Definition frogs (file : list entry) : option puzzle :=
  let? metric := words_of "metric" file in
  let? _ := named [("move", tt)] metric in
  let? board := rows_of "board" file in
  let? goals := drawings_of "goal" file in
  let? jump_own := truth_of "jump-own" file in
  let? backward := truth_of "backward" file in
  Some (FrogsPuzzle (Frogs.Puzzle board goals jump_own backward)).

Definition pegs (file : list entry) : option puzzle :=
  let? metric := words_of "metric" file in
  let? m := named [("jump", Pegs.Jump); ("move", Pegs.Move)] metric in
  let? board := rows_of "board" file in
  let? goals := drawings_of "goal" file in
  let? triangle := truth_of "triangle" file in
  Some (PegsPuzzle (Pegs.Puzzle board goals triangle) m).

Definition tiles (file : list entry) : option puzzle :=
  let? metric := words_of "metric" file in
  let? m := named [("single", Tiles.Single); ("multi", Tiles.Multi)] metric in
  let? board := rows_of "board" file in
  let? goals := drawings_of "goal" file in
  Some (TilesPuzzle (Tiles.Puzzle board goals) m).

(** A cube: the colours of its front, right, back, left, bottom and top *)
Definition cube_of (row : string) : option (Cubes.cube ascii) :=
  match list_ascii_of_string row with
  | [a; b; c; d; e; f] => Some (Cubes.Cube a b c d e f)
  | _ => None
  end.
Definition cubes (file : list entry) : option puzzle :=
  let? metric := words_of "metric" file in
  let? _ := named [("cube", tt)] metric in
  let? rows := rows_of "board" file in
  let? z := each cube_of rows in
  Some (CubesPuzzle z).

(** Each family with the keys of its own *)
Definition families : list (string * (list string * (list entry -> option puzzle))) := [
  ("sliding", (["goal"; "labelled"; "east-west"; "north-south"; "half-cells"; "halfway"], sliding));
  ("frogs", (["goal"; "jump-own"; "backward"], frogs));
  ("pegs", (["goal"; "triangle"], pegs));
  ("tiles", (["goal"], tiles));
  ("cubes", ([], cubes))
].

(** ** What is claimed *)
Inductive claim := Minimum (n : nat) | AtLeast (n : nat) | NoPlan.
Definition claim_of (words : string) : option claim :=
  let (kind, number) := cut " " words in
  if kind =? "minimum" then option_map Minimum (number_of number) else
  if kind =? "at-least" then option_map AtLeast (number_of number) else
  if words =? "no-plan" then Some NoPlan else None.

Definition holds (c : claim) (g : game) : Prop :=
  match c with
  | Minimum n => minimum (move g) (goal g) n (start g)
  | AtLeast n => at_least (move g) (goal g) n (start g)
  | NoPlan => unsolvable (move g) (goal g) (start g)
  end.

(** The puzzle and the claim.  Every key is one that the family knows; a plan and hints are no part of
    the claim. *)
Definition file_of (text : string) : option (list entry) :=
  match entries (lines_of text (fun rest => rest)) with ([], file) => Some file | _ => None end.
Definition read (text : string) : option (puzzle * claim) :=
  let? file := file_of text in
  let? family := words_of "family" file in
  let? row := named families family in
  let keys := (["family"; "metric"; "claim"; "board"; "plan"; "hint"] ++ fst row)%list in
  if negb (forallb (fun e => existsb (String.eqb (key e)) keys) file) then None else
  let? z := snd row file in
  let? words := words_of "claim" file in
  let? c := claim_of words in
  Some (z, c).
