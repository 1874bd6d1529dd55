(** A checker of texts, to be made a program of its own ([Extract]): [check] answers [true] only if
    the claim that [Texts] reads from the text is a theorem by the rules. *)
From Coq Require Import List Bool Ascii String NArith ZArith.
From PuzzleProof Require Import Texts ProgramHints.
From PuzzleProof Require Boards StepSearch Sliding SlidingFast FrogsSearch PegsSearch TilesSearch CubesSearch.
Import ListNotations.
Open Scope string_scope.

(** ** Plans: each move is a row of the entry "plan" *)
Definition plan_rows (file : list entry) : list string :=
  match rows_of "plan" file with Some rows => rows | None => [] end.
Definition lying (rows : list string) : list (Cubes.cube ascii) :=
  match each cube_of rows with Some l => l | None => [] end.

(** ** The check of a claim, by the search of its family *)
Definition by_search (z : puzzle) (c : claim) (plan : list string) : bool :=
  let by_steps board goals steps follows symbols :=
    decide c (fun n => StepSearch.minimum_check board goals steps follows symbols n (map path plan))
      (StepSearch.lower_check board goals steps follows symbols)
      (StepSearch.refuted_check board goals steps follows symbols) in
  match z with
  | SlidingPuzzle z m =>
      decide c (fun n => SlidingFast.minimum_check z m n (spelt plan))
        (SlidingFast.lower_bound z m) (SlidingFast.refuted z m)
  | FrogsPuzzle z => by_steps (Frogs.board z) (Frogs.goals z)
      (FrogsSearch.steps z) FrogsSearch.followsb FrogsSearch.symbols
  | PegsPuzzle z m => by_steps (Pegs.board z) (Pegs.goals z)
      (PegsSearch.steps z) (PegsSearch.followsb m) PegsSearch.symbols
  | TilesPuzzle z m => by_steps (Tiles.board z) (Tiles.goals z)
      (TilesSearch.steps z) (TilesSearch.followsb m) (TilesSearch.symbols z)
  | CubesPuzzle z =>
      decide c (fun n => CubesSearch.minimum_check z n (lying plan)) (CubesSearch.lower_check z)
        (fun n => Search.check_unsolvable CubesSearch.key_of (CubesSearch.successors z)
                    (CubesSearch.stackedb z) n Cubes.start)
  end.

Lemma by_search_sound : forall z c plan, by_search z c plan = true -> holds c (game_of z).
Proof.
  intros [z m|z|z m|z m|z] [n|n|] plan H.
  - exact (SlidingFast.minimum_by_search _ _ _ _ H).
  - exact (SlidingFast.lower_bound_sound _ _ _ H).
  - exact (SlidingFast.refuted_sound _ _ _ H).
  - exact (FrogsSearch.minimum_by_search _ _ _ H).
  - exact (FrogsSearch.lower_bound_sound _ _ H).
  - exact (FrogsSearch.refuted_sound _ _ H).
  - exact (PegsSearch.minimum_by_search _ _ _ _ H).
  - exact (PegsSearch.lower_bound_sound _ _ _ H).
  - exact (PegsSearch.refuted_sound _ _ _ H).
  - exact (TilesSearch.minimum_by_search _ _ _ _ H).
  - exact (TilesSearch.lower_bound_sound _ _ _ H).
  - exact (TilesSearch.refuted_sound _ _ _ H).
  - exact (CubesSearch.minimum_by_search _ _ _ H).
  - exact (CubesSearch.lower_bound_sound _ _ H).
  - exact (CubesSearch.refuted_sound _ _ H).
Qed.

(** ** The program *)
Definition check (text : string) : bool :=
  match read text, file_of text with
  | Some (z, c), Some file =>
      match by_hints z c file (plan_rows file) with
      | Some answer => answer
      | None => by_search z c (plan_rows file)
      end
  | _, _ => false
  end.

Theorem check_sound : forall text, check text = true ->
  exists z c, read text = Some (z, c) /\ holds c (game_of z).
Proof.
  unfold check. intros text H. destruct (read text) as [[z c]|]; [|discriminate].
  destruct (file_of text) as [file|]; [|discriminate].
  exists z, c. split; [reflexivity|]. destruct (by_hints z c file (plan_rows file)) as [answer|] eqn:E.
  - subst answer. exact (by_hints_sound _ _ _ _ E).
  - exact (by_search_sound _ _ _ H).
Qed.
Print Assumptions check_sound.

(** Whether the text reads at all, for a message *)
Definition reads (text : string) : bool := match read text with Some _ => true | None => false end.
