extension GateRun {
  /// Measures whole commands, in links to both sides that are made in a directory.
  package func measure(
    commands: [CommandSubject],
    directory: String,
    journal: GateJournal?,
    isInterrupted: () -> Bool = { false }
  ) async -> Outcome {
    let start = ContinuousClock.now
    var outcome = Outcome()
    let comparison = CommandComparison(options: options, directory: directory)
    let timed =
      options.timesRows
      ? "\(comparison.runs.few) runs of each, or \(comparison.runs.many) if it seems to have changed"
      : "two runs of each"
    let (few, many) = (CommandComparison.firstLayouts, CommandComparison.allLayouts)
    let counted =
      options.countsRows
      ? ", and \(few) of each side under valgrind, or \(many)" : ""
    progress.plan("\(GateText.commands(commands.count)): \(timed)\(counted)")
    for (index, subject) in commands.enumerated() {
      if isInterrupted() {
        outcome.interruption = Self.interrupted
        break
      }
      progress.show("[\(index + 1)/\(commands.count)] \(subject.command)")
      if let earlier = journal?.rows["commands \(subject.command)"] {
        outcome.rows.append(earlier)
        continue
      }
      let rowStart = ContinuousClock.now
      let evidence = await comparison.measure(subject)
      if isInterrupted() {
        outcome.interruption = Self.interrupted
        break
      }
      keep(evidence, since: rowStart, journal: journal, outcome: &outcome)
    }
    if outcome.interruption != nil {
      outcome.addInterrupted("commands", commands.map(\.command))
    }
    outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
    return outcome
  }
}
