import Foundation
import Synchronization

/// The snapshots taken by a process, so that no two share a reference.
///
/// Isolation: any thread.
package final class SnapshotNames: Sendable {
  /// The names of this process, which reports unused references at its end.
  static let process: SnapshotNames = {
    #if canImport(Glibc)
    unsafe on_exit({ status, _ in UnusedReferences.tell(after: .process, status) }, nil)
    #endif
    return SnapshotNames()
  }()

  /// Makes a collection without used names.
  package init() {}

  private struct Use {
    let location: SnapshotLocation
    /// Whether the reference was compared and equal, or recorded.
    var isCompared = false
  }

  private let uses = Mutex<[String: Use]>([:])

  /// Claims a name that no other place uses, by the path of its reference without the extension.
  ///
  /// The same place may claim it again, since a test may be repeated.
  ///
  /// - Throws: ``SnapshotError`` with both places if another one has claimed it before.
  func claim(
    _ path: String,
    named name: String,
    at location: SnapshotLocation
  ) throws(SnapshotError) {
    let first = uses.withLock { uses in
      let use = uses[path] ?? Use(location: location)
      uses[path] = use
      return use.location
    }
    if first != location { throw .usedTwice(name: name, first: first, second: location) }
  }

  /// Notes that a reference is up to date.
  func noteCompared(_ path: String) { uses.withLock { $0[path]?.isCompared = true } }

  /// Checks that a reference isn't another view's.
  ///
  /// - Throws: ``SnapshotError`` if the process has found it equal to another one, or recorded it.
  func checkRecording(_ path: String, named name: String) throws(SnapshotError) {
    guard let use = uses.withLock({ $0[path] }), use.isCompared else { return }
    throw .usedTwice(name: name, first: use.location, second: use.location)
  }

  /// The paths of used references, without extensions, and the places that use them.
  var places: [String: SnapshotLocation] { uses.withLock { $0.mapValues(\.location) } }
}

/// The names used by one call, each once.
struct CallNames {
  /// The place of the call.
  let location: SnapshotLocation
  private var names: Set<String> = []

  /// Makes a collection without used names.
  init(at location: SnapshotLocation) { self.location = location }

  /// Claims a name.
  ///
  /// - Throws: ``SnapshotError`` if the call has used it before.
  mutating func take(_ name: String) throws(SnapshotError) {
    guard names.insert(name).inserted else {
      throw .usedTwice(name: name, first: location, second: location)
    }
  }
}
