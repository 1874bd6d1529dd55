(** What a survey of sliding blocks counts.  To be read and believed, with [SlidingBlocks]. *)
From Coq Require Import Ascii ZArith.
From PuzzleProof Require Export SlidingBlocks.
Open Scope char_scope.

(** Two states that count as one: each is drawn by the other, and by pieces bound in the same way. *)
Definition alike (z : puzzle) (p q : state) : Prop :=
  (stands z p q /\ stands z q p) /\ forall c d, on_axis z (p c) d = on_axis z (q c) d.

(** A configuration, whether or not the start reaches it.  The walls are where they are, there are no
    pieces but those of the start, and each of these has its shape, somewhere, and may rest there. *)
Definition moved_by (v : Z * Z) (c : cell) : cell := (fst c + fst v, snd c + snd v)%Z.

Definition configuration (z : puzzle) (p : state) : Prop :=
  (forall c, p c = "#" <-> start z c = "#") /\
  (forall c, is_piece (p c) -> exists b, start z b = p c) /\
  (forall x, is_piece x -> (exists c, start z c = x) -> rests z x p /\
     exists v, forall c, start z c = x <-> p (moved_by v c) = x).
