(** Frogs and toads as a text.  To be read and believed, with [Texts] and [Frogs]. *)
From PuzzleProof Require Import Frogs Texts.

Definition keys : list string := ["goal"; "jump-own"; "backward"].

Definition read (file : list entry) : option puzzle :=
  match word_of "metric" [("move", tt)] file, word_of "jump-own" truths file,
        word_of "backward" truths file with
  | Some _, Some own, Some back =>
      Some (Puzzle (rows_of "board" file) (drawings_of "goal" file) own back)
  | _, _, _ => None
  end.
