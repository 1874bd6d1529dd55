(* What is around the program that was proven: it reads a file, asks, and prints the answer. *)
let read name =
  let channel = open_in_bin name in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel; text

let claimed text =
  let is key line = String.starts_with ~prefix:(key ^ " ") line in
  String.split_on_char '\n' text
  |> List.filter (fun line -> is "family" line || is "metric" line || is "claim" line)
  |> String.concat ", "

let () =
  let say code words = print_endline words; exit code in
  if Array.length Sys.argv <> 2 then say 2 "usage: proven FILE";
  match read Sys.argv.(1) with
  | exception Sys_error fault -> say 2 fault
  | text ->
    let letters = List.of_seq (String.to_seq text) in
    if not (Program.reads letters) then say 2 (Sys.argv.(1) ^ ": expected a puzzle and a claim")
    else if Program.check letters then say 0 (claimed text ^ ": proven")
    else say 1 (claimed text ^ ": not proven")
