import Foundation
import Katana
import KatanaElements

/// The reader, as it is shown.
struct ReaderApplication: ShownApplication {
  typealias OwnStep = ReaderStep

  static let name = "CodingLove"
  static let size = Look.size
  static let waitsForRest = true

  struct Options: ApplicationOptions {
    static let usage = """
        It starts a server on 127.0.0.1, and reads from it. What that has:
        --posts N         the number of posts, 60 unless given
        --fail PAGE       the page that fails when it is asked for first, 2 unless given; 0 for none
        --slow PAGE       the page that takes four seconds, 3 unless given; 0 for none
      """

    var posts = 60
    /// Numbers as people count them.
    var failingPage = 2
    var slowPage = 3

    mutating func take(
      _ option: String,
      from arguments: inout Arguments
    ) throws(UsageError) -> Bool {
      switch option {
      case "--posts": posts = try arguments.number(of: option, in: 0...1_000_000)
      case "--fail": failingPage = try arguments.number(of: option, in: 0...1_000_000)
      case "--slow": slowPage = try arguments.number(of: option, in: 0...1_000_000)
      default: return false
      }
      return true
    }
  }

  let store: ReaderStore
  private let tapped = TappedRequest()
  /// What is left to be done at the end.
  private let cleanUp: @Sendable () async -> Void

  init(_ store: ReaderStore, atEnd cleanUp: @escaping @Sendable () async -> Void = {}) {
    (self.store, self.cleanUp) = (store, cleanUp)
  }

  /// Reads until a page fails, tries that again, and gets tired of the slow one.
  var ownSteps: [ScriptStep<ReaderStep>] {
    [
      .tap("Read"), .own(.scrollToEnd), .tap("Retry"), .own(.scrollToEnd), .tap("Stop"),
      .tap("Retry"), .own(.awaitAnswer), .tap("Top"), .tap("Back"),
    ]
  }

  /// Whether all that was asked for is there, or the screen says that it takes long: something else than when the user tapped,
  /// for that is what a tap on "Stop" is to end.
  var isIdle: Bool {
    let phase = store.state.phase
    return store.isIdle || phase.isSlow && phase.request != tapped.request
  }

  func userTaps() {
    let phase = store.state.phase
    tapped.request = phase.isSlow ? phase.request : nil
  }

  func show(in tree: ViewTree) -> Renderer {
    let root = CodingLove(props: .build { $0.frame = tree.root.bounds })
    let renderer = Renderer(rootDescription: root, store: store)
    renderer.render(in: tree.root)
    return renderer
  }

  /// What is under way is for nobody then.
  func windowDidClose(_ shown: Renderer) { store.dispatch(CloseFeed()) }

  func end() async throws { await cleanUp() }
}

/// The request that took long already when the user tapped.
@MainActor
private final class TappedRequest {
  var request: Int?
}
