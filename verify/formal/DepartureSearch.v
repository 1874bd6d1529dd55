(** Boards of steps searched with bounds by weighted departures, up to symmetries.  Nothing here has to
    be believed. *)
From Coq Require Import List Bool Ascii String ZArith PArith Arith Lia.
From PuzzleProof Require Import Claims Boards Steps Search StepSearch Weights Bounds Departures
  Symmetries.
Import ListNotations.
Open Scope Z_scope.

(** What a bound is made of, and what is kept of it for codes. *)
Record bound := Bound { price : Z; weights : cell -> Z; areas : list part }.
Record ready := Ready {
  price_of : Z;
  tables : list (list bool * tree);
  weighed : list Z;
  goal_mass : Z
}.

Section Search.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Variable marked : ascii -> bool.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Hypothesis goes_on : forall s t, follows s t -> enters s = leaves t.

  Variable spec : Type.
  Variable build : spec -> bound.
  Let l := on_board rows.

  (** ** On codes *)
  Fixpoint descend (mask : list bool) (s : code) (t : tree) : cost :=
    match t with
    | Leaf v => v
    | Node a b =>
        match mask, s with
        | true :: mask, x :: s => descend mask s (if marked x then b else a)
        | false :: mask, _ :: s => descend mask s t
        | _, _ => Some 0
        end
    end.
  Fixpoint weigh (w : list Z) (s : code) : Z :=
    match w, s with
    | n :: w, x :: s => if marked x then n + weigh w s else weigh w s
    | _, _ => 0
    end.
  Lemma descend_view : forall (f : cell -> bool) (p : state) cs t, descend (map f cs) (map p cs) t =
    value (map (fun c => marked (p c)) (filter f cs)) t.
  Proof.
    induction cs as [|c cs IH]; intros [v|a b]; simpl; auto.
    - destruct (f c); simpl; auto. now destruct (map _ (filter f cs)).
    - destruct (f c); [|exact (IH (Node a b))]. simpl. apply IH.
  Qed.
  Lemma weigh_mass : forall (w : cell -> Z) (p : state) cs, weigh (map w cs) (map p cs) = sum (load marked w) p cs.
  Proof.
    induction cs as [|c cs IH]; simpl; auto. unfold load at 1. destruct (marked (p c)); lia.
  Qed.

  Definition prepare (x : spec) : option ready :=
    let b := build x in
    if (0 <=? price b) && fair_bound rows goals steps marked (weights b) (price b) (areas b) then
      match least rows goals marked (weights b) with
      | Some g => Some (Ready (price b) (map (fun T => (map (mine T) l, free T)) (areas b))
                          (map (weights b) l) g)
      | None => None
      end
    else None.
  Definition total_code (ts : list (list bool * tree)) (s : code) : cost :=
    fold_right (fun t a => plus (descend (fst t) s (snd t)) a) (Some 0) ts.
  Definition far_by (n : nat) (s : code) (r : ready) : bool :=
    too_far (price_of r) n (total_code (tables r) s) (weigh (weighed r) s) (goal_mass r).

  Hypothesis ok : setup_ok rows goals steps symbols = true.

  Lemma far_by_sound : forall x r n s p, prepare x = Some r -> stands_for rows symbols s p ->
    far_by n s r = true -> at_least (move legal follows) (shown goals) n p.
  Proof.
    intros x r n s p P (-> & V) F. unfold prepare in P.
    destruct (_ && _) eqn:E in P; [|discriminate]. apply andb_prop in E as [C E].
    apply Z.leb_le in C. destruct (least _ _ _ _) as [g|] eqn:G; [|discriminate].
    injection P as <-. unfold far_by in F. simpl in F.
    refine (Departures.far_sound rows goals legal follows steps followsb symbols rules goes_on ok
      marked (weights (build x)) (price (build x)) (areas (build x)) E n p g C G V _).
    unfold mass. rewrite <- weigh_mass. fold l.
    replace (total marked l (areas (build x)) None p) with
      (total_code (map (fun T => (map (mine T) l, free T)) (areas (build x))) (map p l)); [exact F|].
    generalize (areas (build x)) as Ts. induction Ts as [|T Ts IH]; simpl; auto.
    rewrite IH. f_equal. apply descend_view.
  Qed.

  (** ** The search *)
  Variable ms : list symmetry.
  Fixpoint prepare_all (xs : list spec) : option (list ready) :=
    match xs with
    | [] => Some []
    | x :: xs => match prepare x with
                 | Some r => option_map (cons r) (prepare_all xs)
                 | None => None
                 end
    end.
  Lemma prepare_all_in : forall xs rs r, prepare_all xs = Some rs -> In r rs ->
    exists x, prepare x = Some r.
  Proof.
    induction xs as [|x xs IH]; simpl; intros rs r H I; [injection H as <-; destruct I|].
    destruct (prepare x) as [r'|] eqn:E; [|discriminate].
    destruct (prepare_all xs) as [rs'|]; [|discriminate]. injection H as <-.
    destruct I as [<-|I]; eauto.
  Qed.

  Definition far_code (all : list (list nat)) (rs : list ready) (n : nat) (s : code) : bool :=
    existsb (fun t => existsb (far_by n t) rs) (images all s).
  Definition next_codes (all : list (list nat)) (steps : list compiled) (s : code)
    : option (list code) :=
    option_map (map (chosen symbols all)) (successors followsb steps s).
  Definition search_check (xs : list spec) (n : nat) : bool :=
    let all := map (places rows) ms in
    let compiled := compile l steps in
    let w := wanted rows goals in
    match prepare_all xs with
    | None => false
    | Some rs => check_near (key symbols) (next_codes all compiled) (goalb w) (far_code all rs) n
                   (map (drawn rows) l)
    end.

  Theorem search_sound : forall xs n, forallb (symmetry_ok rows goals steps followsb) ms = true ->
    search_check xs n = true -> at_least (move legal follows) (shown goals) n (drawn rows).
  Proof.
    intros xs n M H. unfold search_check in H.
    destruct (prepare_all xs) as [rs|] eqn:P; [|discriminate].
    assert (V : stands_for rows symbols (map (drawn rows) l) (drawn rows))
      by exact (start_stands rows goals steps symbols ok).
    eapply check_near_sound; [exact (key_inj symbols) | | | | exact V | exact H].
    - intros s p q c S R K. unfold next_codes in S.
      destruct (successors followsb (compile l steps) s) as [u|] eqn:U; [|discriminate].
      injection S as <-.
      destruct rules as [R1 R2 R3 R4].
      destruct (simulates rows goals legal follows steps followsb symbols R2 R3 R4 ok s p q u U R K)
        as (t & T & W).
      destruct (images_stand rows goals legal follows steps followsb symbols rules ok ms t q
        (chosen symbols (map (places rows) ms) t) M W (chosen_in symbols _ t)) as (q' & Q & F).
      exists (chosen symbols (map (places rows) ms) t), q'. split; [now apply in_map|]. auto.
    - exact (goal_seen rows goals symbols).
    - intros k s p F S. unfold far_code in F. apply existsb_exists in F as (t & T & F).
      apply existsb_exists in F as (r & R & F).
      destruct (images_stand rows goals legal follows steps followsb symbols rules ok ms s p t M S T)
        as (q & Q & N).
      apply N. destruct (prepare_all_in xs rs r P R) as [x X]. exact (far_by_sound x r k t q X Q F).
  Qed.
End Search.

(** ** The check that the kernel computes *)
Section Checks.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Variable marked : ascii -> bool.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Hypothesis goes_on : forall s t, follows s t -> enters s = leaves t.
  Variable spec : Type.
  Variable build : spec -> bound.

  Definition departures_check (ms : list symmetry) (xs : list spec) (n : nat) : bool :=
    setup_ok rows goals steps symbols && forallb (symmetry_ok rows goals steps followsb) ms &&
    search_check rows goals steps followsb symbols marked spec build ms xs n.
  Definition departures_minimum (ms : list symmetry) (xs : list spec) (n : nat)
    (moves : list (list cell)) : bool :=
    Nat.eqb (List.length moves) n && plan_ok rows goals steps followsb moves &&
    departures_check ms xs n.

  Theorem departures_checked : forall ms xs n, departures_check ms xs n = true ->
    at_least (move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold departures_check. intros ms xs n H. rewrite !andb_true_iff in H. destruct H as [[S M] H].
    exact (search_sound rows goals legal follows steps followsb symbols marked rules goes_on spec build
      S ms xs n M H).
  Qed.
  Theorem departures_minimum_checked : forall ms xs n moves,
    departures_minimum ms xs n moves = true ->
    minimum (move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold departures_minimum. intros ms xs n moves H. rewrite !andb_true_iff, Nat.eqb_eq in H.
    destruct H as [[<- P] B]. split; [|now apply (departures_checked ms xs)].
    destruct rules. unfold departures_check in B. rewrite !andb_true_iff in B.
    destruct B as [[S _] _]. eapply plan_sound; eauto.
  Qed.
End Checks.
