(** All configurations of sliding blocks, whether or not the start reaches them.  To be read and
    believed, with [SlidingBlocks]. *)
From Coq Require Import Ascii ZArith.
From PuzzleProof Require Export SlidingBlocks.
Open Scope char_scope.

Definition moved_by (v : Z * Z) (c : cell) : cell := (fst c + fst v, snd c + snd v)%Z.

(** The walls are where they are, there are no pieces but those of the start, and each of these has its
    shape, somewhere, and may rest there. *)
Definition configuration (z : puzzle) (p : state) : Prop :=
  (forall c, p c = "#" <-> start z c = "#") /\
  (forall c, is_piece (p c) -> exists b, start z b = p c) /\
  (forall x, is_piece x -> (exists c, start z c = x) -> rests z x p /\
     exists v, forall c, start z c = x <-> p (moved_by v c) = x).
