import Foundation
import Synchronization

/// The snapshots that a process has taken, so that no two have one reference.
///
/// Isolation: any thread.
package final class SnapshotNames: Sendable {
  /// Those of this process, which tells at its end which references nobody has used.
  static let process: SnapshotNames = {
    #if canImport(Glibc)
    unsafe on_exit({ status, _ in UnusedReferences.tell(after: .process, status) }, nil)
    #endif
    return SnapshotNames()
  }()

  /// Makes names of which none is used.
  package init() {}

  private struct Use {
    let location: SnapshotLocation
    /// Whether the reference was compared and equal, or recorded.
    var isCompared = false
  }

  private let uses = Mutex<[String: Use]>([:])

  /// Takes a name that is used at no other place, by the path of its reference without the extension.
  ///
  /// The same place may use it again, for a test may be repeated.
  ///
  /// - Throws: ``SnapshotError`` with both places, where it was used at another one before.
  func claim(
    _ path: String,
    named name: String,
    at location: SnapshotLocation
  ) throws(SnapshotError) {
    let first = uses.withLock { uses in
      if uses[path] == nil { uses[path] = Use(location: location) }
      return uses[path]?.location
    }
    if let first, first != location {
      throw .usedTwice(name: name, first: first, second: location)
    }
  }

  /// Takes note that a reference is what its test shows.
  func noteCompared(_ path: String) { uses.withLock { $0[path]?.isCompared = true } }

  /// Checks that a reference isn't that of another view.
  ///
  /// - Throws: ``SnapshotError`` where the process has found it equal to another one, or recorded it.
  func checkRecording(_ path: String, named name: String) throws(SnapshotError) {
    guard let use = uses.withLock({ $0[path] }), use.isCompared else { return }
    throw .usedTwice(name: name, first: use.location, second: use.location)
  }

  /// The paths of the references that are used, without their extensions, and where that is.
  var places: [String: SnapshotLocation] { uses.withLock { $0.mapValues(\.location) } }
}
