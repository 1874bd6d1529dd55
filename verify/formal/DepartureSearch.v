(** Boards of steps searched with bounds by weighted departures, up to symmetries.  Nothing here has to
    be believed. *)
From Coq Require Import List Bool Ascii String ZArith PArith Arith Lia.
From PuzzleProof Require Import Claims Boards Steps Search StepSearch Weights Bounds Departures
  Symmetries.
Import ListNotations.
Open Scope Z_scope.

(** What a bound is made of. *)
Record bound := Bound { price : Z; weights : cell -> Z; areas : list part }.
(** What is kept of it for codes: the tables less the weights that their parts bear, and the weights
    of the cells that are left, none if all are 0. *)
Record ready := Ready {
  price_of : Z;
  tables : list (list bool * tree);
  others : list Z;
  goal_mass : Z
}.

(** [a] less each cost of the table, and less the weights of what is marked. *)
Fixpoint lowered (w : list Z) (a : Z) (t : tree) : tree :=
  match t with
  | Leaf None => t
  | _ => match w with
         | [] => match t with Leaf (Some v) => Leaf (Some (v - a)) | _ => Leaf (Some (0 - a)) end
         | b :: w => Node (lowered w a (side false t)) (lowered w (a + b) (side true t))
         end
  end.
Fixpoint marks (w : list Z) (x : list bool) : Z :=
  match w, x with
  | b :: w, m :: x => if m then b + marks w x else marks w x
  | _, _ => 0
  end.
Definition less (a : cost) (n : Z) : cost := match a with Some v => Some (v - n) | None => None end.
Lemma lowered_value : forall w x a t, List.length x = List.length w ->
  value x (lowered w a t) = less (value x t) (a + marks w x).
Proof.
  assert (leaf : forall x v, value x (Leaf v) = v) by now intros [].
  induction w as [|b w IH]; intros [|m x] a t H; try discriminate.
  - rewrite Z.add_0_r. destruct t as [[v|]|l r]; reflexivity.
  - injection H as H. destruct t as [[v|]|l r]; [| now rewrite leaf |];
      simpl; rewrite ?leaf; destruct m; rewrite IH by assumption; rewrite ?leaf;
      try destruct (value x _); simpl; f_equal; lia.
Qed.

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

  (** The weights that no part bears. *)
  Definition left_over (w : cell -> Z) (Ts : list part) (c : cell) : Z :=
    w c - sum_of (fun T => if mine T c then w c else 0) Ts.
  Definition unless_nothing (w : list Z) : list Z := if forallb (Z.eqb 0) w then [] else w.
  Lemma weigh_nothing : forall w s, weigh (unless_nothing w) s = weigh w s.
  Proof.
    intros w s. unfold unless_nothing. destruct (forallb (Z.eqb 0) w) eqn:E; auto.
    rewrite forallb_forall in E. revert s. induction w as [|a w IH]; intros [|x s]; auto.
    assert (a = 0) as -> by (symmetry; apply Z.eqb_eq, E; now left).
    simpl. rewrite <- (IH (fun b I => E b (or_intror I)) s). now destruct (marked x).
  Qed.
  Definition borne (w : cell -> Z) (p : state) (T : part) : Z :=
    marks (map w (cells l T)) (view marked (cells l T) p).
  Lemma weights_left : forall w Ts p, sum (load marked (left_over w Ts)) p l =
    sum (load marked w) p l - sum_of (borne w p) Ts.
  Proof.
    intros w Ts p. unfold borne, cells. induction l as [|c cs IH]; simpl.
    - induction Ts as [|T Ts IH]; simpl; auto.
    - rewrite IH. clear IH. unfold load at 1 3, left_over.
      replace (sum_of (fun T => marks (map w (if mine T c then c :: filter (mine T) cs
        else filter (mine T) cs)) (view marked (if mine T c then c :: filter (mine T) cs
        else filter (mine T) cs) p)) Ts) with
        ((if marked (p c) then sum_of (fun T => if mine T c then w c else 0) Ts else 0) +
         sum_of (fun T => marks (map w (filter (mine T) cs)) (view marked (filter (mine T) cs) p)) Ts).
      + destruct (marked (p c)); lia.
      + induction Ts as [|T Ts IH]; simpl; [now destruct (marked (p c))|].
        rewrite <- IH. destruct (mine T c); simpl; destruct (marked (p c)); lia.
  Qed.

  Definition prepare (x : spec) : option ready :=
    let b := build x in
    if (0 <=? price b) && fair_bound rows goals steps marked (weights b) (price b) (areas b) then
      match least rows goals marked (weights b) with
      | Some g =>
          let own T := lowered (map (weights b) (cells l T)) 0 (free T) in
          Some (Ready (price b) (map (fun T => (map (mine T) l, own T)) (areas b))
                  (unless_nothing (map (left_over (weights b) (areas b)) l)) g)
      | None => None
      end
    else None.
  Definition total_code (ts : list (list bool * tree)) (s : code) : cost :=
    fold_right (fun t a => plus (descend (fst t) s (snd t)) a) (Some 0) ts.
  Definition far_by (n : nat) (s : code) (r : ready) : bool :=
    too_far (price_of r) n (total_code (tables r) s) (weigh (others r) s) (goal_mass r).

  (** The same however many moves are left. *)
  Definition never_by (s : code) (r : ready) : bool :=
    match total_code (tables r) s with
    | None => true
    | Some a => (price_of r =? 0) && (weigh (others r) s - goal_mass r <? a)
    end.
  Lemma never_far : forall n s r, never_by s r = true -> far_by n s r = true.
  Proof.
    intros n s r. unfold never_by, far_by, too_far. destruct (total_code _ s) as [a|]; auto.
    rewrite andb_true_iff, Z.eqb_eq. now intros [-> H].
  Qed.

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
    rewrite weigh_nothing, weigh_mass in F. fold l in F. rewrite weights_left in F.
    fold l. fold (mass rows marked (weights (build x)) p) in F. unfold mass in F |- *. fold l in F |- *.
    revert F. generalize (sum (load marked (weights (build x))) p l) as m. intros m.
    replace (total_code (map _ (areas (build x))) (map p l)) with
      (less (total marked l (areas (build x)) None p) (sum_of (borne (weights (build x)) p)
        (areas (build x)))).
    - unfold too_far. destruct (total _ _ _ _ _) as [v|]; simpl; auto. rewrite !Z.ltb_lt. lia.
    - generalize (areas (build x)) as Ts. induction Ts as [|T Ts IH]; simpl; auto. rewrite <- IH.
      rewrite descend_view. change (map (fun c => marked (p c)) (filter (mine T) l)) with
        (view marked (cells l T) p).
      rewrite lowered_value by (unfold view; now rewrite !map_length).
      change (value (view marked (cells l T) p) (free T)) with (worth marked l T None p).
      unfold borne at 1. destruct (worth marked l T None p), (total marked l Ts None p); simpl; auto.
      f_equal. lia.
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

  (** What holds of a code, or of one of its images. *)
  Definition some_image (f : code -> bool) (all : list (list nat)) (s : code) : bool :=
    if f s then true else some_of (fun is => f (permuted is s)) all.
  Definition far_code (all : list (list nat)) (rs : list ready) (n : nat) : code -> bool :=
    some_image (fun t => some_of (far_by n t) rs) all.
  Definition never_code (all : list (list nat)) (rs : list ready) : code -> bool :=
    some_image (fun t => some_of (never_by t) rs) all.
  Definition next_codes (all : list (list nat)) (steps : sorted) (s : code)
    : option (list code) :=
    option_map (map (chosen marked all)) (successors followsb steps s).
  Definition search_check (xs : list spec) (n : nat) : bool :=
    let all := map (places rows) ms in
    let compiled := sort (compile l steps) in
    let w := wanted rows goals in
    match prepare_all xs with
    | None => false
    | Some rs => check_near (key symbols) (next_codes all compiled) (goalb w) (far_code all rs) n
                   (map (drawn rows) l)
    end.

  Definition never_check (xs : list spec) (n : nat) : bool :=
    let all := map (places rows) ms in
    let compiled := sort (compile l steps) in
    let w := wanted rows goals in
    match prepare_all xs with
    | None => false
    | Some rs => check_never (key symbols) (next_codes all compiled) (goalb w) (never_code all rs) n
                   (map (drawn rows) l)
    end.

  Hypothesis maps : forallb (symmetry_ok rows goals steps followsb) ms = true.
  Let all := map (places rows) ms.
  Let stands := stands_for rows symbols.

  Lemma next_simulates : forall s p q c,
    next_codes all (sort (compile l steps)) s = Some c -> stands s p -> move legal follows p q ->
    exists t q', In t c /\ stands t q' /\ no_farther (move legal follows) (shown goals) q' q.
  Proof.
    intros s p q c S R K. unfold next_codes in S.
    destruct (successors followsb (sort (compile l steps)) s) as [u|] eqn:U; [|discriminate].
    injection S as <-. destruct rules as [R1 R2 R3 R4].
    destruct (simulates rows goals legal follows steps followsb symbols R2 R3 R4 ok s p q u U R K)
      as (t & T & W).
    destruct (images_stand rows goals legal follows steps followsb symbols rules ok ms t q
      (chosen marked all t) maps W (chosen_in marked _ t)) as (q' & Q & F).
    exists (chosen marked all t), q'. split; [now apply in_map|]. auto.
  Qed.
  Lemma some_image_in : forall f s, some_image f all s = true ->
    exists t, In t (images all s) /\ f t = true.
  Proof.
    unfold some_image. intros f s H. destruct (f s) eqn:E; [exists s; split; auto; now left|].
    apply some_of_in in H as (is & I & F). exists (permuted is s). split; auto. right.
    now apply (in_map (fun is => permuted is s)).
  Qed.
  Lemma image_far : forall xs rs n s p t, prepare_all xs = Some rs -> stands s p ->
    In t (images all s) -> some_of (far_by n t) rs = true ->
    at_least (move legal follows) (shown goals) n p.
  Proof.
    intros xs rs n s p t P S T F. apply some_of_in in F as (r & R & F).
    destruct (images_stand rows goals legal follows steps followsb symbols rules ok ms s p t maps S T)
      as (q & Q & N).
    apply N. destruct (prepare_all_in xs rs r P R) as [x X]. exact (far_by_sound x r n t q X Q F).
  Qed.

  Theorem search_sound : forall xs n, search_check xs n = true ->
    at_least (move legal follows) (shown goals) n (drawn rows).
  Proof.
    intros xs n H. unfold search_check in H. destruct (prepare_all xs) as [rs|] eqn:P; [|discriminate].
    eapply check_near_sound; [exact (key_inj symbols) | exact next_simulates |
      exact (goal_seen rows goals symbols) | | exact (start_stands rows goals steps symbols ok) |
      exact H].
    intros k s p F S. unfold far_code in F. apply some_image_in in F as (t & T & F).
    exact (image_far xs rs k s p t P S T F).
  Qed.
  Theorem never_sound : forall xs n, never_check xs n = true ->
    unsolvable (move legal follows) (shown goals) (drawn rows).
  Proof.
    intros xs n H. unfold never_check in H. destruct (prepare_all xs) as [rs|] eqn:P; [|discriminate].
    eapply check_never_sound; [exact (key_inj symbols) | exact next_simulates |
      exact (goal_seen rows goals symbols) | | exact (start_stands rows goals steps symbols ok) |
      exact H].
    intros k s p F S. unfold never_code in F. apply some_image_in in F as (t & T & F).
    apply (image_far xs rs k s p t P S T). apply some_of_in in F as (r & R & F).
    apply some_of_true with r; auto. now apply never_far.
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
  Definition departures_never (ms : list symmetry) (xs : list spec) (n : nat) : bool :=
    setup_ok rows goals steps symbols && forallb (symmetry_ok rows goals steps followsb) ms &&
    never_check rows goals steps followsb symbols marked spec build ms xs n.
  Definition departures_minimum (ms : list symmetry) (xs : list spec) (n : nat)
    (moves : list (list cell)) : bool :=
    Nat.eqb (List.length moves) n && plan_ok rows goals steps followsb moves &&
    departures_check ms xs n.

  Theorem departures_checked : forall ms xs n, departures_check ms xs n = true ->
    at_least (move legal follows) (shown goals) n (drawn rows).
  Proof.
    unfold departures_check. intros ms xs n H. rewrite !andb_true_iff in H. destruct H as [[S M] H].
    exact (search_sound rows goals legal follows steps followsb symbols marked rules goes_on spec build
      S ms M xs n H).
  Qed.
  Theorem departures_never_checked : forall ms xs n, departures_never ms xs n = true ->
    unsolvable (move legal follows) (shown goals) (drawn rows).
  Proof.
    unfold departures_never. intros ms xs n H. rewrite !andb_true_iff in H. destruct H as [[S M] H].
    exact (never_sound rows goals legal follows steps followsb symbols marked rules goes_on spec build
      S ms M xs n H).
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
