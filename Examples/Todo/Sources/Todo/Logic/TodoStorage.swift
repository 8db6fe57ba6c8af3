import Foundation

/// Where items are kept while the program doesn't run.
protocol TodoStorage: Sendable {
  func load() async throws -> [TodoItem]
  /// Writes what the closure returns; one after the other.
  func save(_ items: @Sendable () -> [TodoItem]) async throws
}

/// Keeps items as long as the program runs.
actor TodoMemory: TodoStorage {
  private(set) var items: [TodoItem]

  init(_ items: [TodoItem] = []) { self.items = items }

  func load() -> [TodoItem] { items }
  func save(_ items: @Sendable () -> [TodoItem]) { self.items = items() }
}

/// Keeps items in a file of JSON.
actor TodoFile: TodoStorage {
  private let path: String
  /// What can't be read isn't written over.
  private var isUnreadable = false

  init(path: String) { self.path = path }

  func load() throws -> [TodoItem] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    do {
      let items = try JSONDecoder().decode(
        [TodoItem].self,
        from: Data(contentsOf: URL(filePath: path))
      )
      guard Set(items.map(\.id)).count == items.count else { throw SharedID() }
      return items
    } catch {
      isUnreadable = true
      throw TodoFileError(path: path, problem: "can't be read", error)
    }
  }

  func save(_ items: @Sendable () -> [TodoItem]) throws {
    do {
      if isUnreadable { throw WouldOverwrite() }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(items()).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw TodoFileError(path: path, problem: "can't be written", error)
    }
  }
}

private struct SharedID: LocalizedError {
  var errorDescription: String? { "Two items have one id." }
}

private struct WouldOverwrite: LocalizedError {
  var errorDescription: String? { "It has something that isn't a list of items." }
}

/// Why items could not be kept.
struct TodoFileError: Error, CustomStringConvertible {
  let path: String
  let problem: String
  let reason: String

  init(path: String, problem: String, _ error: any Error) {
    (self.path, self.problem, reason) = (path, problem, error.localizedDescription)
  }

  var description: String { "\(path): it \(problem); name another file. (\(reason))" }
}
