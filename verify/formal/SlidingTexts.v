(** Sliding blocks as a text.  To be read and believed, with [Texts] and [SlidingBlocks]. *)
From PuzzleProof Require Import SlidingBlocks Texts.

Definition keys : list string :=
  ["goal"; "labelled"; "east-west"; "north-south"; "half-cells"; "halfway"].

Definition read (file : list entry) : option (puzzle * metric) :=
  let pieces k := String.concat "" (rows_of k file) in
  match word_of "half-cells" truths file,
        word_of "metric" [("unit", Unit); ("line", Line); ("piece", Piece)] file with
  | Some half, Some m =>
      Some (Puzzle (rows_of "board" file) (drawings_of "goal" file) (pieces "labelled")
        (pieces "east-west") (pieces "north-south") half (drawings_of "halfway" file), m)
  | _, _ => None
  end.
