import Foundation
import Katana

/// A log of what was dispatched, in a file.
struct RecordedLog {
  let log: StoreLog<TodoState>

  /// The log of a store that records; of updates, for replaying needs no side effects.
  init(of store: TodoStore) throws {
    guard let recorder = store.recorder else { throw StoreLogError.notBegun }
    log = try recorder.log
  }

  init(contentsOf path: String) throws {
    let text: String
    do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
      throw TodoFileError(path: path, problem: "can't be read", error)
    }
    log = try StoreLog(jsonLines: text, .todo)
  }

  var text: String {
    get throws { try log.jsonLines(.todo, includesSideEffects: false) }
  }

  func write(to path: String) throws {
    let text = try text
    do { try text.write(toFile: path, atomically: true, encoding: .utf8) } catch {
      throw TodoFileError(path: path, problem: "can't be written", error)
    }
  }

  /// Has a store go through the log, with a pause after each step; or to the state at a version.
  @MainActor
  func replay(
    into store: TodoStore,
    version: UInt64? = nil,
    pause: @MainActor () async throws -> Void = {}
  ) async throws {
    if let version { return try await store.travel(to: version, in: log).value }
    for version in log.versions {
      try await store.travel(to: version, in: log).value
      try await pause()
    }
  }
}
