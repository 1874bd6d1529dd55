(** Groups of sliding blocks: if each group alone on the board needs so many moves, then all pieces
    need the sum, as a move takes one piece.  What a puzzle's file applies; nothing has to be believed. *)
From Coq Require Import List Bool Ascii String ZArith Arith Lia.
From PuzzleProof Require Export SlidingBothEnds.
From PuzzleProof Require Import Claims SlidingCodes SlidingMoves.
Import ListNotations.
Open Scope char_scope.
Open Scope nat_scope.

(** ** A group: what is left of drawings if all other pieces are lifted off *)
Definition keep (f : ascii -> bool) (x : ascii) : ascii :=
  if f x then x else if (x =? "#")%char || (x =? " ")%char then "#" else ".".
Fixpoint keep_row (f : ascii -> bool) (row : string) : string :=
  match row with EmptyString => EmptyString | String x row => String (keep f x) (keep_row f row) end.
Definition member (G : string) (x : ascii) : bool :=
  existsb (Ascii.eqb x) (list_ascii_of_string G).
Definition drawn_member (z : puzzle) (G : string) (x : ascii) : bool := member G x && is_labelled z x.
(** Of goals, the group's labelled pieces are left; a piece may rest where it could before. *)
Definition part (z : puzzle) (G : string) : puzzle := Puzzle
  (map (keep_row (member G)) (board z)) (map (map (keep_row (drawn_member z G))) (goals z))
  (labelled z) (east_west z) (north_south z) (half_cells z) (drawings z).

Lemma face_eq : forall x, match x with " "%char => "#"%char | x => x end = (if (x =? " ")%char then "#" else x)%char.
Proof. intros [[] [] [] [] [] [] [] []]; reflexivity. Qed.
Lemma keep_outside : forall f, keep f "#" = "#"%char.
Proof. intros f. unfold keep. now destruct (f "#"%char). Qed.
Lemma keep_empty : forall f, keep f "." = "."%char.
Proof. intros f. unfold keep. now destruct (f "."%char). Qed.
Lemma get_keep : forall f row n, String.get n (keep_row f row) = option_map (keep f) (String.get n row).
Proof. induction row as [|x row IH]; intros [|n]; simpl; auto. Qed.
Lemma drawn_keep : forall f rows c, drawn (map (keep_row f) rows) c = keep f (drawn rows c).
Proof.
  intros f rows [r k]. unfold drawn. destruct ((r <? 0) || (k <? 0))%Z; [now rewrite keep_outside|].
  rewrite nth_error_map. destruct (nth_error rows (Z.to_nat r)) as [row|]; simpl;
    [|now rewrite keep_outside].
  rewrite get_keep. destruct (String.get (Z.to_nat k) row) as [x|]; simpl; [|now rewrite keep_outside].
  rewrite !face_eq. destruct (Ascii.eqb_spec x " ") as [->|N].
  - rewrite keep_outside. unfold keep. now destruct (f " "%char).
  - unfold keep. destruct (f x); [now destruct (Ascii.eqb_spec x " ")|].
    destruct ((x =? "#")%char || (x =? " ")%char); reflexivity.
Qed.
Lemma kept_iff : forall f x y, is_piece x -> f x = true -> (keep f y = x <-> y = x).
Proof.
  intros f x y [H1 H2] F. unfold keep. split.
  - destruct (f y); auto. destruct ((y =? "#")%char || (y =? " ")%char); intros E; congruence.
  - intros ->. now rewrite F.
Qed.
Lemma lifted : forall f x, is_piece x -> x <> " "%char -> f x = false -> keep f x = "."%char.
Proof.
  intros f x [_ H] S F. unfold keep. rewrite F. apply Ascii.eqb_neq in H, S. now rewrite H, S.
Qed.

(** States of the whole board have no blanks: they are drawn as "#". *)
Definition no_blank (p : state) : Prop := forall c, p c <> " "%char.
Lemma drawn_no_blank : forall rows, no_blank (drawn rows).
Proof.
  intros rows [r k]. unfold drawn. destruct (_ || _)%bool; [discriminate|].
  destruct (nth_error _ _) as [row|]; [|discriminate]. destruct (String.get _ _) as [x|]; [|discriminate].
  rewrite face_eq. destruct (Ascii.eqb_spec x " "); [discriminate | auto].
Qed.

(** ** Moves of the group are moves without the others, and other moves change nothing *)
Section View.
  Variable z : puzzle.
  Variable G : string.
  Let f := member G.
  Let z' := part z G.
  Definition view (p : state) : state := fun c => keep f (p c).
  Definition same (p q : state) : Prop := forall c, p c = q c.

  Lemma view_iff : forall p c x, is_piece x -> f x = true -> (view p c = x <-> p c = x).
  Proof. intros. now apply kept_iff. Qed.

  Lemma slide_view : forall x d p q, f x = true -> slides z x d p q -> slides z' x d (view p) (view q).
  Proof.
    intros x d p q F (Hx & (c0 & C0) & A & R & S).
    assert (V : forall c, view p c = x <-> p c = x) by (intros; now apply view_iff).
    split; auto. split; [exists c0; now apply V|]. split; [exact A|split].
    - intros c C. apply V in C. unfold view. destruct (R c C) as [-> | ->]; [left; apply keep_empty|].
      right. unfold keep. now rewrite F.
    - intros c. unfold view at 1. rewrite S. unfold shifted.
      destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|E].
      + apply V in E. rewrite E, Ascii.eqb_refl. unfold keep. now rewrite F.
      + rewrite <- V in E. apply Ascii.eqb_neq in E. rewrite E.
        destruct (Ascii.eqb_spec (p c) x) as [Y|Y].
        * apply V in Y. rewrite Y, Ascii.eqb_refl. apply keep_empty.
        * rewrite <- V in Y. apply Ascii.eqb_neq in Y. now rewrite Y.
  Qed.
  Lemma path_view : forall x ds p q, f x = true -> path z x ds p q -> path z' x ds (view p) (view q).
  Proof. induction 2; econstructor; eauto using slide_view. Qed.

  Lemma slide_other : forall x d p q, f x = false -> x <> " "%char -> slides z x d p q ->
    same (view q) (view p).
  Proof.
    intros x d p q F B (Hx & _ & _ & R & S) c. unfold view. rewrite S. unfold shifted.
    pose proof (lifted f x Hx B F) as L.
    destruct (Ascii.eqb_spec (p (beside (opposite d) c)) x) as [E|_].
    - rewrite L. apply R in E. rewrite there_and_back in E. destruct E as [-> | ->]; auto using keep_empty.
    - destruct (Ascii.eqb_spec (p c) x) as [->|_]; auto. rewrite L. apply keep_empty.
  Qed.
  Lemma path_other : forall x ds p q, f x = false -> x <> " "%char -> path z x ds p q ->
    same (view q) (view p).
  Proof.
    induction 3 as [d p q S | d ds p q r S _ IH]; intros c; [exact (slide_other x d p q H H0 S c)|].
    rewrite IH. exact (slide_other x d p q H H0 S c).
  Qed.

  Lemma slide_same : forall x d p q r, same r p -> slides z' x d p q -> slides z' x d r q.
  Proof.
    intros x d p q r E (Hx & (c0 & C0) & A & R & S). unfold same in E. split; auto.
    split; [exists c0; now rewrite E|]. split; [exact A|split].
    - intros c. rewrite !E. apply R.
    - intros c. rewrite S. unfold shifted. now rewrite !E.
  Qed.
  Lemma path_same : forall x ds p q r, same r p -> path z' x ds p q -> path z' x ds r q.
  Proof. destruct 2; econstructor; eauto using slide_same. Qed.

  Lemma rests_view : forall x p, is_piece x -> f x = true -> rests z x p -> rests z' x (view p).
  Proof.
    intros x p Hx F R H. assert (V : forall c, view p c = x <-> p c = x) by (intros; now apply view_iff).
    destruct (R H) as [W|(rows & y & I & Hy & D)]; [left|right].
    - intros a b A S. apply V. apply V in A. exact (W a b A S).
    - exists rows, y. split; [|split; auto].
      + right. apply in_or_app. right. exact I.
      + intros c. rewrite V. apply D.
  Qed.

  Definition moves_of (ms : list ascii) : nat := List.length (filter f ms).
  Lemma no_blank_after : forall x ds p q, path z x ds p q -> no_blank p -> no_blank q.
  Proof.
    assert (one : forall x d p q, slides z x d p q -> no_blank p -> no_blank q).
    { intros x d p q (_ & (c0 & C0) & _ & _ & S) B c. rewrite S. unfold shifted.
      destruct (p (beside (opposite d) c) =? x)%char; [rewrite <- C0; auto|].
      destruct (p c =? x)%char; [discriminate | auto]. }
    induction 1; eauto.
  Qed.
End View.

(** A plan names the pieces that move, one after the other; each group makes its own moves of them. *)
Lemma plan_views : forall z k n p q, plan (move z k) n p q -> no_blank p ->
  exists ms, List.length ms = n /\ forall G r, same r (view G p) ->
    exists s, plan (move (part z G) k) (moves_of G ms) r s /\ same s (view G q).
Proof.
  intros z k. induction 1 as [p | n p q r (x & ds & K & S & R) _ IH]; intros B.
  - exists []. split; auto. intros G r E. exists r. split; [constructor | exact E].
  - destruct (IH (no_blank_after z x ds p q S B)) as (ms & L & H).
    destruct (path_piece z x ds p q S) as [Hx (c & C)].
    exists (x :: ms). split; [simpl; congruence|]. intros G r' E. unfold moves_of. simpl.
    destruct (member G x) eqn:F.
    + destruct (H G (view G q)) as (s & P & T); [intros b; reflexivity|]. exists s. split; auto.
      simpl. econstructor; [|exact P]. exists x, ds. split; [destruct k; exact K|]. split.
      * apply (path_same z G x ds (view G p)); auto. now apply path_view.
      * now apply rests_view.
    + apply H. intros b. rewrite E. symmetry. apply (path_other z G x ds p q F); auto.
      rewrite <- C. apply B.
Qed.

Lemma part_solved : forall z G p q, solved z p -> same q (view G p) -> solved (part z G) q.
Proof.
  intros z G p q (g & I & S) E. exists (map (keep_row (drawn_member z G)) g).
  split; [now apply (in_map (map (keep_row (drawn_member z G))))|].
  intros x Hx (c & C). rewrite drawn_keep in C.
  assert (F : drawn_member z G x = true).
  { unfold keep in C. destruct (drawn_member z G (drawn g c)) eqn:F; [congruence|]. destruct Hx.
    destruct ((drawn g c =? "#")%char || (drawn g c =? " ")%char); congruence. }
  assert (D : forall c, drawn (map (keep_row (drawn_member z G)) g) c = x <-> drawn g c = x).
  { intros b. rewrite drawn_keep. now apply kept_iff. }
  apply andb_prop in F as [M L]. destruct (S x Hx) as (y & Hy & Y & Z).
  { exists c. apply D. now rewrite drawn_keep. }
  rewrite (Y L) in *. exists x. split; auto. split; auto. intros b. rewrite D, Z, E.
  symmetry. now apply view_iff.
Qed.

(** ** Groups that have no piece in common *)
Fixpoint distinct (l : list ascii) : bool :=
  match l with [] => true | x :: l => negb (existsb (Ascii.eqb x) l) && distinct l end.
Definition group : Type := string * (nat * nat).
(** A group with the moves that it is searched back, and those that it needs. *)
Definition letters_in (gs : list group) : list ascii :=
  flat_map (fun g => list_ascii_of_string (fst g)) gs.
Definition needs (gs : list group) : nat := fold_right (fun g n => snd (snd g) + n) 0 gs.
Definition has_letter (l : list ascii) (x : ascii) : bool := existsb (Ascii.eqb x) l.

Lemma has_letter_in : forall l x, has_letter l x = true <-> In x l.
Proof.
  intros l x. unfold has_letter. rewrite existsb_exists. split.
  - intros (y & I & E). apply Ascii.eqb_eq in E. now subst.
  - intros I. exists x. split; auto. apply Ascii.eqb_refl.
Qed.
Lemma distinct_app : forall a b, distinct (a ++ b) = true ->
  distinct b = true /\ forall x, In x a -> ~ In x b.
Proof.
  induction a as [|x a IH]; simpl; intros b H; [split; auto|]. apply andb_prop in H as [N H].
  destruct (IH b H) as [D A]. split; auto. intros y [<-|Y]; [|now apply A]. intros I.
  apply negb_true_iff in N. enough (existsb (Ascii.eqb x) (a ++ b) = true) by congruence.
  apply (has_letter_in (a ++ b) x), in_or_app. auto.
Qed.
Lemma moves_add : forall a b ms, (forall x, In x a -> ~ In x b) ->
  List.length (filter (has_letter a) ms) + List.length (filter (has_letter b) ms) <=
  List.length (filter (has_letter (a ++ b)) ms).
Proof.
  intros a b ms N. induction ms as [|x ms IH]; simpl; auto.
  pose proof (has_letter_in a x) as A. pose proof (has_letter_in b x) as B.
  pose proof (has_letter_in (a ++ b) x) as C. rewrite in_app_iff in C. specialize (N x).
  destruct (has_letter a x), (has_letter b x), (has_letter (a ++ b) x); simpl; intuition (try lia; try congruence).
Qed.
Lemma moves_of_all : forall gs ms, distinct (letters_in gs) = true ->
  (forall g, In g gs -> snd (snd g) <= moves_of (fst g) ms) ->
  needs gs <= List.length (filter (has_letter (letters_in gs)) ms).
Proof.
  induction gs as [|g gs IH]; simpl; intros ms D H; [lia|]. apply distinct_app in D as [D A].
  pose proof (moves_add _ _ ms A). specialize (IH ms D (fun g I => H g (or_intror I))).
  specialize (H g (or_introl eq_refl)). unfold moves_of, member, has_letter in *. simpl in *. lia.
Qed.

Theorem groups_add : forall z k gs, distinct (letters_in gs) = true ->
  (forall g, In g gs -> needs_at_least (part z (fst g)) k (snd (snd g))) ->
  needs_at_least z k (needs gs).
Proof.
  intros z k gs D H n q P S.
  destruct (plan_views z k n (start z) q P (drawn_no_blank _)) as (ms & <- & V).
  apply (Nat.le_trans _ (List.length (filter (has_letter (letters_in gs)) ms))).
  - apply moves_of_all; auto. intros g I.
    destruct (V (fst g) (start (part z (fst g)))) as (s & Q & E); [intros c; apply drawn_keep|].
    exact (H g I _ s Q (part_solved z (fst g) q s S E)).
  - clear. induction ms as [|x ms IH]; simpl; auto. destruct (has_letter _ x); simpl; lia.
Qed.

(** ** The checks *)
Definition group_ok (z : puzzle) (k : metric) (g : group) : bool :=
  let '(G, (b, n)) := g in
  match b with 0 => lower_bound (part z G) k n | _ => both_ends_bound (part z G) k b n end.
Definition groups_bound (z : puzzle) (k : metric) (gs : list group) (L : nat) : bool :=
  Nat.leb L (needs gs) && distinct (letters_in gs) && forallb (group_ok z k) gs.
Definition groups_check (z : puzzle) (k : metric) (gs : list group) (n : nat) (plan : string) : bool :=
  let moves := read_plan plan in
  Nat.eqb (List.length moves) n && plan_ok z k moves && groups_bound z k gs n.

Theorem bound_by_groups : forall gs z k L, groups_bound z k gs L = true -> needs_at_least z k L.
Proof.
  unfold groups_bound. intros gs z k L H. rewrite !andb_true_iff, Nat.leb_le, forallb_forall in H.
  destruct H as [[B D] H]. intros n q P S. apply (Nat.le_trans _ _ _ B).
  refine (groups_add z k gs D _ n q P S). intros [G [b m]] I. specialize (H _ I). simpl in *.
  destruct b; [now apply lower_bound_sound | now apply (bound_by_both_ends (Datatypes.S b))].
Qed.
Theorem minimum_by_groups : forall gs z k n plan, groups_check z k gs n plan = true ->
  minimum_is z k n.
Proof.
  unfold groups_check. intros gs z k n plan H. rewrite !andb_true_iff, Nat.eqb_eq in H.
  destruct H as [[<- P] B]. split; [now apply plan_ok_sound | now apply (bound_by_groups gs)].
Qed.
