// Shows the list in the way that the arguments say; `Todo --help` tells them.
Program<Todo>.main { try Todo($0) }
