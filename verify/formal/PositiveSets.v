(** Sets of positive numbers, as trees with a branch for each bit.  Coq's library has them too, but
    with all that it needs to load they take a third of the memory of a whole proof. *)
From Coq Require Import PArith.

Module PositiveSet.
  Inductive tree := Leaf | Node (l : tree) (here : bool) (r : tree).
  Definition t := tree.
  Definition empty : t := Leaf.

  Fixpoint mem (p : positive) (s : t) {struct s} : bool :=
    match s with
    | Leaf => false
    | Node l here r => match p with xH => here | xO p => mem p l | xI p => mem p r end
    end.
  Fixpoint add (p : positive) (s : t) : t :=
    match p, s with
    | xH, Leaf => Node Leaf true Leaf
    | xH, Node l _ r => Node l true r
    | xO p, Leaf => Node (add p Leaf) false Leaf
    | xO p, Node l here r => Node (add p l) here r
    | xI p, Leaf => Node Leaf false (add p Leaf)
    | xI p, Node l here r => Node l here (add p r)
    end.

  Lemma add_spec : forall p q s, mem q (add p s) = true <-> q = p \/ mem q s = true.
  Proof.
    induction p as [p IH|p IH|]; intros [q|q|] [|l here r]; simpl; rewrite ?IH; simpl;
      intuition congruence.
  Qed.
End PositiveSet.
