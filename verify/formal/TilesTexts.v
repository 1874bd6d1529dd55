(** Sliding tiles as a text.  To be read and believed, with [Texts] and [Tiles]. *)
From PuzzleProof Require Import Tiles Texts.

Definition keys : list string := ["goal"].

Definition read (file : list entry) : option (puzzle * metric) :=
  option_map (pair (Puzzle (rows_of "board" file) (drawings_of "goal" file)))
    (word_of "metric" [("single", Single); ("multi", Multi)] file).
