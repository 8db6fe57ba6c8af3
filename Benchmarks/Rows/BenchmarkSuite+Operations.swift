import BenchmarkHarness
import NativeViews
import RowWorkloads

extension BenchmarkSuite {
  /// An operation by a dispatch and by what it makes of descriptions; an iteration ends with the commit.
  mutating func addOperation(_ operation: RowOperation, _ form: RowForm) {
    add(
      Benchmark(
        "described",
        parameters: ["operation": operation.parameter, "form": form.rawValue],
        bars: [Bar("1.3 times the calls by hand", against: "by-hand", atMost: 1.3)]
      ) {
        let script = RowScript(operation)
        let table = form.table(script.start)
        try compare(table, HandWrittenTable(script.start), in: script)
        return script.body(of: table)
      }
    )
  }

  /// An operation by calls of the views that it concerns.
  mutating func addByHand(_ operation: RowOperation) {
    add(
      Benchmark("by-hand", parameters: ["operation": operation.parameter], kind: .peer) {
        let script = RowScript(operation)
        return script.body(of: HandWrittenTable(script.start))
      }
    )
  }
}

extension RowOperation {
  /// The operation as a part of a row's name.
  var parameter: String { rawValue.split(separator: " ").joined(separator: "-") }
}

extension RowScript {
  /// Applies the edits again and again.
  @MainActor
  fileprivate func body(of table: any RowTableView) -> BenchmarkBody {
    var step = 0
    return BenchmarkBody(
      runTimed: { iterations, stopwatch in
        for _ in 0..<iterations {
          let edit = edits[step % edits.count]
          step += 1
          stopwatch.start()
          table.apply(edit)
          stopwatch.stop()
          if let restoration { table.apply(restoration) }
        }
      },
      verify: { iterations in
        let byHand = HandWrittenTable(start)
        // Once around leads back to the beginning, but for a selection and a swap.
        let repeated = iterations % (2 * edits.count)
        for step in 0..<repeated + 2 * edits.count {
          byHand.apply(edits[step % edits.count])
          if let restoration { byHand.apply(restoration) }
        }
        try VerificationError.check(
          "views",
          found: table.tree.root.renderedText(),
          expected: byHand.tree.root.renderedText()
        )
      }
    )
  }
}

/// Checks that both show the same after each edit, and after it was taken back.
@MainActor
private func compare(
  _ table: any RowTableView,
  _ byHand: any RowTableView,
  in script: RowScript
) throws {
  // Twice, so that nothing is different from one round to the next; the body begins where a round does.
  for _ in 0..<2 {
    for edit in script.edits {
      for edit in [edit] + (script.restoration.map { [$0] } ?? []) {
        table.apply(edit)
        byHand.apply(edit)
        try VerificationError.check(
          "views",
          found: table.tree.root.renderedText(),
          expected: byHand.tree.root.renderedText()
        )
      }
    }
  }
}
