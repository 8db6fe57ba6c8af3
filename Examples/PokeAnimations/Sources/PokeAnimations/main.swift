// Shows the slides in the way that the arguments say; `PokeAnimations --help` tells them.
Program<PokeAnimations>.main { PokeAnimations($0) }
