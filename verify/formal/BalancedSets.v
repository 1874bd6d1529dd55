(** [PositiveSets] by balanced trees: quicker in a compiled program, where a tree with a branch for each
    bit takes a number apart.  The program is built with this file in place of that one, so all theorems
    about searches are proven of it too. *)
From Coq Require Import PArith MSetAVL OrdersEx.

Module Trees := MSetAVL.Make Positive_as_OT.

Module PositiveSet.
  Definition t := Trees.t.
  Definition empty : t := Trees.empty.
  Definition mem : positive -> t -> bool := Trees.mem.
  (** By cases, so that Coq finds the same arguments implicit in [Search] as with the other file. *)
  Definition add (p : positive) (s : t) : t :=
    match p with xH => Trees.add xH s | _ => Trees.add p s end.

  Lemma add_spec : forall p q s, mem q (add p s) = true <-> q = p \/ mem q s = true.
  Proof. intros [p|p|] q s; unfold mem, add; rewrite !Trees.mem_spec; apply Trees.add_spec. Qed.
End PositiveSet.
