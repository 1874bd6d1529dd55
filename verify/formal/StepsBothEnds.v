(** Boards whose steps can be taken back, searched from both ends.  Nothing here has to be believed. *)
From Coq Require Import List Bool Ascii String ZArith PArith Arith Lia.
From PuzzleProof Require Import Claims Boards Steps Search StepSearch Weights Bounds StepBounds.
From PuzzleProof Require Import BothEnds.
Import ListNotations.
Open Scope nat_scope.

(** ** Runs backward *)
Section Backward.
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable reverse : step -> step.

  (** What a family has to say: each step taken back is a step. *)
  Record reversible : Prop := Reversible {
    legal_back : forall s, legal s -> legal (reverse s);
    happens_back : forall s p q, legal s -> happens (changes s) p q ->
      happens (changes (reverse s)) q p;
    follows_back : forall s t, legal s -> legal t -> follows s t ->
      follows (reverse t) (reverse s)
  }.
  Hypothesis backward : reversible.

  (** A run with its first step and its last. *)
  Inductive trip : step -> step -> state -> state -> Prop :=
  | one_step : forall s p q, legal s -> happens (changes s) p q -> trip s s p q
  | and_then : forall s t u p q r, legal s -> happens (changes s) p q -> follows s t ->
      trip t u q r -> trip s u p r.

  Lemma trip_run : forall s u p q, trip s u p q -> run legal follows s p q.
  Proof. induction 1; [now apply last_step | eapply next_step; eauto]. Qed.
  Lemma run_trip : forall s p q, run legal follows s p q -> exists u, trip s u p q.
  Proof.
    induction 1 as [s p q L H | s t p q r L H F _ [u T]]; [exists s; now constructor|].
    exists u. eapply and_then; eauto.
  Qed.
  Lemma trip_first : forall s u p q, trip s u p q -> legal s.
  Proof. now destruct 1. Qed.
  Lemma trip_longer : forall s u v p q r, trip s u p q -> follows u v -> legal v ->
    happens (changes v) q r -> trip s v p r.
  Proof.
    induction 1; intros F L H'; [|eapply and_then; eauto].
    eapply and_then; eauto. now constructor.
  Qed.
  Lemma trip_back : forall s u p q, trip s u p q -> trip (reverse u) (reverse s) q p.
  Proof.
    destruct backward as [L H F].
    induction 1 as [s p q A B | s t u p q r A B C T IH]; [constructor; auto|].
    eapply trip_longer; eauto. apply F; auto. now apply trip_first in T.
  Qed.

  Lemma move_back : forall p q, move legal follows p q -> move legal follows q p.
  Proof.
    intros p q [s R]. apply run_trip in R as [u T]. exists (reverse u).
    eapply trip_run, trip_back, T.
  Qed.
End Backward.

(** ** The checks that the kernel computes *)
Section Checks.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable reverse : step -> step.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Hypothesis backward : reversible legal follows reverse.

  (** Goals that show no more than the symbols. *)
  Definition goals_shown : bool :=
    forallb (fun g => forallb (fun c => existsb (Ascii.eqb (drawn g c)) symbols) (on_board rows)) goals.
  (** [b] layers backward, and as many forward as [n] moves need.  What weights show to be too far
      is left out: [xs] on the way to a goal, [ys] on the way back to the start. *)
  Definition both_ends_lower (b : nat) (xs ys : list weighing) (n : nat) : bool :=
    let l := on_board rows in
    let all := sort (compile l steps) in
    let far := too_heavy (to_goals rows goals xs) in
    let far_back := too_heavy (to_start rows ys) in
    Nat.leb (S b) n && setup_ok rows goals steps symbols && goals_shown &&
    forallb (falls rows steps followsb) xs && forallb (falls rows steps followsb) ys &&
    check_both_ends (key symbols) (successors followsb all) (wanted rows goals) far far_back
      (n - S b) b (map (drawn rows) l).
  Definition both_ends_minimum (b : nat) (xs ys : list weighing) (n : nat)
    (moves : list (list cell)) : bool :=
    Nat.eqb (List.length moves) n && plan_ok rows goals steps followsb moves &&
    both_ends_lower b xs ys n.

  Theorem both_ends_checked : forall b xs ys n, both_ends_lower b xs ys n = true ->
    at_least (StepSearch.move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold both_ends_lower. intros b xs ys n H. rewrite !andb_true_iff, Nat.leb_le in H.
    destruct H as [[[[[B S] G] X] Y] H].
    replace n with (Datatypes.S (n - Datatypes.S b + b)) by lia.
    pose proof rules as [R1 R2 R3 R4].
    eapply both_ends_sound with (fine := fun _ => True);
      [exact (key_inj symbols) | | | | | | | | | | | exact H]; auto.
    - exact (simulates rows goals legal follows steps followsb symbols R2 R3 R4 S).
    - intros s t p (-> & _) (-> & _). reflexivity.
    - intros p q _. exact (move_back legal follows reverse backward p q).
    - intros p _ (g & I & E). exists (map (drawn g) (on_board rows)).
      split; [now apply (in_map (fun g => map (drawn g) (on_board rows)))|].
      split; [apply map_ext; auto|]. split.
      + intros c N. rewrite E. apply (drawn_outside rows goals steps symbols S g); [now right | exact N].
      + intros x J. apply in_map_iff in J as (c & <- & C). rewrite E.
        unfold goals_shown in G. rewrite forallb_forall in G. specialize (G g I).
        rewrite forallb_forall in G. specialize (G c C).
        apply existsb_exists in G as (y & Z & F). apply Ascii.eqb_eq in F. now rewrite F.
    - exact (far_by_weights rows goals legal follows steps followsb symbols rules S xs X).
    - exact (far_back_by_weights rows goals legal follows steps followsb symbols rules S ys Y).
    - exact (start_stands rows goals steps symbols S).
  Qed.
  Theorem both_ends_minimum_checked : forall b xs ys n moves,
    both_ends_minimum b xs ys n moves = true ->
    minimum (StepSearch.move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold both_ends_minimum. intros b xs ys n moves H. rewrite !andb_true_iff, Nat.eqb_eq in H.
    destruct H as [[<- P] B]. split; [|now apply (both_ends_checked b xs ys)].
    destruct rules. unfold both_ends_lower in B. rewrite !andb_true_iff in B.
    destruct B as [[[[[_ S] _] _] _] _]. eapply plan_sound; eauto.
  Qed.
End Checks.
