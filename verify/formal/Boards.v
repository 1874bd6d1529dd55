(** Boards as they are drawn, by rows of characters.  To be read and believed. *)
From Coq Require Import List Bool Ascii String ZArith.
Open Scope char_scope.

(** A cell is a row and a column, both from 0, row 0 at the top. *)
Definition cell := (Z * Z)%type.

Inductive direction := North | East | South | West.

(** The cell beside another. *)
Definition beside (d : direction) (c : cell) : cell :=
  let (row, column) := c in
  match d with
  | North => (row - 1, column)
  | East => (row, column + 1)
  | South => (row + 1, column)
  | West => (row, column - 1)
  end%Z.

Definition opposite (d : direction) : direction :=
  match d with North => South | South => North | East => West | West => East end.

(** A state tells which character is to be seen on every cell. *)
Definition state := cell -> ascii.

(** What rows of characters show.  A space is outside the board, as "#" is, and so are all cells
    beyond the drawing. *)
Definition drawn (rows : list string) : state :=
  fun '(row, column) =>
    if (row <? 0)%Z || (column <? 0)%Z then "#" else
    match nth_error rows (Z.to_nat row) with
    | None => "#"
    | Some text => match String.get (Z.to_nat column) text with
                   | None | Some " " => "#"
                   | Some x => x
                   end
    end.
