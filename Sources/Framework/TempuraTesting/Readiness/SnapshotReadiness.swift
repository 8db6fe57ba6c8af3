import Foundation
import Katana
import NativeViews

/// When a tree is compared, by its clock.
///
/// The clock is advanced frame by frame, and real time doesn't matter.
///
/// Source: docs/semantics/tempura.md, S6.
public struct SnapshotReadiness: Hashable, Sendable {
  enum Moment: Hashable, Sendable {
    case atRest(limit: Duration)
    case at(Duration)
  }

  let moment: Moment

  /// When nothing is animated, no frame is requested, the store is idle and the test is ready.
  ///
  /// If that isn't reached within `limit` of the clock's time, it is an error.
  public static func atRest(limit: Duration = .seconds(100)) -> SnapshotReadiness {
    SnapshotReadiness(moment: .atRest(limit: limit))
  }

  /// After a fixed time, whatever is going on, for example during an animation.
  public static func at(_ time: Duration) -> SnapshotReadiness {
    SnapshotReadiness(moment: .at(time))
  }
}

/// A store that reports whether it has something to do.
package protocol SettlingStore: Sendable {
  /// Whether no update or side effect waits or runs.
  var isIdle: Bool { get }
  /// Returns when everything queued before the call has been handled.
  func settle() async
}

extension Store: SettlingStore {}

/// Brings a tree to the moment of its comparison.
@MainActor
struct TreeSettling {
  let name: String
  let tree: ViewTree
  let clock: ManualFrameSource
  var store: (any SettlingStore)?
  var isReady: () -> Bool = { true }

  /// Waits for the store, and advances the clock.
  func settle(_ readiness: SnapshotReadiness, storeLimit: Duration) async throws(SnapshotError) {
    let end = ContinuousClock.now + storeLimit
    // A frame may dispatch, and an update may animate.
    repeat {
      await store?.settle()
      while let store, !store.isIdle {
        guard ContinuousClock.now < end else {
          throw .storeAtWork(name: name, limit: storeLimit)
        }
        // Side effects run on other threads, or on this one once it is free.
        try? await Task.sleep(for: .microseconds(200))
      }
      // Lets jobs run that the last update gave to the main actor.
      await Task.yield()
      var steps = Steps(self, readiness)
      while let step = try steps.next() {
        if step == .test { try? await Task.sleep(for: Self.pause) }
      }
    } while store?.isIdle == false
  }

  /// Real time left to other code while only the test isn't ready.
  private static let pause = Duration.milliseconds(1)

  /// Waits for the store on this thread, and advances the clock.
  func settleBlocking(_ readiness: SnapshotReadiness, storeLimit: Duration) throws(SnapshotError) {
    let end = ContinuousClock.now + storeLimit
    repeat {
      while let store, !store.isIdle {
        guard ContinuousClock.now < end else {
          throw .storeAtWork(name: name, limit: storeLimit)
        }
        // This also runs jobs of the main actor, unless this is one.
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.0005))
      }
      try settle(readiness)
    } while store?.isIdle == false
  }

  /// Advances the clock.
  func settle(_ readiness: SnapshotReadiness) throws(SnapshotError) {
    var steps = Steps(self, readiness)
    while let step = try steps.next() {
      guard step == .test else { continue }
      // The main thread also has other work, unless this is one of its jobs; the time passes in any case.
      let end = Date(timeIntervalSinceNow: Self.pause / .seconds(1))
      RunLoop.main.run(until: end)
      Thread.sleep(until: end)
    }
  }

  /// The frames until a tree can be compared.
  @MainActor
  private struct Steps {
    enum Step {
      /// The tree still has something to show.
      case tree
      /// Only the test isn't ready.
      case test
    }

    private let settling: TreeSettling
    private let end: Duration?
    private let limit: Duration

    init(_ settling: TreeSettling, _ readiness: SnapshotReadiness) {
      self.settling = settling
      settling.tree.flush()
      switch readiness.moment {
      case .at(let time):
        (limit, end) = (time, nil)
        settling.clock.advance(by: max(time, .zero))
      case .atRest(let limit):
        (self.limit, end) = (limit, settling.clock.now + limit)
      }
    }

    /// Advances the clock by a frame; nil if the tree can be compared.
    mutating func next() throws(SnapshotError) -> Step? {
      guard let end, let reasons = settling.unrest else { return nil }
      let clock = settling.clock
      guard clock.now < end else {
        throw .neverReady(name: settling.name, reasons: reasons.texts, limit: limit)
      }
      clock.advance(by: min(clock.interval, end - clock.now))
      return reasons.isTestAlone ? .test : .tree
    }
  }

  /// Why a tree can't be compared yet.
  private struct Unrest {
    var texts: [String] = []
    var isTestAlone = false
  }

  private var unrest: Unrest? {
    let isReady = isReady()
    if !tree.isAnimating, !clock.isFrameRequested, isReady { return nil }
    var unrest = Unrest()
    if tree.isAnimating { unrest.texts.append("an animation runs") }
    if clock.isFrameRequested, !tree.isAnimating {
      unrest.texts.append("each frame asks for another")
    }
    unrest.isTestAlone = unrest.texts.isEmpty
    if !isReady { unrest.texts.append("the test says that it isn't ready") }
    return unrest
  }
}
