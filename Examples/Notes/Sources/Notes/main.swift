// Shows the notes in the way that the arguments say; `Notes --help` tells them.
Program<Notes>.main { try Notes($0) }
