"""One file -> facts (`Outline`). Never fails (I2): what cannot be read is a `Problem` beside what could."""
