(** A survey as a claim: "survey" and facts, such as "survey states 161 farthest 27".  To be read and
    believed, with [Families], [Surveys] and, for sliding blocks, [SlidingPlacements]. *)
From PuzzleProof Require Import Surveys Families.
From PuzzleProof Require SlidingPlacements.

Inductive fact :=
| States (n : N) | Farthest (e : nat) | Hardest (h : nat)
| Configurations (n : N) | Components (n : N).
Definition facts : list (string * (N -> fact)) := [
  ("states", States); ("farthest", fun e => Farthest (N.to_nat e));
  ("hardest", fun h => Hardest (N.to_nat h));
  ("configurations", Configurations); ("components", Components)
].
Fixpoint facts_of (words : list string) : option (list fact) :=
  match words with
  | [] => Some []
  | [_] => None
  | word :: n :: words =>
      match named facts word, NilZero.uint_of_string n, facts_of words with
      | Some fact, Some n, Some l => Some (fact (N.of_uint n) :: l)
      | _, _, _ => None
      end
  end.

(** A fact about all states that the start reaches, or about all configurations, which only sliding
    blocks have; [alike] states count as one. *)
Definition is_so {state} (move : state -> state -> Prop) goal start
    (alike : state -> state -> Prop) (configuration : option (state -> Prop)) (f : fact) : Prop :=
  match f, configuration with
  | States n, _ => states move alike n start
  | Farthest e, _ => farthest move alike e start
  | Hardest h, _ => hardest move goal h start
  | Configurations n, Some these => exactly alike these n
  | Components n, Some these => components move alike these n
  | _, None => False
  end.
Definition true_of (z : puzzle) : fact -> Prop :=
  match z with
  | SlidingPuzzle z m =>
      is_so (SlidingBlocks.move z m) (SlidingBlocks.solved z) (SlidingBlocks.start z)
        (SlidingPlacements.alike z) (Some (SlidingPlacements.configuration z))
  | FrogsPuzzle z =>
      is_so (Frogs.move z) (Steps.shown (Frogs.goals z)) (Frogs.start z) same_state None
  | PegsPuzzle z m =>
      is_so (Pegs.move z m) (Steps.shown (Pegs.goals z)) (Pegs.start z) same_state None
  | TilesPuzzle z m =>
      is_so (Tiles.move m) (Steps.shown (Tiles.goals z)) (Tiles.start z) same_state None
  | CubesPuzzle z => is_so (Cubes.move z) (Cubes.stacked z) Cubes.start eq None
  end.

Definition read_survey (text : string) : option (puzzle * list fact) :=
  match puzzle_of (file_of text), map (split " ") (rows_of "claim" (file_of text)) with
  | Some z, [("survey" :: words)] => option_map (pair z) (facts_of words)
  | _, _ => None
  end.
