"""What a puzzle is: rules, goals, notation, instance files.  No solver and no numpy."""
