(** Instant Insanity as a text.  To be read and believed, with [Texts] and [Cubes]. *)
From PuzzleProof Require Import Cubes Texts.

Definition keys : list string := [].

(** The cubes of rows: the colours of front, right, back, left, bottom and top *)
Fixpoint cubes_of (rows : list string) : option puzzle :=
  match rows with
  | [] => Some []
  | row :: rows =>
      match list_ascii_of_string row, cubes_of rows with
      | [a; b; c; d; e; f], Some cubes => Some (Cube a b c d e f :: cubes)
      | _, _ => None
      end
  end.
Definition read (file : list entry) : option puzzle :=
  match word_of "metric" [("cube", tt)] file with
  | Some _ => cubes_of (rows_of "board" file)
  | None => None
  end.
