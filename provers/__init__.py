"""How bounds meet: labellings, increasing horizons, and the verdict that is drawn from them."""
