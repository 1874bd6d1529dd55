(** Symmetries of a board: a state and its image are equally far from the goals.  Nothing here has to
    be believed. *)
From Coq Require Import List Bool Ascii String ZArith Arith Lia.
From PuzzleProof Require Import Claims Boards Steps Search StepSearch Bounds.
Import ListNotations.
Open Scope char_scope.

(** Row and column of the cell that is seen in the image at a cell: multiples of the row and of the
    column there, and a number. *)
Definition line := (Z * Z * Z)%type.
Definition along_line (v : line) (c : cell) : Z :=
  let '(a, b, k) := v in (a * fst c + b * snd c + k)%Z.
Definition map_of (m : line * line) (c : cell) : cell :=
  (along_line (fst m) c, along_line (snd m) c).
(** A symmetry and its inverse. *)
Record symmetry := Symmetry { there : line * line; back : line * line }.

Definition moved (f : cell -> cell) (s : step) : step :=
  Step (f (leaves s)) (f (enters s)) (map (fun e => (f (fst e), snd e)) (changes s)).

Fixpoint all_eqb {A : Type} (eqb : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => if eqb x y then all_eqb eqb a b else false
  | _, _ => false
  end.
Lemma all_eqb_eq : forall A (eqb : A -> A -> bool), (forall x y, eqb x y = true -> x = y) ->
  forall a b, all_eqb eqb a b = true -> a = b.
Proof.
  intros A eqb H. induction a as [|x a IH]; intros [|y b]; simpl; try discriminate; auto.
  destruct (eqb x y) eqn:E; [|discriminate]. intros F. f_equal; auto.
Qed.
Definition entry_eqb (x y : cell * (ascii * ascii)) : bool :=
  cell_eqb (fst x) (fst y) && (fst (snd x) =? fst (snd y)) && (snd (snd x) =? snd (snd y)).
Definition step_eqb (s t : step) : bool :=
  cell_eqb (leaves s) (leaves t) && cell_eqb (enters s) (enters t) &&
  all_eqb entry_eqb (changes s) (changes t).
Lemma step_eqb_eq : forall s t, step_eqb s t = true -> s = t.
Proof.
  intros [a b k] [a' b' k']. unfold step_eqb. simpl. rewrite !andb_true_iff, !cell_eqb_eq.
  intros [[-> ->] E]. f_equal. apply (all_eqb_eq _ entry_eqb); auto.
  intros [c [x y]] [c' [x' y']]. unfold entry_eqb. simpl.
  rewrite !andb_true_iff, cell_eqb_eq, !Ascii.eqb_eq. now intros [[-> ->] ->].
Qed.

Section Symmetries.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Let l := on_board rows.
  Let inner := map whole (compile l steps).

  Definition is_inverse (m : symmetry) : bool :=
    forallb (fun c =>
      cell_eqb (map_of (there m) (map_of (back m) c)) c &&
      cell_eqb (map_of (back m) (map_of (there m) c)) c &&
      existsb (cell_eqb (map_of (there m) c)) l &&
      existsb (cell_eqb (map_of (back m) c)) l) l.
  Definition keeps_steps (m : symmetry) : bool :=
    let f := moved (map_of (back m)) in
    forallb (fun s => existsb (step_eqb (f s)) inner &&
                      forallb (fun t => negb (followsb s t) || followsb (f s) (f t)) inner) inner.
  Definition keeps_goals (m : symmetry) : bool :=
    forallb (fun g => existsb (fun g' =>
      forallb (fun c => drawn g (map_of (there m) c) =? drawn g' c) l) goals) goals.
  Definition symmetry_ok (m : symmetry) : bool :=
    is_inverse m && keeps_steps m && keeps_goals m.

  Definition image (m : symmetry) (p : state) : state :=
    fun c => if existsb (cell_eqb c) l then p (map_of (there m) c) else "#".

  Hypothesis ok : setup_ok rows goals steps symbols = true.
  Definition proper (p : state) : Prop := outside l p /\ incl (map p l) symbols.

  Lemma on_l : forall c, existsb (cell_eqb c) l = true <-> In c l.
  Proof.
    intros c. rewrite existsb_exists. split.
    - intros (d & D & E). apply cell_eqb_eq in E. now subst.
    - intros I. exists c. split; auto. now apply cell_eqb_eq.
  Qed.

  Section One.
    Variable m : symmetry.
    Hypothesis good : symmetry_ok m = true.
    Let f := map_of (there m).
    Let f' := map_of (back m).

    Lemma inverse : forall c, In c l -> f (f' c) = c /\ f' (f c) = c /\ In (f c) l /\ In (f' c) l.
    Proof.
      intros c I. pose proof good as G. unfold symmetry_ok, is_inverse in G.
      rewrite !andb_true_iff, forallb_forall in G. destruct G as [[G _] _]. specialize (G c I).
      rewrite !andb_true_iff, !cell_eqb_eq, !on_l in G. unfold f, f'. tauto.
    Qed.
    Lemma image_in : forall p c, In c l -> image m p c = p (f c).
    Proof. intros p c I. unfold image. apply on_l in I. now rewrite I. Qed.
    Lemma image_out : forall p c, ~ In c l -> image m p c = "#".
    Proof.
      intros p c N. unfold image. destruct (existsb (cell_eqb c) l) eqn:E; auto.
      apply on_l in E. contradiction.
    Qed.
    Lemma image_proper : forall p, proper p -> proper (image m p).
    Proof.
      intros p [O S]. split; [intros c; apply image_out|]. intros x X.
      apply in_map_iff in X as (c & <- & C). rewrite image_in by assumption.
      apply S, in_map. now apply inverse.
    Qed.

    Lemma step_on : forall s p q, legal s -> happens (changes s) p q -> proper p ->
      proper q /\ In s inner /\ forall c, In c (map fst (changes s)) -> In c l.
    Proof.
      intros s p q L K [O S]. destruct rules as [R1 R2 R3 R4].
      destruct (step_seen rows goals legal steps symbols R2 R4 ok s p q L K O S)
        as (k & I & W & _ & V).
      split; [exact V|]. split; [rewrite <- W; now apply in_map|].
      apply in_flat_map in I as (s' & I & N).
      destruct (numbered (on_board rows) (changes s')) as [r|] eqn:B; [|destruct N].
      destruct N as [N|[]]. subst k. simpl in W. subst s'. exact (numbered_cells _ _ _ B).
    Qed.

    Lemma image_happens : forall s p q, (forall c, In c (map fst (changes s)) -> In c l) ->
      happens (changes s) p q -> happens (changes (moved f' s)) (image m p) (image m q).
    Proof.
      intros s p q C [A B]. split.
      - intros c a b I. simpl in I. apply in_map_iff in I as ([d [a' b']] & E & I).
        simpl in E. injection E as <- <- <-.
        assert (D : In d l) by (apply C; exact (in_map fst _ _ I)).
        destruct (inverse d D) as (E & _ & _ & J). rewrite !image_in by assumption.
        rewrite E. exact (A _ _ _ I).
      - intros c N. destruct (in_dec cell_dec c l) as [I|I]; [|now rewrite !image_out].
        rewrite !image_in by assumption. apply B. intros J. apply N.
        apply in_map_iff in J as (e & E & J). simpl. rewrite map_map. apply in_map_iff.
        exists e. split; auto. simpl. rewrite E. now apply inverse.
    Qed.

    Lemma inner_legal : forall s, In s inner -> legal s.
    Proof.
      intros s I. apply in_map_iff in I as (k & <- & I). apply in_flat_map in I as (s & I & N).
      destruct (numbered l (changes s)); [|destruct N]. destruct N as [<-|[]].
      now apply (legal_steps _ _ _ _ _ _ rules).
    Qed.
    Lemma moved_inner : forall s, In s inner -> In (moved f' s) inner /\
      forall t, In t inner -> follows s t -> follows (moved f' s) (moved f' t).
    Proof.
      intros s I. pose proof good as G. unfold symmetry_ok, keeps_steps in G.
      rewrite !andb_true_iff, !forallb_forall in G. destruct G as [[_ G] _]. specialize (G s I).
      rewrite andb_true_iff, forallb_forall in G. destruct G as [G H]. split.
      - apply existsb_exists in G as (t & T & E). apply step_eqb_eq in E. unfold f'. now rewrite E.
      - intros t T F. specialize (H t T). pose proof (same_follows _ _ _ _ _ _ rules) as W.
        apply W in F. rewrite F in H. simpl in H. now apply W.
    Qed.

    Lemma image_run : forall s p q, run legal follows s p q -> proper p ->
      proper q /\ In s inner /\ run legal follows (moved f' s) (image m p) (image m q).
    Proof.
      induction 1 as [s p q L K | s t p q r L K F R IH]; intros V;
        destruct (step_on s p q L K V) as (V' & I & C); pose proof (image_happens s p q C K) as H;
        destruct (moved_inner s I) as [J W].
      - split; auto. split; auto. constructor; auto. now apply inner_legal.
      - destruct (IH V') as (V2 & I2 & R2). split; auto. split; auto.
        exact (next_step _ _ _ _ _ _ _ (inner_legal _ J) H (W t I2 F) R2).
    Qed.

    Lemma image_plan : forall n p q, plan (move legal follows) n p q -> proper p ->
      proper q /\ plan (move legal follows) n (image m p) (image m q).
    Proof.
      induction 1 as [p | n p q r [s R] _ IH]; intros V; [split; auto; constructor|].
      destruct (image_run s p q R V) as (V' & _ & R'). destruct (IH V') as [V2 P].
      split; auto. econstructor; [|exact P]. now exists (moved f' s).
    Qed.

    Lemma image_goal : forall q, proper q -> shown goals q -> shown goals (image m q).
    Proof.
      intros q [O _] (g & G & E). pose proof good as F. unfold symmetry_ok, keeps_goals in F.
      rewrite !andb_true_iff, !forallb_forall in F. destruct F as [_ F]. specialize (F g G).
      apply existsb_exists in F as (g' & G' & F). rewrite forallb_forall in F. exists g'.
      split; auto. intros c. destruct (in_dec cell_dec c l) as [I|N].
      - rewrite image_in by assumption. rewrite E. specialize (F c I). now apply Ascii.eqb_eq in F.
      - rewrite image_out by assumption. symmetry.
        apply (drawn_outside rows goals steps symbols ok); auto. now right.
    Qed.

    Theorem image_no_farther : forall p, proper p ->
      no_farther (move legal follows) (shown goals) (image m p) p.
    Proof.
      intros p V n A k q P G. destruct (image_plan k p q P V) as [V' P'].
      exact (A k _ P' (image_goal q V' G)).
    Qed.
  End One.

  (** ** Images of codes *)
  Definition places (m : symmetry) : list nat :=
    map (fun c => match number (map_of (there m) c) l with Some i => i | None => 0 end) l.
  Definition permuted (is : list nat) (s : code) : code := map (fun i => nth i s "#") is.
  Lemma permuted_image : forall m p, symmetry_ok m = true ->
    permuted (places m) (map p l) = map (image m p) l.
  Proof.
    intros m p G. unfold permuted, places. rewrite map_map. apply map_ext_in. intros c I.
    rewrite image_in by assumption. destruct (inverse m G c I) as (_ & _ & J & _).
    destruct (number_in _ _ J) as [i E]. rewrite E. apply number_nth in E.
    apply nth_error_nth. now apply map_nth_error.
  Qed.

  Definition images (all : list (list nat)) (s : code) : list code :=
    s :: map (fun is => permuted is s) all.
  (** What stands for the code and its images: the one that comes first.  Most images differ soon, and
      are not made. *)
  Variable marked : ascii -> bool.
  Fixpoint earlier (is : list nat) (s t : code) : bool :=
    match is, t with
    | i :: is, b :: t =>
        if marked (nth i s "#") then if marked b then earlier is s t else true
        else if marked b then false else earlier is s t
    | _, _ => false
    end.
  Definition chosen (all : list (list nat)) (s : code) : code :=
    fold_left (fun t is => if earlier is s t then permuted is s else t) all s.

  Lemma chosen_in : forall all s, In (chosen all s) (images all s).
  Proof.
    intros all s. unfold chosen, images.
    enough (G : forall t, In (fold_left (fun t is => if earlier is s t then permuted is s else t) all t)
      (t :: map (fun is => permuted is s) all)) by apply G.
    induction all as [|is all IH]; simpl; intros t; [now left|].
    destruct (earlier is s t); [destruct (IH (permuted is s)) | destruct (IH t)]; auto.
  Qed.

  (** An image of a code that stands for a state stands for one that is no farther. *)
  Lemma images_stand : forall ms s p t, forallb symmetry_ok ms = true ->
    stands_for rows symbols s p -> In t (images (map places ms) s) ->
    exists q, stands_for rows symbols t q /\ no_farther (move legal follows) (shown goals) q p.
  Proof.
    intros ms s p t G (-> & V) I. rewrite forallb_forall in G. destruct I as [<-|I].
    - exists p. split; [now repeat split | now intros n A].
    - rewrite map_map in I. apply in_map_iff in I as (m & <- & M). exists (image m p).
      fold l. rewrite (permuted_image m p (G m M)). split; [|now apply image_no_farther; auto].
      split; [reflexivity|]. now apply image_proper; auto.
  Qed.
End Symmetries.
