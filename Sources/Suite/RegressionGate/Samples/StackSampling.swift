import Foundation
import ProcessLaunching
import SampleAnalysis
import SampleFiles
import SampleRecording
import SuiteErrors

/// Samples the call stacks of both sides of a row or command whose time has changed by more than its counts explain.
struct StackSampling {
  /// How many pairs of processes there are.
  static let pairs = 8
  /// How many times a pair's sides take turns, and for how long each time, in seconds.
  static let turns = 6
  private static let turnSeconds = 0.05
  /// As long where timers sample, which the kernel has as many of as ticks.
  private static let turnSecondsByTimers = 0.2
  /// How much more than the wall time threads may have, and be one after the other all the same.
  private static let overlap = 1.1

  /// Where the samples are written.
  let directory: String

  /// Samples a row or command.
  ///
  /// - Parameters:
  ///   - pair: Its two sides.
  ///   - sampleSeconds: How long a sample takes, in seconds.
  ///   - isConcurrent: Whether several threads of a row take part, so that one waits for the other.
  /// - Returns: The functions that certainly take longer, or shorter.
  /// - Throws: `SuiteError` or `ProcessFailure` where stacks can't be sampled, or not named.
  func difference(
    of pair: some ServingPair,
    sampleSeconds: Double,
    isConcurrent: Bool
  ) async throws -> SampledDifference {
    var taken: [Taken] = []
    for number in 0..<Self.pairs {
      taken.append(try await take(pair, number, sampleSeconds: sampleSeconds))
    }
    let symbols = try await SymbolSearch.symbols(
      ofSamplesIn: taken.map(\.recording.directory)
    ).symbols
    var outcome = Outcome()
    for next in taken {
      let profile = try SampleProfile(inTrace: next.folder, symbols: symbols)
      outcome.lost += Int(profile.lost)
      let sides = Sides.both.map { times(of: $0, next, profile, pair, &outcome) }
      outcome.pairs.append(sides)
    }
    let choice = taken[0].recording.choice
    return SampledDifference(
      pairs: outcome.pairs,
      // Beside other programs a side of a pair may have it by accident.
      hasWaiting: !isConcurrent && outcome.overlaps <= outcome.pairs.count,
      samples: outcome.samples,
      lost: outcome.lost,
      // Without what that means for long recordings.
      timersReason: choice.engine == .timers ? String(choice.reason.prefix { $0 != ";" }) : nil
    )
  }

  /// What was read of all pairs.
  private struct Outcome {
    var pairs: [Sides<SampledTimes>] = []
    var samples = 0
    var lost = 0
    /// In how many sides of pairs several threads or processes of a command were there at a time.
    var overlaps = 0
  }

  /// A pair that was recorded.
  private struct Taken {
    struct Side {
      let process: Int32
      let ranges: [Range<UInt64>]
      /// All wall time, in nanoseconds.
      let wall: Double
      let operations: Double
    }

    let recording: StackRecording
    let folder: String
    let sides: Sides<Side>
  }

  private func take(
    _ pair: some ServingPair,
    _ number: Int,
    sampleSeconds: Double
  ) async throws -> Taken {
    let folder = "\(directory)/\(number)"
    let recording = try StackRecording(in: folder)
    let sides = try await recording.begin(pair.programs(number)) { environment in
      try pair.start(number, environment)
    }
    let turn =
      recording.choice.engine == .timers ? Self.turnSecondsByTimers : Self.turnSeconds
    let sampling = PairSampling(
      blocks: Self.turns,
      samples: max(1, Int((turn / max(sampleSeconds, 1e-9)).rounded(.up)))
    )
    let ranged = sides.map { RangedSampler($0) }
    do {
      try sides.named { (side) throws(ProcessFailure) in try side.warmUp() }
      let outcome = try sampling.take(ranged, startsWithHead: !number.isMultiple(of: 2))
      _ = try await recording.end()
      return Taken(
        recording: recording,
        folder: folder,
        sides: Sides.both.map { side in
          Taken.Side(
            process: sides[side].processNumber,
            ranges: ranged[side].ranges,
            wall: outcome.samples[side].reduce(0, +),
            operations: Double(outcome.samples[side].count * pair.operations)
          )
        }
      )
    } catch {
      ranged.base.abandon()
      ranged.head.abandon()
      _ = try? await recording.end()
      throw error
    }
  }

  /// Where an operation's time went.
  private func times(
    of name: GateSide,
    _ taken: Taken,
    _ profile: SampleProfile,
    _ pair: some ServingPair,
    _ outcome: inout Outcome
  ) -> SampledTimes {
    let (side, other) = (taken.sides[name], taken.sides[name == .base ? .head : .base])
    // The shell that starts a command only waits for it, and one side waits while the other is asked. A row is served by the
    // first thread of its process; others may have nothing to do with it.
    let selected = SelectedStacks(
      profile,
      in: side.ranges,
      lookPeriod: taken.recording.lookPeriod,
      isAround: { !pair.isCommand && StackRecording.isOfHarness($0) },
      isOf: { $0.process != other.process && !(pair.isCommand && $0.process == side.process) },
      isWaiter: { pair.isCommand || ($0.process == side.process && $0.thread == side.process) }
    )
    let times = selected.times(by: Self.told)
    var running = times.running
    if selected.around > 0 { running["the harness", default: 0] += selected.around }
    outcome.samples += selected.samples
    if pair.isCommand {
      let waited = times.waiting.values.reduce(0, +) + selected.waitingUnknown
      let all = selected.times.running + selected.times.ready + waited
      if Double(all) > Self.overlap * side.wall { outcome.overlaps += 1 }
    }
    func ofOperation(_ times: [String: UInt64]) -> [String: Double] {
      times.mapValues { Double($0) / side.operations }
    }
    return SampledTimes(
      wall: side.wall / side.operations,
      running: ofOperation(running),
      waiting: ofOperation(times.waiting)
    )
  }

  /// The function that a stack's time is told of: the innermost that a person has written, or else the innermost.
  ///
  /// A process that waits for another one does what that does.
  private static func told(_ stack: [StackTable.Function]) -> String? {
    if WaitKind(names: stack.lazy.map(\.name)) == .child { return nil }
    return stack.lazy.compactMap(\.written).first ?? stack.first?.name
  }
}
