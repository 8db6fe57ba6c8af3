import Foundation
import ProcessLaunching
import SampleAnalysis
import SampleFiles
import SampleRecording
import Statistics
import SuiteErrors

/// Samples the call stacks of both sides of a row or command whose time changed more than its counts explain.
struct StackSampling {
  /// The number of pairs of processes.
  static let pairs = 8
  /// The number of turns of each side of a pair, and the length of a turn, in seconds.
  static let turns = 6
  private static let turnSeconds = 0.05
  /// The length with timers, which the kernel fires at most once a tick.
  private static let turnSecondsByTimers = 0.2
  /// The ratio of threads' time to wall time up to which they count as running one after the other.
  private static let overlap = 1.1

  /// The directory of the samples.
  let directory: String

  /// Samples a row or command.
  ///
  /// - Parameters:
  ///   - pair: The two sides.
  ///   - sampleSeconds: The duration of a sample, in seconds.
  ///   - isConcurrent: Whether several threads of a row take part, so that one may wait for another.
  /// - Returns: The functions that certainly take longer, or shorter.
  /// - Throws: `SuiteError` or `ProcessFailure` if stacks can't be sampled or named.
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
      let sides = Sides { times(of: $0, next, profile, pair, &outcome) }
      outcome.pairs.append(sides)
    }
    let choice = taken[0].recording.choice
    return SampledDifference(
      pairs: outcome.pairs,
      // With other programs running, a side may seem to overlap by accident, so half of the sides may.
      hasWaiting: !isConcurrent && outcome.overlaps <= outcome.pairs.count,
      samples: outcome.samples,
      lost: outcome.lost,
      // Without the clause about long recordings.
      timersReason: choice.engine == .timers ? String(choice.reason.prefix { $0 != ";" }) : nil
    )
  }

  /// The times and counts read from all pairs.
  private struct Outcome {
    var pairs: [Sides<SampledTimes>] = []
    var samples = 0
    var lost = 0
    /// The number of sides in which several threads or processes of a command ran at the same time.
    var overlaps = 0
  }

  /// A recorded pair.
  private struct Taken {
    struct Side {
      let process: Int32
      let ranges: [Range<UInt64>]
      /// The total wall time, in nanoseconds.
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
        sides: Sides { side in
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

  /// The time of an operation on one side, by function.
  private func times(
    of name: Side,
    _ taken: Taken,
    _ profile: SampleProfile,
    _ pair: some ServingPair,
    _ outcome: inout Outcome
  ) -> SampledTimes {
    let (side, other) = (taken.sides[name], taken.sides[name == .base ? .head : .base])
    // The shell that starts a command only waits for it, and each side waits while the other takes samples. The first thread of its process
    // serves a row; other threads may be unrelated.
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

  /// The function that gets a stack's time: the innermost written by a person, else the innermost.
  ///
  /// `nil` for a process that waits for another one; that one's own time counts.
  private static func told(_ stack: [StackTable.Function]) -> String? {
    if WaitKind(names: stack.lazy.map(\.name)) == .child { return nil }
    return stack.lazy.compactMap(\.written).first ?? stack.first?.name
  }
}
