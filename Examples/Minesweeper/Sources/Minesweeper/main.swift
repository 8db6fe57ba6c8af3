// Shows the game in the way that the arguments say; `Minesweeper --help` tells them.
Program<Minesweeper>.main { try Minesweeper($0) }
