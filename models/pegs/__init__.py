"""Peg solitaire: rules, boards, printed games, facts and actions."""
