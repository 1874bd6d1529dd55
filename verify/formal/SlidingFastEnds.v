(** The searches of [SlidingBothEnds] and [SlidingGroups] for a compiled program, by the successors of
    [SlidingFast].  Nothing here has to be believed. *)
From Coq Require Import List Bool String ZArith NArith PArith Arith Lia.
From Coq Require Import FSets.FMapPositive.
From PuzzleProof Require Export SlidingGroups.
From PuzzleProof Require Import SlidingCodes SlidingMoves BothEnds SlidingFast.
Import ListNotations.
Open Scope nat_scope.

Opaque fuel.

Definition bound_met (z : puzzle) (k : metric) (b L : nat) : bool :=
  let m := make_places z in
  let t := make_near m in
  Nat.leb (S b) L && setup_ok z m && whole_goals z && no_twins (map snd (PositiveMap.elements m)) &&
  check_both_ends N.succ_pos (fun s => option_map (cons s) (successors (stride z) k m t s)) (ends z m)
    never_far never_far (L - S b) b (first_code z m).
Definition part_needs (z : puzzle) (k : metric) (g : group) : bool :=
  let '(G, (b, n)) := g in
  match b with 0 => lower_bound (part z G) k n | _ => bound_met (part z G) k b n end.
Definition parts_need (z : puzzle) (k : metric) (gs : list group) (L : nat) : bool :=
  Nat.leb L (needs gs) && distinct (letters_in gs) && forallb (part_needs z k) gs.

Theorem bound_met_sound : forall b z k L, bound_met z k b L = true -> needs_at_least z k L.
Proof.
  unfold bound_met. intros b z k L H. rewrite !andb_true_iff, Nat.leb_le in H.
  set (m := make_places z) in *. destruct H as [[[[B S] W] T] H].
  destruct (setup_facts _ _ S) as (F & P & Q). replace L with (Datatypes.S (L - Datatypes.S b + b)) by lia.
  destruct (codes_start z m F Q) as [(f & X & C) A].
  eapply both_ends_sound with (fine := met z m) (stands_for := codes z m);
    [exact key_inj | | | | | | | | | | | exact H].
  - intros s p q l E. cbv beta in E. rewrite (same_successors z m P) in E. exact (codes_move z m P k s p q l E).
  - exact (one_code z m P T).
  - intros s p [(g & Y & _) R]. split; eauto.
  - exact (met_move z m P k).
  - exact (move_back z m k).
  - exact (ends_all z m P W).
  - discriminate.
  - discriminate.
  - split; eauto.
  - split; [exists f|]; auto.
Qed.

Theorem parts_need_sound : forall gs z k L, parts_need z k gs L = true -> needs_at_least z k L.
Proof.
  unfold parts_need. intros gs z k L H. rewrite !andb_true_iff, Nat.leb_le, forallb_forall in H.
  destruct H as [[B D] H]. intros n q P S. apply (Nat.le_trans _ _ _ B).
  refine (groups_add z k gs D _ n q P S). intros [G [b m]] I. specialize (H _ I). simpl in *.
  destruct b; [now apply lower_bound_sound | now apply (bound_met_sound (Datatypes.S b))].
Qed.

(** With a plan of that length, the minimum *)
Definition with_plan (lower : nat -> bool) (z : puzzle) (k : metric) (n : nat) (plan : string) : bool :=
  let moves := read_plan plan in
  Nat.eqb (List.length moves) n && plan_ok z k moves && lower n.
Theorem with_plan_sound : forall lower z k, (forall n, lower n = true -> needs_at_least z k n) ->
  forall n plan, with_plan lower z k n plan = true -> minimum_is z k n.
Proof.
  unfold with_plan. intros lower z k S n plan H. rewrite !andb_true_iff, Nat.eqb_eq in H.
  destruct H as [[<- P] B]. split; [now apply plan_ok_sound | now apply S].
Qed.
