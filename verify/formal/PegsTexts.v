(** Peg solitaire as a text.  To be read and believed, with [Texts] and [Pegs]. *)
From PuzzleProof Require Import Pegs Texts.

Definition keys : list string := ["goal"; "triangle"].

Definition read (file : list entry) : option (puzzle * metric) :=
  match word_of "triangle" truths file, word_of "metric" [("jump", Jump); ("move", Move)] file with
  | Some three, Some m => Some (Puzzle (rows_of "board" file) (drawings_of "goal" file) three, m)
  | _, _ => None
  end.
