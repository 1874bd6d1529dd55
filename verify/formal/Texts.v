(** A text that says a puzzle and a claim.  To be read and believed, with [Claims], and with the rules
    and the reader of the puzzle's family: the entries of a text, and what is claimed. *)
From Coq Require Export List Ascii String NArith DecimalString.
From PuzzleProof Require Import Claims.
Export ListNotations.
Open Scope string_scope.

(** The parts of a string between the characters [a] *)
Fixpoint split (a : ascii) (s : string) : list string :=
  match s with
  | "" => [""]
  | String b s => let parts := split a s in
                  if (b =? a)%char then "" :: parts else String b (hd "" parts) :: tl parts
  end.

(** A line that begins with a blank is a row, without this blank.  Any other line is the key of an
    entry, above its rows; rows above the first key have the key "".  Empty lines say nothing. *)
Record entry := Entry { key : string; rows : list string }.
Definition put_above (line : string) (below : list string * list entry) :=
  let (rows, file) := below in
  match line with
  | "" => below
  | String " " row => (row :: rows, file)
  | key => ([], Entry key rows :: file)
  end.
Definition file_of (text : string) : list entry :=
  match fold_right put_above ([], []) (split "010" text) with
  | ([], file) => file
  | (rows, file) => Entry "" rows :: file
  end.

(** The rows of each entry with a key, and all of them; by a table, the meaning of the only one *)
Definition drawings_of (k : string) (file : list entry) : list (list string) :=
  map rows (filter (fun e => key e =? k) file).
Definition rows_of (k : string) (file : list entry) : list string := List.concat (drawings_of k file).
Definition named {A : Type} (table : list (string * A)) (word : string) : option A :=
  option_map snd (find (fun row => fst row =? word) table).
Definition word_of {A : Type} (k : string) (table : list (string * A)) (file : list entry) :=
  match rows_of k file with [word] => named table word | _ => None end.
Definition truths : list (string * bool) := [("yes", true); ("no", false)].

(** What is claimed of the plans of a puzzle *)
Inductive claim := Minimum (n : nat) | AtLeast (n : nat) | NoPlan.
Definition number_of (s : string) : option nat :=
  option_map (fun n => N.to_nat (N.of_uint n)) (NilZero.uint_of_string s).
Definition claim_of (file : list entry) : option claim :=
  match map (split " ") (rows_of "claim" file) with
  | [["minimum"; n]] => option_map Minimum (number_of n)
  | [["at-least"; n]] => option_map AtLeast (number_of n)
  | [["no-plan"]] => Some NoPlan
  | _ => None
  end.
Definition holds (c : claim) {state} (move : state -> state -> Prop) goal start : Prop :=
  match c with
  | Minimum n => minimum move goal n start
  | AtLeast n => at_least move goal n start
  | NoPlan => unsolvable move goal start
  end.
