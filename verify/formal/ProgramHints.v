(** How a text says moves, and how to prove its claim: the entries "hint".  A hint that is wrong or
    does not read proves nothing, so none has to be believed: [by_hints_sound]. *)
From Coq Require Import List Bool Ascii String NArith ZArith DecimalString.
From PuzzleProof Require Import Families.
From PuzzleProof Require Boards StepSearch StepsBothEnds Weights Symmetries SlidingFastEnds TilesBothEnds
  PegsDepartures FrogsWeights PegsWeights TilesWeights TilesParity.
Import ListNotations.
Open Scope string_scope.

(** The most layers of a search that is to come to an end *)
Definition layers : nat := N.to_nat 1000000.
Definition decide (c : claim) (minimum at_least refuted : nat -> bool) : bool :=
  match c with Minimum n => minimum n | AtLeast n => at_least n | NoPlan => refuted layers end.

(** ** Words and numbers; what does not read is taken for 0 *)
Definition words (row : string) : list string := split " " row.
Definition number (s : string) : nat := match number_of s with Some n => n | None => 0 end.
Definition integer (s : string) : Z :=
  match NilZero.int_of_string s with Some n => Z.of_int n | None => 0%Z end.
Definition first_of (s : string) : ascii := match s with "" => " "%char | String a _ => a end.

(** A move as the cells that it passes: "0,1 0,3" *)
Definition coordinate (s : string) : Z :=
  match number_of s with Some n => Z.of_nat n | None => (-1)%Z end.
Definition cell_of (word : string) : Boards.cell :=
  let parts := map coordinate (split "," word) in (nth 0 parts (-1)%Z, nth 1 parts (-1)%Z).
Definition path (row : string) : list Boards.cell := map cell_of (words row).
Definition spelt (rows : list string) : string := String.concat " " rows.

(** ** Hints: the first row of an entry "hint" has its kind and numbers, other rows follow. *)
Record hint := Hint { kind : string; given : list string; table : list (list string) }.
Definition hint_of (rows : list string) : hint :=
  let first := words (hd "" rows) in Hint (hd "" first) (tl first) (map words (tl rows)).
Definition all_hints (file : list entry) : list hint := map hint_of (drawings_of "hint" file).
Definition hints (k : string) (file : list entry) : list hint :=
  filter (fun h => kind h =? k) (all_hints file).
Definition rows_with (k : string) (file : list entry) : list (list string) :=
  flat_map table (hints k file).

(** A way to prove a claim of a puzzle, by the hints of the file and the rows of its plan *)
Definition way : Type := puzzle -> claim -> list entry -> list string -> bool.
Definition none (n : nat) : bool := false.
Definition by_sliding (z : SlidingBlocks.puzzle) (m : SlidingBlocks.metric) (c : claim)
    (plan : list string) (lower : nat -> bool) : bool :=
  decide c (fun n => SlidingFastEnds.with_plan lower z m n (spelt plan)) lower none.

(** "back B": from both ends, B moves back.  Tiles moved one by one have distances as bounds. *)
Definition distances (z : Tiles.puzzle) (sign : Z) (rows : list string) : Weights.weighing :=
  let l := StepSearch.on_board (Tiles.board z) in
  let far (a b : Boards.cell) := (Z.abs (fst a - fst b) + Z.abs (snd a - snd b))%Z in
  let rowed a := map (fun b => (b, (Boards.drawn rows a, (sign * far a b)%Z))) l in
  Weights.Weighing (Weights.Falls 1)
    (flat_map rowed (filter (fun a => TilesSearch.is_tile (Boards.drawn rows a)) l)) 0.
Definition back : way := fun z c file plan =>
  let b := number (hd "" (flat_map given (hints "back" file))) in
  match z with
  | SlidingPuzzle z m => by_sliding z m c plan (SlidingFastEnds.bound_met z m b)
  | TilesPuzzle z m =>
      let bounds sign ends :=
        match m with Tiles.Single => map (distances z sign) ends | Tiles.Multi => [] end in
      let xs := bounds 1%Z (Tiles.goals z) in
      let ys := bounds (-1)%Z [Tiles.board z] in
      decide c (fun n => StepsBothEnds.both_ends_minimum (Tiles.board z) (Tiles.goals z)
                  (TilesSearch.steps z) (TilesSearch.followsb m) (TilesSearch.symbols z) b xs ys n
                  (map path plan))
        (StepsBothEnds.both_ends_lower (Tiles.board z) (Tiles.goals z)
          (TilesSearch.steps z) (TilesSearch.followsb m) (TilesSearch.symbols z) b xs ys) none
  | _ => false
  end.

(** "groups": rows "PIECES B N", a group with the moves searched back and those that it needs *)
Definition group_of (row : list string) : SlidingGroups.group :=
  (hd "" row, (number (nth 1 row ""), number (nth 2 row ""))).
Definition groups : way := fun z c file plan =>
  match z with
  | SlidingPuzzle z m =>
      by_sliding z m c plan (SlidingFastEnds.parts_need z m (map group_of (rows_with "groups" file)))
  | _ => false
  end.

(** "departures K": rows of the drawing of the parts, each followed by the weights of its holes;
    "symmetries": rows of twelve numbers, a map and its inverse *)
Definition departures_of (h : hint) : PegsDepartures.departures :=
  PegsDepartures.Weighted (integer (hd "" (given h))) (map (hd "") (table h))
    (flat_map (fun row => map integer (tl row)) (table h)).
Definition symmetry_of (row : list string) : list Symmetries.symmetry :=
  match map integer row with
  | [a; b; c; d; e; f; a'; b'; c'; d'; e'; f'] =>
      [Symmetries.Symmetry ((a, b, c), (d, e, f)) ((a', b', c'), (d', e', f'))]
  | _ => []
  end.
Definition departures : way := fun z c file plan =>
  match z with
  | PegsPuzzle z m =>
      let ms := flat_map symmetry_of (rows_with "symmetries" file) in
      let xs := map departures_of (hints "departures" file) in
      let asked {A : Type} (f : _ -> _ -> _ -> _ -> _ -> _ -> A) :=
        f (Pegs.board z) (Pegs.goals z) (PegsSearch.steps z) (PegsSearch.followsb m)
          PegsSearch.symbols PegsDepartures.is_peg in
      let built := PegsDepartures.built z in
      decide c
        (fun n => asked DepartureSearch.departures_minimum _ built ms xs n (map path plan))
        (asked DepartureSearch.departures_check _ built ms xs)
        (asked DepartureSearch.departures_never _ built ms xs)
  | _ => false
  end.

(** "weights falls D X" or "weights counts M C X": rows "CELL SYMBOL WEIGHT"; X is the weight of a
    crossing *)
Definition weight_of (row : list string) : Boards.cell * (ascii * Z) :=
  (cell_of (hd "" row), (first_of (nth 1 row ""), integer (nth 2 row ""))).
Definition weighing_of (h : hint) : list Weights.weighing :=
  let made f x := [Weights.Weighing f (map weight_of (table h)) (integer x)] in
  match given h with
  | ["falls"; d; x] => made (Weights.Falls (integer d)) x
  | ["counts"; m; c; x] => made (Weights.Counts (integer m) (integer c)) x
  | _ => []
  end.
Definition weights : way := fun z c file plan =>
  let xs := flat_map weighing_of (hints "weights" file) in
  let by_steps board goals steps follows symbols :=
    decide c (fun n => Weights.met_check board goals steps follows symbols xs n (map path plan))
      (Weights.bound_check board goals steps follows symbols xs)
      (fun _ => Weights.never_check board goals steps follows symbols xs) in
  match z with
  | FrogsPuzzle z => by_steps (Frogs.board z) (Frogs.goals z)
      (FrogsSearch.steps z) FrogsSearch.followsb FrogsSearch.symbols
  | PegsPuzzle z m => by_steps (Pegs.board z) (Pegs.goals z)
      (PegsSearch.steps z) (PegsSearch.followsb m) PegsSearch.symbols
  | TilesPuzzle z m => by_steps (Tiles.board z) (Tiles.goals z)
      (TilesSearch.steps z) (TilesSearch.followsb m) (TilesSearch.symbols z)
  | _ => false
  end.

(** "parity": of the permutation of tiles *)
Definition parity : way := fun z c file plan =>
  match z with
  | TilesPuzzle z m => decide c none none (fun _ => TilesParity.parity_check z)
  | _ => false
  end.

(** The first hint names the way; without one, the search is that from the start. *)
Definition ways : list (string * way) := [
  ("back", back); ("groups", groups); ("departures", departures); ("symmetries", departures);
  ("weights", weights); ("parity", parity)
].
Definition by_hints (z : puzzle) (c : claim) (file : list entry) (plan : list string) : option bool :=
  match all_hints file with
  | [] => None
  | h :: _ => Some (match named ways (kind h) with Some f => f z c file plan | None => false end)
  end.

(** ** Every way proves what is claimed *)
Definition proves (f : way) : Prop := forall z c file plan, f z c file plan = true -> claimed c z.

Lemma sliding_proves : forall z m c plan lower,
  (forall n, lower n = true -> SlidingBlocks.needs_at_least z m n) ->
  by_sliding z m c plan lower = true -> claimed c (SlidingPuzzle z m).
Proof.
  intros z m [n|n|] plan lower S H; [|exact (S n H)|discriminate].
  exact (SlidingFastEnds.with_plan_sound lower z m S n _ H).
Qed.
Lemma back_proves : proves back.
Proof.
  intros [z m|z|z m|z m|z] c file plan H; try discriminate.
  - exact (sliding_proves z m c plan _ (SlidingFastEnds.bound_met_sound _ z m) H).
  - destruct c as [n|n|]; [| |discriminate].
    + exact (TilesBothEnds.minimum_by_both_ends _ _ _ _ z m n H).
    + exact (TilesBothEnds.bound_by_both_ends _ _ _ z m n H).
Qed.
Lemma groups_proves : proves groups.
Proof.
  intros [z m|z|z m|z m|z] c file plan H; try discriminate.
  exact (sliding_proves z m c plan _ (SlidingFastEnds.parts_need_sound _ z m) H).
Qed.
Lemma departures_proves : proves departures.
Proof.
  intros [z m|z|z m|z m|z] [n|n|] file plan H; try discriminate.
  - exact (PegsDepartures.minimum_by_departures _ _ _ z m n H).
  - exact (PegsDepartures.bound_by_departures _ _ z m n H).
  - exact (PegsDepartures.never_by_departures _ _ _ z m H).
Qed.
Lemma weights_proves : proves weights.
Proof.
  intros [z m|z|z m|z m|z] [n|n|] file plan H; try discriminate.
  - exact (FrogsWeights.minimum_by_weights _ _ z n H).
  - exact (FrogsWeights.bound_by_weights _ z n H).
  - exact (FrogsWeights.never_by_weights _ z H).
  - exact (PegsWeights.minimum_by_weights _ _ z m n H).
  - exact (PegsWeights.bound_by_weights _ z m n H).
  - exact (PegsWeights.never_by_weights _ z m H).
  - exact (TilesWeights.minimum_by_weights _ _ z m n H).
  - exact (TilesWeights.bound_by_weights _ z m n H).
  - exact (TilesWeights.never_by_weights _ z m H).
Qed.
Lemma parity_proves : proves parity.
Proof.
  intros [z m|z|z m|z m|z] [n|n|] file plan H; try discriminate.
  exact (TilesParity.never_by_parity z m H).
Qed.
Lemma ways_prove : Forall (fun row => proves (snd row)) ways.
Proof.
  repeat constructor; simpl;
    auto using back_proves, groups_proves, departures_proves, weights_proves, parity_proves.
Qed.

Theorem by_hints_sound : forall z c file plan, by_hints z c file plan = Some true ->
  claimed c z.
Proof.
  unfold by_hints, named. intros z c file plan H. destruct (all_hints file) as [|h ?]; [discriminate|].
  destruct (find _ ways) as [[k f]|] eqn:E; [|discriminate]. apply find_some in E as [I _].
  injection H as H. pose proof ways_prove as P. rewrite Forall_forall in P. exact (P (k, f) I z c file plan H).
Qed.
