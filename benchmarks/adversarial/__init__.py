"""Programs built to buy the most time or memory for each unit that is charged."""
