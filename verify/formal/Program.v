(** A checker of texts, to be made a program of its own ([Extract]): [check] answers [true] only if
    what [Families] or [SurveyTexts] reads from the text is a theorem by the rules. *)
From Coq Require Import List Bool Ascii String NArith ZArith.
From PuzzleProof Require Import Families SurveyTexts ProgramSurvey ProgramHints.
From PuzzleProof Require Boards StepSearch Sliding SlidingFast FrogsSearch PegsSearch TilesSearch CubesSearch.
Import ListNotations.
Open Scope string_scope.

Definition lying (rows : list string) : list (Cubes.cube ascii) :=
  match CubesTexts.cubes_of rows with Some l => l | None => [] end.

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

Lemma by_search_sound : forall z c plan, by_search z c plan = true -> claimed c z.
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
  match read text, read_survey text with
  | Some (z, c), _ =>
      let plan := rows_of "plan" (file_of text) in
      match by_hints z c (file_of text) plan with
      | Some answer => answer
      | None => by_search z c plan
      end
  | None, Some (z, facts) => survey_check layers z facts
  | None, None => false
  end.

Theorem check_sound : forall text, check text = true ->
  (exists z c, read text = Some (z, c) /\ claimed c z) \/
  (exists z facts, read_survey text = Some (z, facts) /\ Forall (true_of z) facts).
Proof.
  unfold check. intros text H. destruct (read text) as [[z c]|].
  - left. exists z, c. split; [reflexivity|].
    destruct (by_hints _ _ _ _) as [answer|] eqn:E; [|exact (by_search_sound _ _ _ H)].
    subst answer. exact (by_hints_sound _ _ _ _ E).
  - right. destruct (read_survey text) as [[z facts]|]; [|discriminate].
    exists z, facts. split; [reflexivity | exact (survey_sound _ _ _ H)].
Qed.
Print Assumptions check_sound.

(** Whether the text reads at all, for a message *)
Definition reads (text : string) : bool :=
  match read text, read_survey text with None, None => false | _, _ => true end.
