// Shows the counter in the way that the arguments say; `Counter --help` tells them.
Program<Counter>.main { Counter($0) }
