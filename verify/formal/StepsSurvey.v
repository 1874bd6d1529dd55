(** All states of a board with steps: what is computed as successors are moves of the rules, and a code
    is one state.  Nothing here has to be believed. *)
From Coq Require Import List Bool Ascii String ZArith PArith Arith Lia.
From PuzzleProof Require Import Claims Boards Steps Search StepSearch Surveys SurveySearch.
Import ListNotations.
Open Scope char_scope.

Definition gather_from A := gathered_from A gather eq_refl (fun _ => eq_refl) (fun _ _ => eq_refl).
Lemma put_in_from : forall f k groups g ks k', In (g, ks) (put_in f k groups) -> In k' ks ->
  k' = k \/ exists u, In (g, u) groups /\ In k' u.
Proof.
  induction groups as [|[h us] groups IH]; simpl; intros g ks k' I J.
  - destruct I as [[= <- <-]|[]]. destruct J as [<-|[]]. auto.
  - destruct (guard_eqb (guard_of f k) h).
    + destruct I as [[= <- <-]|I]; [destruct J as [<-|J]; eauto|eauto].
    + destruct I as [[= <- <-]|I]; [eauto|]. destruct (IH g ks k' I J) as [->|(u & U & V)]; eauto.
Qed.
Lemma by_guard_from : forall f all g ks k, In (g, ks) (by_guard f all) -> In k ks -> In k all.
Proof.
  induction all as [|a all IH]; simpl; intros g ks k I J; [destruct I|].
  destruct (put_in_from f a _ g ks k I J) as [->|(u & U & V)]; eauto.
Qed.
Lemma grouped_from : forall all g ks k, In (g, ks) (grouped (sort all)) -> In k ks -> In k all.
Proof. intros all g ks k. unfold sort, grouped. destruct (Nat.ltb _ _); apply by_guard_from. Qed.

Section Survey.
  Variable rows : list string.
  Variable goals : list (list string).
  Variable legal : step -> Prop.
  Variable follows : step -> step -> Prop.
  Variable steps : list step.
  Variable followsb : step -> step -> bool.
  Variable symbols : list ascii.
  Hypothesis rules : family rows legal follows steps followsb symbols.
  Let l := on_board rows.
  Let move := StepSearch.move legal follows.

  Definition states_check (fuel : nat) (n : N) (e : nat) : bool :=
    let l := on_board rows in
    let all := sort (compile l steps) in
    setup_ok rows goals steps symbols &&
    survey_check code (key symbols) (successors followsb all) (map (drawn rows) l) fuel n e.
  Definition both_ways_check (fuel : nat) (n : N) (e h : nat) : bool :=
    let l := on_board rows in
    let all := sort (compile l steps) in
    let w := wanted rows goals in
    setup_ok rows goals steps symbols &&
    hardest_check code (key symbols) (successors followsb all) (goalb w) (map (drawn rows) l) fuel n e h.

  Section Checked.
    Hypothesis ok : setup_ok rows goals steps symbols = true.
    Local Notation stands_for := (stands_for rows symbols).

    Lemma compiled_real : forall k p t, In k (compile l steps) -> apply_all (parts k) (map p l) = Some t ->
      outside l p -> incl (map p l) symbols ->
      legal (whole k) /\ exists q, happens (changes (whole k)) p q /\ t = map q l /\ outside l q /\
        incl (map q l) symbols.
    Proof.
      intros k p t I A O S. destruct rules as [R _ _ _].
      apply in_flat_map in I as (s & J & M). destruct (numbered l (changes s)) as [r|] eqn:E; [|destruct M].
      destruct M as [<-|[]]. simpl in *. split; auto.
      destruct (step_facts rows goals steps symbols ok s J) as [D _].
      destruct (apply_happens l (cells_nodup rows goals steps symbols ok) _ _ _ _ E D A) as (q & Q & ->).
      exists q. split; auto. split; auto.
      apply (after_step rows goals steps symbols ok s p q); auto. exact (numbered_cells _ _ _ E).
    Qed.
    Lemma reached_real : forall n k p r t, reached followsb n (compile l steps) k (map p l) = Some r ->
      In k (compile l steps) -> In t r -> outside l p -> incl (map p l) symbols ->
      exists q, run legal follows (whole k) p q /\ stands_for t q.
    Proof.
      induction n as [|n IH]; simpl; intros k p r t H K T O S; [discriminate|].
      destruct (apply_all (parts k) (map p l)) as [u|] eqn:A; [|injection H as <-; destruct T].
      destruct (compiled_real k p u K A O S) as (L & q & Q & -> & O' & S').
      destruct (gather _) as [v|] eqn:G; [|discriminate]. injection H as <-. destruct T as [<-|T].
      - exists q. split; [now constructor|]. split; auto.
      - destruct (gather_from _ _ _ _ G T) as (a & I & J). apply in_map_iff in I as (k' & E & F).
        apply filter_In in F as [K' F]. destruct (IH k' q a t E K' J O' S') as (w & R & W).
        exists w. split; auto. eapply next_step; eauto. destruct rules as [_ _ X _]. now apply X.
    Qed.
    Lemma successors_real : forall s p r t, successors followsb (sort (compile l steps)) s = Some r ->
      stands_for s p -> In t r -> exists q, move p q /\ stands_for t q.
    Proof.
      intros s p r t H (-> & O & S) T. unfold successors in H.
      destruct (gather_from _ _ _ _ H T) as (a & I & J). apply in_flat_map in I as ([g ks] & G & I).
      destruct (passes _ g); [|destruct I]. apply in_map_iff in I as (k & E & K).
      pose proof (grouped_from _ _ _ _ G K) as C.
      destruct (reached_real _ k p a t E C J O S) as (q & R & W). exists q. split; auto. now exists (whole k).
    Qed.
    Lemma successors_all : forall s p q r, successors followsb (sort (compile l steps)) s = Some r ->
      stands_for s p -> move p q -> exists t, In t (s :: r) /\ stands_for t q.
    Proof.
      intros s p q r H S M. destruct rules as [_ R2 R3 R4].
      destruct (simulates rows goals legal follows steps followsb symbols R2 R3 R4 ok s p q r H S M)
        as (t & T & U). exists t. split; [now right | exact U].
    Qed.
    Lemma one_code : forall s t p q, stands_for s p -> stands_for t q -> same_state p q -> s = t.
    Proof. intros s t p q (-> & _) (-> & _) E. now apply map_ext. Qed.
    Lemma one_state : forall s p q, stands_for s p -> stands_for s q -> same_state p q.
    Proof.
      intros s p q (-> & O & _) (E & Q & _) c. destruct (in_dec cell_dec c l) as [I|N].
      - revert I E. fold l. generalize l as cells. clear. induction cells as [|b k IH]; simpl; [intros []|].
        intros [<-|I] [= F G]; auto.
      - fold l in O, Q. now rewrite O, Q.
    Qed.
    Lemma goal_code : forall s p, stands_for s p -> (goalb (wanted rows goals) s = true <-> shown goals p).
    Proof.
      intros s p S. split; [|now apply (goal_seen rows goals symbols)].
      intros H. apply existsb_exists in H as (w & W & E). apply in_map_iff in W as (g & <- & G).
      apply code_eqb_eq in E. exists g. split; auto. apply (one_state s p (drawn g)); auto.
      destruct S as (A & _ & B). split; [exact E|]. split.
      - apply (drawn_outside rows goals steps symbols ok). now right.
      - fold l in E, B |- *. rewrite <- E, A. exact B.
    Qed.
  End Checked.

  Theorem states_checked : forall fuel n e, states_check fuel n e = true ->
    states move same_state n (drawn rows) /\ farthest move same_state e (drawn rows).
  Proof.
    unfold states_check. intros fuel n e H. apply andb_prop in H as [S H].
    refine (surveyed _ move same_state _ (key symbols) (stands_for rows symbols) _ _ _ (key_inj symbols)
      _ _ _ _ _ fuel n e H).
    - intros s p q r. now apply successors_all.
    - intros s p r t. now apply successors_real.
    - apply one_code.
    - apply one_state.
    - exact (start_stands rows goals steps symbols S).
  Qed.
  Theorem both_ways_checked : (forall p q, move p q -> move q p) ->
    forall fuel n e h, both_ways_check fuel n e h = true ->
    (states move same_state n (drawn rows) /\ farthest move same_state e (drawn rows)) /\
    hardest move (shown goals) h (drawn rows).
  Proof.
    unfold both_ways_check. intros B fuel n e h H. apply andb_prop in H as [S H].
    refine (surveyed_both_ways _ move (shown goals) same_state _ (key symbols) (stands_for rows symbols)
      _ _ _ _ (key_inj symbols) _ _ _ _ _ (fun _ => True) _ _ _ _ fuel n e h H); auto.
    - intros s p q r. now apply successors_all.
    - intros s p r t. now apply successors_real.
    - apply one_code.
    - apply one_state.
    - exact (start_stands rows goals steps symbols S).
    - now apply goal_code.
  Qed.
End Survey.
