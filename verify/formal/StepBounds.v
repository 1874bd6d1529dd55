(** Weights as lower bounds in a search of steps: a state from which the weighted sum cannot fall to
    that of a goal in the moves that are left is left out.  Nothing here has to be believed. *)
From Coq Require Import List Bool Ascii String ZArith Arith Lia.
From PuzzleProof Require Import Claims Boards Steps Search StepSearch Weights Bounds.
Import ListNotations.
Open Scope Z_scope.

(** ** Weights made ready for codes: for each cell what its symbols weigh, times a sign *)
Record ready := Ready { cells : list (list (ascii * Z)); pairs : Z; drop : Z; last : Z }.

Fixpoint look (a : ascii) (w : list (ascii * Z)) : Z :=
  match w with [] => 0 | (x, n) :: w => if (x =? a)%char then n else look a w end.
Fixpoint total (ws : list (list (ascii * Z))) (s : code) : Z :=
  match ws, s with w :: ws, a :: s => look a w + total ws s | _, _ => 0 end.
Definition weighed (r : ready) (s : code) : Z :=
  total (cells r) s + (if pairs r =? 0 then 0 else pairs r * crossings s).

Definition at_cell (sign : Z) (t : list (cell * (ascii * Z))) (c : cell) : list (ascii * Z) :=
  map (fun e => (fst (snd e), sign * snd (snd e))) (filter (fun e => cell_eqb (fst e) c) t).
(** [most] is the largest weight at the end. *)
Definition make_ready (sign : Z) (l : list cell) (ends : list state) (x : weighing) : ready :=
  let values := map (fun p => sign * value x l p) ends in
  Ready (map (at_cell sign (table x)) l) (sign * crossing x)
    (match how x with Falls d => d | Counts _ _ => 0 end)
    (match values with [] => 0 | v :: vs => fold_right Z.max v vs end).

(** In fewer than n moves the sum does not fall to what it is at the end. *)
Definition too_heavy (rs : list ready) (n : nat) (s : code) : bool :=
  some_of (fun r => drop r * (Z.of_nat n - 1) <? weighed r s - last r) rs.

Lemma look_weight : forall sign t c a, look a (at_cell sign t c) = sign * weight t c a.
Proof.
  intros sign t c a. unfold weight, at_cell. induction t as [|[c' [x n]] t IH]; simpl; [ring|].
  destruct (cell_eqb c' c) eqn:E; simpl; auto. now destruct (x =? a)%char.
Qed.
Lemma total_sum : forall sign t p l,
  total (map (at_cell sign t) l) (map p l) = sign * sum (weight t) p l.
Proof.
  induction l as [|c l IH]; [simpl; ring|].
  change (look (p c) (at_cell sign t c) + total (map (at_cell sign t) l) (map p l) =
    sign * (weight t c (p c) + sum (weight t) p l)).
  rewrite look_weight, IH. ring.
Qed.
Lemma weighed_value : forall sign l ends x p,
  weighed (make_ready sign l ends x) (map p l) = sign * value x l p.
Proof.
  intros sign l ends x p. unfold weighed, value. simpl. rewrite total_sum.
  destruct (Z.eqb_spec (sign * crossing x) 0) as [E|_]; [|ring].
  rewrite Z.mul_add_distr_l, Z.mul_assoc, E. ring.
Qed.
Lemma most_last : forall sign l ends x p, In p ends ->
  sign * value x l p <= last (make_ready sign l ends x).
Proof.
  intros sign l ends x p I. simpl. apply (in_map (fun p => sign * value x l p)) in I.
  revert I. generalize (map (fun p => sign * value x l p) ends) (sign * value x l p).
  intros [|v vs] n I; [destruct I|]. destruct I as [->|I].
  - induction vs; simpl; lia.
  - induction vs as [|u vs IH]; simpl; [destruct I|]. destruct I as [->|I]; [lia|].
    specialize (IH I). lia.
Qed.

Section Checks.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Let l := on_board rows.
  Let stands_for := stands_for rows symbols.
  Let move := StepSearch.move legal follows.
  Hypothesis ok : setup_ok rows goals steps symbols = true.

  Definition falls (x : weighing) : bool :=
    match how x with Falls d => 0 <=? d | Counts _ _ => false end &&
    holds rows steps followsb x.
  Variable xs : list weighing.
  Hypothesis fair : forallb falls xs = true.

  Lemma plan_falls : forall x n p q s, In x xs -> plan move n p q -> stands_for s p ->
    exists d, how x = Falls d /\ 0 <= d /\ value x l p - value x l q <= d * Z.of_nat n.
  Proof.
    intros x n p q s I P (_ & O & S). pose proof fair as F. rewrite forallb_forall in F.
    specialize (F x I). apply andb_prop in F as [F H].
    pose proof (plan_adds rows goals legal follows steps followsb symbols rules x ok H n p q P) as A.
    destruct (how x) as [d|m c]; [|discriminate]. apply Z.leb_le in F. exists d.
    split; auto. split; auto. fold l in A. simpl in A. enough (- (Z.of_nat n * d) <= value x l q - value x l p) by lia.
    apply A. split; [split; [exact O | exact S]|]. intros c E. apply O. unfold on_board.
    rewrite filter_In, E. now intros [_ N].
  Qed.

  Definition to_goals : list ready := map (make_ready 1 l (map drawn goals)) xs.
  Definition to_start : list ready := map (make_ready (-1) l [drawn rows]) xs.

  Lemma heavy_one : forall sign ends n p q x,
    drop (make_ready sign l ends x) * (Z.of_nat n - 1) <?
      weighed (make_ready sign l ends x) (map p l) - last (make_ready sign l ends x) = true ->
    (exists e, In e ends /\ forall c, q c = e c) ->
    drop (make_ready sign l ends x) * (Z.of_nat n - 1) < sign * value x l p - sign * value x l q.
  Proof.
    intros sign ends n p q x H (e & I & E). apply Z.ltb_lt in H. rewrite weighed_value in H.
    replace (value x l q) with (value x l e) by (symmetry; exact (value_shown rows x q e E)).
    pose proof (most_last sign l ends x e I). lia.
  Qed.

  Theorem far_by_weights : forall n s p, too_heavy to_goals n s = true -> stands_for s p ->
    at_least move (shown goals) n p.
  Proof.
    intros n s p H S k q P (g & G & E). apply some_of_in in H as (r & R & H).
    apply in_map_iff in R as (x & <- & X).
    destruct (plan_falls x k p q s X P S) as (d & D & B & F). destruct S as [-> _].
    apply (heavy_one _ _ n p q) in H; [|exists (drawn g); split; auto; now apply in_map].
    cbn [drop make_ready] in H. rewrite D in H. apply Nat.nlt_ge. intros K.
    assert (d * Z.of_nat k <= d * (Z.of_nat n - 1)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  Qed.
  Theorem far_back_by_weights : forall n s p, too_heavy to_start n s = true -> stands_for s p ->
    forall k, plan move k (drawn rows) p -> (n <= k)%nat.
  Proof.
    intros n s p H S k P. apply some_of_in in H as (r & R & H).
    apply in_map_iff in R as (x & <- & X).
    destruct (plan_falls x k (drawn rows) p _ X P (start_stands rows goals steps symbols ok))
      as (d & D & B & F). destruct S as [-> _].
    apply (heavy_one _ _ n p (drawn rows)) in H; [|exists (drawn rows); simpl; auto].
    cbn [drop make_ready] in H. rewrite D in H. apply Nat.nlt_ge. intros K.
    assert (d * Z.of_nat k <= d * (Z.of_nat n - 1)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  Qed.
End Checks.
