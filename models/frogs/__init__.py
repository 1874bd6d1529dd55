"""Lucas's frogs and toads: rules, notation, his plan for a row, facts and actions."""
