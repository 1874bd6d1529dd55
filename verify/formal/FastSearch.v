(** The search of [Search] with balanced trees for what has been seen: quicker in a compiled program,
    where the tree with a branch for each bit takes a number apart.  It answers the same. *)
From Coq Require Import List Bool PArith MSetAVL OrdersEx.
From PuzzleProof Require Import PositiveSets Search.
Import ListNotations.
Set Implicit Arguments.

Module Seen := MSetAVL.Make Positive_as_OT.

Section FastSearch.
  Variable code : Type.
  Variable key : code -> positive.
  Variable succ : code -> option (list code).
  Variable goalb : code -> bool.

  Fixpoint add_new (l : list code) (seen : Seen.t) (new : list code) : Seen.t * list code :=
    match l with
    | [] => (seen, new)
    | t :: l => if Seen.mem (key t) seen then add_new l seen new
                else add_new l (Seen.add (key t) seen) (t :: new)
    end.

  Fixpoint expand (front : list code) (seen : Seen.t) (new : list code)
    : option (Seen.t * list code) :=
    match front with
    | [] => Some (seen, new)
    | s :: front =>
        match succ s with
        | None => None
        | Some l => let (seen, new) := add_new l seen new in expand front seen new
        end
    end.

  Fixpoint search (n : nat) (seen : Seen.t) (front : list code) : bool :=
    forallb (fun s => negb (goalb s)) front &&
    match n with
    | 0 => true
    | S n => match expand front seen [] with
             | None => false
             | Some (seen, front) => search n seen front
             end
    end.

  Fixpoint exhaust (n : nat) (seen : Seen.t) (front : list code) : bool :=
    forallb (fun s => negb (goalb s)) front &&
    match front with
    | [] => true
    | _ => match n with
           | 0 => false
           | S n => match expand front seen [] with
                    | None => false
                    | Some (seen, front) => exhaust n seen front
                    end
           end
    end.

  Definition check_at_least (L : nat) (s0 : code) : bool :=
    match L with 0 => true | S n => search n (Seen.singleton (key s0)) [s0] end.
  Definition check_unsolvable (n : nat) (s0 : code) : bool :=
    exhaust n (Seen.singleton (key s0)) [s0].

  (** ** The same answers, for functions that give the same where the search comes *)
  Variable slow_succ : code -> option (list code).
  Variable slow_goalb : code -> bool.
  Hypothesis same_succ : forall s, succ s = slow_succ s.
  Hypothesis same_goalb : forall s, goalb s = slow_goalb s.

  Definition same (a : Seen.t) (b : PositiveSet.t) : Prop :=
    forall p, Seen.mem p a = PositiveSet.mem p b.
  Definition same_pair (a : Seen.t * list code) (b : PositiveSet.t * list code) : Prop :=
    same (fst a) (fst b) /\ snd a = snd b.

  Lemma same_added : forall p a b, same a b -> same (Seen.add p a) (PositiveSet.add p b).
  Proof.
    intros p a b H q. apply eq_true_iff_eq.
    rewrite Seen.mem_spec, Seen.add_spec, PositiveSet.add_spec, <- H, Seen.mem_spec. reflexivity.
  Qed.

  Lemma same_one : forall s, same (Seen.singleton (key s)) (one key s).
  Proof.
    intros s q. apply eq_true_iff_eq. unfold one.
    rewrite Seen.mem_spec, Seen.singleton_spec, PositiveSet.add_spec. split; auto.
    intros [H|H]; auto. discriminate H.
  Qed.

  Lemma same_add_new : forall l a b new, same a b ->
    same_pair (add_new l a new) (Search.add_new key l b new).
  Proof.
    induction l as [|t l IH]; simpl; intros a b new H; [now split|]. rewrite <- H.
    destruct (Seen.mem (key t) a); auto using same_added.
  Qed.

  Lemma same_expand : forall front a b new, same a b ->
    match expand front a new, Search.expand key slow_succ front b new with
    | Some a, Some b => same_pair a b
    | None, None => True
    | _, _ => False
    end.
  Proof.
    induction front as [|s front IH]; simpl; intros a b new H; [now split|]. rewrite same_succ.
    destruct (slow_succ s) as [l|]; auto. pose proof (same_add_new l new H) as P.
    destruct (add_new l a new) as [a1 new1], (Search.add_new key l b new) as [b1 new2].
    destruct P as [P E]. simpl in P, E. subst new2. now apply IH.
  Qed.

  Lemma same_goals : forall front,
    forallb (fun s => negb (goalb s)) front = forallb (fun s => negb (slow_goalb s)) front.
  Proof. induction front as [|s l IH]; simpl; [|rewrite same_goalb, IH]; reflexivity. Qed.

  Lemma same_search : forall n a b front, same a b ->
    search n a front = Search.search key slow_succ slow_goalb n b front.
  Proof.
    induction n as [|n IH]; simpl; intros a b front H; rewrite same_goals; auto. f_equal.
    pose proof (same_expand front [] H) as P.
    destruct (expand front a []) as [[a1 l1]|], (Search.expand key slow_succ front b []) as [[b1 l2]|];
      try contradiction; auto.
    destruct P as [P E]. simpl in P, E. subst l2. auto.
  Qed.

  Lemma same_exhaust : forall n a b front, same a b ->
    exhaust n a front = Search.exhaust key slow_succ slow_goalb n b front.
  Proof.
    induction n as [|n IH]; simpl; intros a b front H; rewrite same_goals; auto. f_equal.
    destruct front as [|s front]; auto. pose proof (same_expand (s :: front) [] H) as P.
    destruct (expand (s :: front) a []) as [[a1 l1]|],
      (Search.expand key slow_succ (s :: front) b []) as [[b1 l2]|]; try contradiction; auto.
    destruct P as [P E]. simpl in P, E. subst l2. auto.
  Qed.

  Theorem same_at_least : forall L s,
    check_at_least L s = Search.check_at_least key slow_succ slow_goalb L s.
  Proof. intros [|n] s; auto. apply same_search, same_one. Qed.
  Theorem same_unsolvable : forall n s,
    check_unsolvable n s = Search.check_unsolvable key slow_succ slow_goalb n s.
  Proof. intros n s. apply same_exhaust, same_one. Qed.
End FastSearch.
