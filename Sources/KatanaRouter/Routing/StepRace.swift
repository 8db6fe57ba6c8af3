/// A step against its time limit: the first to end decides.
@MainActor
final class StepRace {
  enum Result {
    case done([Destination: any Routable])
    case failed(any Error)
    case timedOut
  }

  private var result: Result?
  private var waiting: CheckedContinuation<Result, Never>?

  private init() {}

  /// Runs a step.
  ///
  /// - Returns: How it ended; if it did not in time, its task is cancelled and left alone.
  static func run(
    limit: Duration,
    clock: any Clock<Duration>,
    _ step: @escaping @MainActor () async throws -> [Destination: any Routable]
  ) async -> Result {
    let race = StepRace()
    let work = Task { @MainActor in
      do { race.finish(.done(try await step())) } catch { race.finish(.failed(error)) }
    }
    let timer = Task { @MainActor in
      do { try await clock.sleep(for: limit) } catch { return }
      race.finish(.timedOut)
    }
    let result = await race.wait()
    work.cancel()
    timer.cancel()
    return result
  }

  private func finish(_ result: Result) {
    guard self.result == nil else { return }
    self.result = result
    waiting?.resume(returning: result)
    waiting = nil
  }

  private func wait() async -> Result {
    await withCheckedContinuation { continuation in
      if let result { continuation.resume(returning: result) } else { waiting = continuation }
    }
  }
}
