extension GateRun {
  /// Measures whole commands, in links to both sides that are made in a directory.
  package func measure(
    commands: [CommandSubject],
    directory: String,
    journal: GateJournal?,
    isInterrupted: @escaping () -> Bool = { false }
  ) async -> Outcome {
    let gate = RunningGate(journal: journal, isInterrupted: isInterrupted)
    let comparison = CommandComparison(options: options, directory: directory)
    let timed =
      options.timesRows
      ? "\(comparison.runs.few) runs of each, or \(comparison.runs.many) if it seems to have changed"
      : "two runs of each"
    let (few, many) = (RepeatedCounts.someLayouts, RepeatedCounts.allLayouts)
    let counted =
      options.countsRows
      ? ", and \(few) of each side under valgrind, or \(many)" : ""
    progress.plan("\(GateText.commands(commands.count)): \(timed)\(counted)")
    for (index, subject) in commands.enumerated() {
      if gate.isOver() { break }
      progress.show("[\(index + 1)/\(commands.count)] \(subject.command)")
      let goesOn = await gate.take("commands", subject.command) {
        await comparison.measure(subject)
      }
      guard goesOn else { break }
    }
    return gate.end(of: [("commands", commands.map(\.command))])
  }
}
