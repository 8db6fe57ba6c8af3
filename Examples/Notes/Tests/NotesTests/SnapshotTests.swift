import Foundation
import Katana
import NativeViews
import NativeViewsCairo
import Tempura
import TempuraTesting
import Testing

#if canImport(Notes)
@testable import Notes
#endif

@MainActor
@Suite(.serialized)
struct `The notes look as their references do` {
  /// Pictures are those of the libraries that have painted them; with others only the texts of the trees are compared.
  private static let references: Snapshots = {
    let painters =
      "cairo 1.16.0, pango 1.50.12, freetype 2.12.1, harfbuzz 6.0.0, fontconfig 2.14.1, DejaVu Sans 2.37"
    let snapshots = Snapshots.besides(#filePath)
    if (try? "\(LibraryVersions.current())") != painters { snapshots.formats = [.text] }
    return snapshots
  }()

  private func expect(
    _ name: String,
    _ store: NotesStore,
    after steps: [ScriptStep<NoStep>] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let user = try await User.begin(Notes(store), size: CGSize(width: 320, height: 480)) {
      try CairoBackend(clock: $0)
    }
    try await user.perform(steps)
    expectSnapshot(
      of: user.tree.root,
      named: name,
      in: Self.references,
      sourceLocation: sourceLocation
    )
  }

  private let texts = ["Water the plants\nnot the cactus", "Buy milk", ""]

  @Test func `a login that was refused`() async throws {
    let steps: [ScriptStep<NoStep>] = [.type("guess"), .tap("Log in"), .type("again")]
    try await expect("login.refused", NotesStore(), after: steps)
  }

  @Test func `the list`() async throws { try await expect("list", NotesStore(texts)) }

  @Test func `a note`() async throws {
    try await expect("note", NotesStore(texts), after: [.tap("Water the plants"), .type("!")])
  }

  @Test func `the settings`() async throws {
    try await expect("settings", NotesStore(texts), after: [.tap("Settings")])
  }
}
