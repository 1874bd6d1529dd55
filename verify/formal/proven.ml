(* What is around the program that was proven: it reads a file, asks, and prints the answer. *)
let read name =
  if Sys.is_directory name then raise (Sys_error (name ^ ": a folder, expected a file"));
  let channel = open_in_bin name in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel; text

let letters text = List.of_seq (String.to_seq text)

let claimed text =
  let rows key = Program.rows_of (letters key) (Program.file_of text) in
  let said key = key :: List.map (fun row -> String.of_seq (List.to_seq row)) (rows key) in
  String.concat ", " (List.map (fun key -> String.concat " " (said key)) ["family"; "metric"; "claim"])

let printable letter = letter = '\n' || (letter >= ' ' && letter <= '~')

let answer name =
  let text = letters (read name) in
  if not (List.for_all printable text) then 2, name ^ ": expected printable letters of ASCII"
  else if not (Program.reads text) then 2, name ^ ": expected a puzzle and a claim"
  else if Program.check text then 0, claimed text ^ ": proven"
  else 1, claimed text ^ ": not proven"

let () =
  let say (code, words) = print_endline words; exit code in
  if Array.length Sys.argv <> 2 then say (2, "usage: proven FILE");
  match answer Sys.argv.(1) with
  | exception Sys_error fault -> say (2, fault)
  | exception ((Stack_overflow | Out_of_memory | End_of_file) as fault) ->
    say (2, Sys.argv.(1) ^ ": " ^ Printexc.to_string fault)
  | answer -> say answer
