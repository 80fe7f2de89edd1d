"""The fit of a season: the most likely strengths, their errors, and what contradicts the model."""
