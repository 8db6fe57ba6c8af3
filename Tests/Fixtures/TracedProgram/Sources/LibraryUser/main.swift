import TracedLibrary

work(CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0)
