import Foundation
import Katana
import NativeViews
import Tempura
import Testing

#if canImport(Notes)
@testable import Notes
#endif

/// A log in a folder that goes with the test.
private final class Log {
  let folder = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID())")
  var path: String { folder.appending(path: "notes.log").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: folder) }

  var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

  /// What is left of the log where the machine has stopped: the process is gone, and of the last line a part isn't written.
  func torn(by bytes: Int) throws -> Log {
    let copy = try Log()
    let data = try Data(contentsOf: URL(filePath: path))
    try data.dropLast(bytes).write(to: URL(filePath: copy.path))
    return copy
  }

  /// Starts the notes, uses them, and ends them.
  @MainActor func run<Value>(
    link: String? = nil,
    _ use: (User<Notes>) async throws -> Value
  ) async throws -> Value {
    var options = Notes.Options()
    (options.log, options.link) = (path, link.map { OpenLink($0) })
    return try await use(.begin(Notes(options), size: CGSize(width: 320, height: 480)))
  }
}

@MainActor
struct `The log of the notes` {
  private func write(_ log: Log) async throws -> NotesState {
    try await log.run { user in
      try await user.use(.type("sesame"), .tap("Log in"), .tap("New"), .type("Tea"))
      return user.state
    }
  }

  @Test func `a start goes on where the last one ended, in the midst of a note`() async throws {
    let log = try Log()
    let state = try await write(log)
    try await log.run { user in
      #expect(user.state == state)
      #expect(user.route == ["main", "notes", "note-1"])
      try await user.use(.type("!"), .tap("Settings"), .tap("Log out"))
    }
    try await log.run(link: "notes://note/1") { #expect($0.route == ["login"]) }
    try await log.run { user in
      #expect(user.state.notes[1]?.text == "Tea!")
      await #expect(throws: NavigatorError.self) {
        try await user.dispatch(Navigate(to: ["main", "notes"]))
      }
      // The link is of the run before.
      try await user.use(.type("sesame"), .tap("Log in"))
      #expect(user.route == ["main", "notes", "note-1"])
    }
    #expect(try !log.text.contains("sesame"))
  }

  @Test func `of a crash the log has all but the line that was being written`() async throws {
    let log = try Log()
    let state = try await write(log)
    let torn = try log.torn(by: 9)
    try await torn.run { user in
      #expect(user.state.notes[1]?.text == "Te")
      #expect(user.route == ["main", "notes", "note-1"])
      try await user.use(.type("a"))
    }
    try await torn.run { #expect($0.state == state) }
  }

  @Test func `a file that is no log is an error, and stays as it is`() async throws {
    let log = try Log()
    try "precious\n".write(toFile: log.path, atomically: true, encoding: .utf8)
    await #expect(throws: StoreLogError.self) { try await log.run { _ in } }
    #expect(try log.text == "precious\n")
  }
}
