import Synchronization

/// The snapshots that a process has taken, so that no two have one reference.
///
/// Isolation: any thread.
package final class SnapshotNames: Sendable {
  /// Those of this process.
  static let process = SnapshotNames()

  /// Makes names of which none is used.
  package init() {}

  private let places = Mutex<[String: SnapshotLocation]>([:])

  /// Takes a name that nobody has used, by the path of its reference without the extension.
  ///
  /// - Throws: ``SnapshotError`` with both places, where it was used before.
  func claim(
    _ path: String,
    named name: String,
    at location: SnapshotLocation
  ) throws(SnapshotError) {
    let first = places.withLock { places -> SnapshotLocation? in
      if let first = places[path] { return first }
      places[path] = location
      return nil
    }
    if let first { throw .usedTwice(name: name, first: first, second: location) }
  }
}
