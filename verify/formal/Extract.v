(** The program of [Program], in OCaml.  What has to be believed of it, besides [Texts] and the rules:
    Coq's extraction, and that the functions of Zarith named here are those of Coq. *)
From Coq Require Extraction.
From Coq Require Import NArith ExtrOcamlBasic ExtrOcamlString ExtrOcamlNatBigInt ExtrOcamlZBigInt.
From PuzzleProof Require Import Program.

Extract Constant N.land => "Z.logand".
Extract Constant N.lor => "Z.logor".
Extract Constant N.lxor => "Z.logxor".
Extract Constant N.ldiff => "(fun a b -> Z.logand a (Z.lognot b))".
Extract Constant N.testbit => "(fun a i -> Z.testbit a (Z.to_int i))".

Extraction "program.ml" check reads.
