package import CLeakChecking
import Glibc
import HeapImages
package import SuiteErrors
import Synchronization

/// What was allocated for some code, and nothing leads to any more: cycles of strong references, or one reference too many.
public struct Leak: Sendable, Equatable, CustomStringConvertible {
  /// A shortest cycle by its references, such as `["Session.delegate", "Controller.session"]`; empty if there is none.
  public let cycle: [String]
  /// The types of the objects on the cycle, or of the object that nothing holds.
  public let types: [String]
  /// The functions that made these.
  public let makers: [String]
  /// How often the same was found.
  public let count: Int
  /// The blocks that leak, with all that only they hold.
  public let blocks: Int
  /// Their bytes, as requested.
  public let bytes: Int

  /// The cycle, its size, and where its objects were made.
  public var description: String {
    let what =
      cycle.isEmpty
      ? "\(types.joined(separator: ", ")), which nothing holds"
      : cycle.count == 1 ? "\(cycle[0]) holds its own object" : cycle.joined(separator: " -> ")
    let places = makers.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let size = "\(blocks == 1 ? "1 block" : "\(blocks) blocks"), \(bytes) bytes"
    return "\(count) x \(what): \(size), made by \(places.joined(separator: ", "))"
  }
}

extension Leak {
  /// The same leak, found at another stack too.
  fileprivate func adding(_ other: Leak) -> Leak {
    Leak(
      cycle: cycle,
      types: types,
      makers: makers,
      count: count + other.count,
      blocks: blocks + other.blocks,
      bytes: bytes + other.bytes
    )
  }
}

/// A check for leaks of one piece of code, in this process.
///
/// 1. Blocks are noted from the beginning to the end of the check, of all threads. Those count that one thread has made, or all, of other
///    tests too if these run meanwhile.
/// 2. What was allocated before counts as a root, and so does what looks like an address: no leak is invented, some are missed.
/// 3. A thread that runs while the process is copied may have the only reference in a register. So what is found counts only if it is found
///    again a little later.
/// 4. One check at a time reads a copy: what it keeps of the heap has the addresses of all blocks, and would hold them in another's copy.
package struct LeakCheck: ~Copyable {
  /// Times that a leak has to be found.
  private static let confirmations = 3
  private static let pause: UInt32 = 20_000
  private static let reading = Mutex(())

  private let beginning: UInt64
  private let thread: pid_t

  /// Begins to note blocks; `nil` where that isn't possible.
  ///
  /// - Parameter isOfAllThreads: Whether what other threads make counts too.
  package init?(isOfAllThreads: Bool) {
    guard cleakchecking_is_possible() else { return nil }
    thread = isOfAllThreads ? 0 : cleakchecking_thread()
    beginning = cleakchecking_begin(isOfAllThreads)
  }

  deinit { cleakchecking_end(thread == 0) }

  /// What has leaked since the check began.
  ///
  /// - Parameter place: Where the code has ended: what is further in on the stack was left over by it.
  /// - Returns: Those with most bytes first.
  /// - Throws: `SuiteError` if the process can't be copied or read.
  package borrowing func leaks(
    at place: cleakchecking_place
  ) throws(SuiteError) -> [Leak] {
    cleakchecking_note_own(false)
    defer { cleakchecking_note_own(true) }
    var found = try foundAlone(at: place)
    for _ in 1..<Self.confirmations where !found.isEmpty {
      usleep(Self.pause)
      let again = try foundAlone(at: place)
      // Of many alike, words that come and go hold another one each time.
      found = Dictionary(
        uniqueKeysWithValues: again.compactMap { key, leak in
          found[key].map { (key, $0.count < leak.count ? $0 : leak) }
        }
      )
    }
    return found.values.sorted { ($0.bytes, $1.description) > ($1.bytes, $0.description) }
  }

  private borrowing func foundAlone(
    at place: cleakchecking_place
  ) throws(SuiteError) -> [[String]: Leak] {
    try Self.reading.withLock { _ throws(SuiteError) in try found(at: place) }
  }

  /// Leaks by their cycles, types and makers: addresses would be references.
  private borrowing func found(at place: cleakchecking_place) throws(SuiteError) -> [[String]: Leak]
  {
    var heap: UInt64 = 0
    // SAFETY: the number outlives the call.
    let copy = unsafe cleakchecking_copy(place, &heap)
    guard copy > 0 else {
      throw SuiteError(
        "expectNoLeaks",
        "this process can't be copied",
        remedy: "run the tests where processes may be created and read"
      )
    }
    defer { cleakchecking_release(copy) }
    let (beginning, thread) = (beginning, thread)
    let snapshot = try HeapAnalysis.snapshot(ofCopy: copy, heap: heap) { block, stack in
      cleakchecking_has_made(block, stack, beginning, thread)
    }
    return Dictionary(
      snapshot.leaks.map { leak in
        let own = Leak(
          cycle: leak.cycle,
          types: leak.types.map { snapshot.types[$0].name },
          makers: leak.makers,
          count: leak.count,
          blocks: leak.leaked.blocks,
          bytes: leak.leaked.bytes
        )
        return (own.cycle + [""] + own.types + [""] + own.makers, own)
      },
      uniquingKeysWith: { $0.adding($1) }
    )
  }
}
