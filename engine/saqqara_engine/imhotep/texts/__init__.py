"""Words of Imhotep: notation, phrases and the terms of its domains."""
