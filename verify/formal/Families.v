(** All families of puzzles that a text may say.  To be read and believed: of each, the lines that
    name it, beside [Texts] and what they name. *)
From PuzzleProof Require Export Texts.
From PuzzleProof Require SlidingTexts FrogsTexts PegsTexts TilesTexts CubesTexts.

Inductive puzzle :=
| SlidingPuzzle (z : SlidingBlocks.puzzle) (m : SlidingBlocks.metric)
| FrogsPuzzle (z : Frogs.puzzle)
| PegsPuzzle (z : Pegs.puzzle) (m : Pegs.metric)
| TilesPuzzle (z : Tiles.puzzle) (m : Tiles.metric)
| CubesPuzzle (z : Cubes.puzzle).

Definition claimed (c : claim) (z : puzzle) : Prop :=
  match z with
  | SlidingPuzzle z m => holds c (SlidingBlocks.move z m) (SlidingBlocks.solved z) (SlidingBlocks.start z)
  | FrogsPuzzle z => holds c (Frogs.move z) (Steps.shown (Frogs.goals z)) (Frogs.start z)
  | PegsPuzzle z m => holds c (Pegs.move z m) (Steps.shown (Pegs.goals z)) (Pegs.start z)
  | TilesPuzzle z m => holds c (Tiles.move m) (Steps.shown (Tiles.goals z)) (Tiles.start z)
  | CubesPuzzle z => holds c (Cubes.move z) (Cubes.stacked z) Cubes.start
  end.

(** Each family with the keys of its own and its reader *)
Definition families : list (string * (list string * (list entry -> option puzzle))) := [
  ("sliding", (SlidingTexts.keys,
    fun file => option_map (fun '(z, m) => SlidingPuzzle z m) (SlidingTexts.read file)));
  ("frogs", (FrogsTexts.keys, fun file => option_map FrogsPuzzle (FrogsTexts.read file)));
  ("pegs", (PegsTexts.keys,
    fun file => option_map (fun '(z, m) => PegsPuzzle z m) (PegsTexts.read file)));
  ("tiles", (TilesTexts.keys,
    fun file => option_map (fun '(z, m) => TilesPuzzle z m) (TilesTexts.read file)));
  ("cubes", (CubesTexts.keys, fun file => option_map CubesPuzzle (CubesTexts.read file)))
].

(** The puzzle, and what is claimed of it.  Each key of the family stands there once, but a goal may do
    so more often, and 'halfway' as often as it likes.  Plans and hints are no part of the claim. *)
Definition one_of (k : string) (l : list string) : bool := existsb (String.eqb k) l.
Definition fits (k : string) (n : nat) : bool :=
  (Nat.eqb n 1 || (k =? "goal") && Nat.ltb 1 n || (k =? "halfway"))%bool.
Definition puzzle_of (file : list entry) : option puzzle :=
  match word_of "family" families file with
  | Some (more, reader) =>
      let keys := (["family"; "metric"; "claim"; "board"] ++ more)%list in
      if (forallb (fun k => fits k (List.length (drawings_of k file))) keys
          && forallb (fun e => one_of (key e) (keys ++ ["plan"; "hint"])%list) file)%bool
      then reader file else None
  | None => None
  end.
Definition read (text : string) : option (puzzle * claim) :=
  match puzzle_of (file_of text), claim_of (file_of text) with
  | Some z, Some c => Some (z, c)
  | _, _ => None
  end.
