(** Sliding blocks as a text.  To be read and believed, with [Texts] and [SlidingBlocks]. *)
From Coq Require Import List String.
From PuzzleProof Require Import Texts SlidingBlocks.
Import ListNotations.
Open Scope string_scope.

Definition keys : list string :=
  ["goal"; "labelled"; "east-west"; "north-south"; "half-cells"; "halfway"].
Definition pieces (k : string) (file : list entry) : string := String.concat "" (rows_of k file).

Definition read (file : list entry) : option (puzzle * metric) :=
  match word_of "half-cells" truths file,
        word_of "metric" [("unit", Unit); ("line", Line); ("piece", Piece)] file with
  | Some half, Some m =>
      Some (Puzzle (rows_of "board" file) (drawings_of "goal" file) (pieces "labelled" file)
        (pieces "east-west" file) (pieces "north-south" file) half (drawings_of "halfway" file), m)
  | _, _ => None
  end.
