import Foundation
import Katana
import NativeViews

/// The time of a tree's clock at which it is compared.
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

  /// When nothing is animated, no frame is asked for, the store is idle and the test says that all is ready.
  ///
  /// Where that isn't so after `limit` of the clock's time, that is an error.
  public static func atRest(limit: Duration = .seconds(100)) -> SnapshotReadiness {
    SnapshotReadiness(moment: .atRest(limit: limit))
  }

  /// When so much time has passed, whatever goes on: in the midst of an animation, say.
  public static func at(_ time: Duration) -> SnapshotReadiness {
    SnapshotReadiness(moment: .at(time))
  }
}

/// A store that says whether it has something to do.
package protocol SettlingStore: Sendable {
  /// Whether nothing waits or runs, neither update nor side effect.
  var isIdle: Bool { get }
  /// Returns when everything that was queued before the call was handled.
  func settle() async
}

extension Store: SettlingStore {}

/// Brings a tree to the moment at which it is compared.
@MainActor
struct TreeSettling {
  let name: String
  let tree: ViewTree
  let clock: ManualFrameSource
  var store: (any SettlingStore)?
  var isReady: () -> Bool = { true }

  /// Waits for the store, and lets the clock go on.
  func settle(_ readiness: SnapshotReadiness, storeLimit: Duration) async throws(SnapshotError) {
    let end = ContinuousClock.now + storeLimit
    // A frame may dispatch, and an update may animate.
    repeat {
      await store?.settle()
      while let store, !store.isIdle {
        guard ContinuousClock.now < end else {
          throw .storeAtWork(name: name, limit: storeLimit)
        }
        // Side effects run on other threads, or on this one once it is left to them.
        try? await Task.sleep(for: .microseconds(200))
      }
      // What the last update has handed to the main actor.
      await Task.yield()
      var steps = Steps(self, readiness)
      while let step = try steps.next() {
        if step == .test { try? await Task.sleep(for: Self.pause) }
      }
    } while store?.isIdle == false
  }

  /// Real time for which others are let go on while nothing but the test isn't ready.
  private static let pause = Duration.milliseconds(1)

  /// Waits for the store on this thread, and lets the clock go on.
  func settleBlocking(_ readiness: SnapshotReadiness, storeLimit: Duration) throws(SnapshotError) {
    let end = ContinuousClock.now + storeLimit
    repeat {
      while let store, !store.isIdle {
        guard ContinuousClock.now < end else {
          throw .storeAtWork(name: name, limit: storeLimit)
        }
        // Jobs of the main actor are among what runs, unless this is one.
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.0005))
      }
      try settle(readiness)
    } while store?.isIdle == false
  }

  /// Lets the clock go on.
  func settle(_ readiness: SnapshotReadiness) throws(SnapshotError) {
    var steps = Steps(self, readiness)
    while let step = try steps.next() {
      guard step == .test else { continue }
      // The main thread has other work to do as well, unless this is one of its jobs; and time passes in any case.
      let end = Date(timeIntervalSinceNow: Self.pause / .seconds(1))
      RunLoop.main.run(until: end)
      Thread.sleep(until: end)
    }
  }

  /// The frames until a tree can be compared.
  @MainActor
  private struct Steps {
    enum Step {
      /// For what the tree has to show.
      case tree
      /// Because the test says that it isn't ready, and for nothing else.
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

    /// Advances the clock by a frame; nothing where the tree can be compared.
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

  /// The reasons for which a tree can't be compared yet.
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
