(** The program of [Program], in OCaml.  What has to be believed of it, besides the rules and readers:
    Coq's extraction, and that the functions of Zarith named here are those of Coq. *)
From Coq Require Extraction.
From Coq Require Import NArith ExtrOcamlBasic ExtrOcamlString ExtrOcamlNatBigInt ExtrOcamlZBigInt.
From PuzzleProof Require Import Families Program.

(** As in Coq's own file, but by shifts in place of divisions *)
Extract Inductive positive => "Big_int_Z.big_int"
  ["(fun p -> Big_int_Z.(succ_big_int (shift_left_big_int p 1)))"
   "(fun p -> Big_int_Z.shift_left_big_int p 1)" "Big_int_Z.unit_big_int"]
  "(fun odd even one p -> Big_int_Z.(if eq_big_int p unit_big_int then one () else
    let half = shift_right_big_int p 1 in
    if sign_big_int (and_big_int p unit_big_int) = 0 then even half else odd half))".
Extract Constant N.land => "Big_int_Z.and_big_int".
Extract Constant N.lor => "Big_int_Z.or_big_int".
Extract Constant N.lxor => "Big_int_Z.xor_big_int".
Extract Constant N.ldiff => "Big_int_Z.(fun a b -> xor_big_int a (and_big_int a b))".
Extract Constant N.testbit => "Big_int_Z.(fun a i ->
  sign_big_int (and_big_int (shift_right_big_int a (int_of_big_int i)) unit_big_int) <> 0)".

Extraction "program.ml" check reads file_of rows_of.
