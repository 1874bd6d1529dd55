(** Instant Insanity: the ways in which a cube may lie, and the theorems that the file of a puzzle
    applies. *)
From Coq Require Import List Bool Ascii PArith Arith.
From PuzzleProof Require Import Claims Search StepSearch.
From PuzzleProof Require Export Cubes.
Import ListNotations.

Fixpoint times {A : Type} (n : nat) (f : A -> A) (a : A) : A :=
  match n with 0 => a | S n => f (times n f a) end.

(** The 24 ways in which a cube with numbers on its faces may lie. *)
Definition numbers : cube nat := Cube 0 1 2 3 4 5.
Definition rotations : list (cube nat) :=
  flat_map (fun d => map (fun n => times n turn d) (seq 0 4))
    (map (fun n => times n tip numbers) (seq 0 4) ++
     [tip (turn numbers); tip (times 3 turn numbers)]).

(** A cube that lies as one with numbers does. *)
Definition face {colour} (c : cube colour) (n : nat) : colour :=
  match n with
  | 0 => front c | 1 => right c | 2 => back c | 3 => left c | 4 => bottom c | _ => top c
  end.
Definition laid {colour} (c : cube colour) (r : cube nat) : cube colour :=
  Cube (face c (front r)) (face c (right r)) (face c (back r)) (face c (left r))
       (face c (bottom r)) (face c (top r)).
Definition ways {colour} (c : cube colour) : list (cube colour) := map (laid c) rotations.

Lemma laid_numbers : forall colour (c : cube colour), laid c numbers = c.
Proof. now intros colour []. Qed.

Lemma times_lie : forall n (c d : cube nat), may_lie c d ->
  may_lie c (times n turn d) /\ may_lie c (times n tip d).
Proof.
  induction n as [|n IH]; simpl; intros c d H; auto.
  destruct (IH c d H). split; now constructor.
Qed.

Lemma ways_lie : forall colour (c d : cube colour), In d (ways c) -> may_lie c d.
Proof.
  intros colour c d H. apply in_map_iff in H as (r & <- & H).
  assert (L : may_lie numbers r).
  { apply in_flat_map in H as (e & E & H). apply in_map_iff in H as (n & <- & _). apply times_lie.
    apply in_app_or in E as [E|E].
    - apply in_map_iff in E as (k & <- & _). apply times_lie. constructor.
    - destruct E as [<-|[<-|[]]]; apply tipped; [apply turned; constructor|].
      apply (times_lie 3). constructor. }
  clear H. induction L as [|d _ IH|d _ IH].
  - rewrite laid_numbers. constructor.
  - exact (turned IH).
  - exact (tipped IH).
Qed.

Lemma cube_dec : forall c d : cube nat, {c = d} + {c <> d}.
Proof. decide equality; apply Nat.eq_dec. Defined.
Definition known (r : cube nat) : bool := if in_dec cube_dec r rotations then true else false.
Lemma closed : forall r, In r rotations -> known (turn r) && known (tip r) = true.
Proof. apply forallb_forall. vm_compute. reflexivity. Qed.

Lemma lie_ways : forall colour (c d : cube colour), may_lie c d -> In d (ways c).
Proof.
  intros colour c. induction 1 as [|d _ IH|d _ IH].
  - apply in_map_iff. exists numbers. split; [apply laid_numbers | now left].
  - apply in_map_iff in IH as (r & <- & I). apply in_map_iff. exists (turn r). split; auto.
    apply closed, andb_prop in I as [I _]. revert I. unfold known. now destruct in_dec.
  - apply in_map_iff in IH as (r & <- & I). apply in_map_iff. exists (tip r). split; auto.
    apply closed, andb_prop in I as [_ I]. revert I. unfold known. now destruct in_dec.
Qed.

Definition differb (c d : cube ascii) : bool :=
  negb ((front c =? front d) || (right c =? right d) ||
        (back c =? back d) || (left c =? left d))%char.
Lemma differb_iff : forall c d, differb c d = true <-> differ c d.
Proof.
  intros c d. unfold differb, differ. rewrite negb_true_iff, !orb_false_iff, !Ascii.eqb_neq. tauto.
Qed.

Definition successors (z : puzzle) (p : state) : option (list state) :=
  match nth_error z (length p) with
  | None => Some []
  | Some c => Some (map (fun d => d :: p) (filter (fun d => forallb (differb d) p) (ways c)))
  end.
Definition stackedb (z : puzzle) (p : state) : bool := Nat.eqb (length p) (length z).

Lemma fits_iff : forall d p, forallb (differb d) p = true <-> Forall (differ d) p.
Proof.
  intros d p. rewrite forallb_forall, Forall_forall.
  split; intros H c I; apply differb_iff; auto.
Qed.

Lemma some_inj : forall A (a b : A), Some a = Some b -> a = b.
Proof. congruence. Qed.  (* 'injection' would evaluate both *)
Lemma simulates : forall z s p q l,
  successors z s = Some l -> s = p -> move z p q -> exists t, In t (s :: l) /\ t = q.
Proof.
  intros z s p q l H -> (c & d & E & L & F & ->). unfold successors in H. rewrite E in H.
  apply some_inj in H as <-. eexists. split; [|reflexivity]. right. apply (in_map (fun d => d :: p)).
  apply filter_In. split; [now apply lie_ways | now apply fits_iff].
Qed.

(** ** Keys *)
Fixpoint spelt (p : state) : code :=
  match p with
  | [] => []
  | Cube f r b l u t :: p => f :: r :: b :: l :: u :: t :: spelt p
  end.
Lemma spelt_inj : forall p q, spelt p = spelt q -> p = q.
Proof.
  induction p as [|[]]; intros [|[]]; simpl; try discriminate; auto.
  intros [= -> -> -> -> -> -> E]. f_equal. auto.
Qed.
Definition key_of (p : state) : positive := key [] (spelt p).
Lemma key_of_inj : forall p q, key_of p = key_of q -> p = q.
Proof. intros p q E. now apply spelt_inj, (key_inj []). Qed.

(** ** Plans: each cube as it comes to lie *)
Definition cube_eqb (c d : cube ascii) : bool :=
  Pos.eqb (key_of [c]) (key_of [d]).
Definition may_lieb (c d : cube ascii) : bool := existsb (cube_eqb d) (ways c).
Lemma may_lieb_sound : forall c d, may_lieb c d = true -> may_lie c d.
Proof.
  intros c d H. apply existsb_exists in H as (e & I & K). apply Pos.eqb_eq, key_of_inj in K.
  apply ways_lie. congruence.
Qed.

Fixpoint play (z : puzzle) (moves : list (cube ascii)) (p : state) : option state :=
  match moves with
  | [] => Some p
  | d :: moves =>
      match nth_error z (length p) with
      | None => None
      | Some c => if may_lieb c d && forallb (differb d) p
                  then play z moves (d :: p) else None
      end
  end.
Lemma play_sound : forall z moves p q, play z moves p = Some q -> plan (move z) (length moves) p q.
Proof.
  induction moves as [|d moves IH]; simpl; intros p q H.
  - injection H as <-. constructor.
  - destruct (nth_error z (length p)) as [c|] eqn:E; [|discriminate].
    destruct (_ && _) eqn:B; [|discriminate]. apply andb_prop in B as [W F].
    apply one_more with (d :: p); [|now apply IH]. exists c, d.
    split; auto. split; [now apply may_lieb_sound|]. split; auto. now apply fits_iff.
Qed.

(** ** The theorems *)
Definition lower_check (z : puzzle) (n : nat) : bool :=
  check_at_least key_of (successors z) (stackedb z) n start.
Definition minimum_check (z : puzzle) (n : nat) (moves : list (cube ascii)) : bool :=
  Nat.eqb (length moves) n && match play z moves start with Some q => stackedb z q | None => false end &&
  lower_check z n.

Lemma goal_seen : forall z s p, s = p -> stacked z p -> stackedb z s = true.
Proof. intros z s p ->. unfold stacked, stackedb. now rewrite Nat.eqb_eq. Qed.

Theorem lower_bound_sound : forall z n, lower_check z n = true -> needs_at_least z n.
Proof.
  intros z n H. eapply check_at_least_sound with (stands_for := @eq state);
    [exact key_of_inj | exact (simulates z) | exact (goal_seen z) | reflexivity | exact H].
Qed.
Theorem refuted_sound : forall z n,
  check_unsolvable key_of (successors z) (stackedb z) n start = true -> has_no_plan z.
Proof.
  intros z n H. eapply check_unsolvable_sound with (stands_for := @eq state);
    [exact key_of_inj | exact (simulates z) | exact (goal_seen z) | reflexivity | exact H].
Qed.
Theorem minimum_by_search : forall z n moves, minimum_check z n moves = true -> minimum_is z n.
Proof.
  unfold minimum_check. intros z n moves H. rewrite !andb_true_iff, Nat.eqb_eq in H.
  destruct H as [[<- P] B]. split; [|now apply lower_bound_sound].
  destruct (play z moves start) as [q|] eqn:E; [|discriminate]. exists q.
  split; [now apply play_sound | now apply Nat.eqb_eq].
Qed.
