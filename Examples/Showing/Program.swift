import Dispatch
import Foundation
import KatanaUI
import NativeViews
import NativeViewsCairo
import NativeViewsGTK

/// A program that shows an application in the way that its arguments say.
@MainActor
struct Program<Application: ShownApplication> {
  private var showing = ShowingOptions()
  private var options = Application.Options()

  /// Runs the program to its end; from a `main.swift`.
  static func main() -> Never {
    do {
      let program = try Program(Array(CommandLine.arguments.dropFirst()))
      // GTK has the main thread, so that nothing here is awaited before it gives it back.
      if try program.runWindow() { exit(0) }
      Task {
        do {
          try await program.run()
          exit(0)
        } catch { fail(error) }
      }
      dispatchMain()
    } catch {
      fail(error)
    }
  }

  init(_ list: [String]) throws {
    var arguments = Arguments(list, of: Application.name)
    while let option = arguments.next() {
      if try showing.take(option, from: &arguments) { continue }
      if try options.take(option, from: &arguments) { continue }
      throw arguments.mistake(option, "there is no such option")
    }
    try showing.check(arguments)
  }

  private static var usage: String {
    """
    usage: \(Application.name) [OPTION...]
    \(ShowingOptions.usage)
    Of this application:
    \(Application.Options.usage)
    """
  }

  private var size: CGSize { showing.size ?? Application.size }

  private static func fail(_ error: any Error) -> Never {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
  }

  /// Opens the window and returns when it is closed; `false` where none is asked for.
  private func runWindow() throws -> Bool {
    var picture: String?
    switch showing.mode {
    case _ where showing.wantsHelp: return false
    case .window: break
    case .windowPNG(let path): picture = path
    case .headless, .png, .svg: return false
    }
    let application = try Application(options)
    let outcome = WindowOutcome()
    try GTKApplication.run {
      let window = try GTKWindow(title: Application.name, size: size)
      let user = User(application, in: window.tree, clock: nil)
      // Views follow the store as long as their renderer is kept.
      window.onClose = { withExtendedLifetime(user) {} }
      guard let picture else { return }
      Task {
        do { try await use(window, by: user, writingPictureTo: picture) } catch {
          outcome.failure = error
        }
        window.close()
      }
    }
    if let failure = outcome.failure { throw failure }
    return true
  }

  private func use(
    _ window: GTKWindow,
    by user: User<Application>,
    writingPictureTo path: String
  ) async throws {
    // It is on the display after some frames.
    for _ in 0..<200 where (try? window.screenshot()) == nil {
      try await Task.sleep(for: .milliseconds(50))
    }
    for step in showing.steps { try await user.perform(step) }
    try window.screenshot().writePNG(to: path)
  }

  /// Does all but the window.
  func run() async throws {
    if showing.wantsHelp { return print(Self.usage) }
    let application = try Application(options)
    switch showing.mode {
    case .window, .windowPNG: break
    case .headless: try await printSteps(of: User(application, size: size))
    case .png(let path):
      let clock = ManualFrameSource()
      let tree = ViewTree(size: size, backend: try CairoBackend(clock: clock))
      let user = User(application, in: tree, clock: clock)
      for step in showing.steps { try await user.perform(step) }
      try CairoRenderer().pixels(of: tree.root).writePNG(to: path)
    case .svg(let path):
      // Where Pango is missing, characters count as blocks.
      let measurer: any TextMeasuring = (try? PangoTextMeasurer()) ?? BlockTextMeasurer()
      let clock = ManualFrameSource()
      let backend = HeadlessBackend(measurer: measurer, clock: clock)
      let user = User(application, in: ViewTree(size: size, backend: backend), clock: clock)
      for step in showing.steps { try await user.perform(step) }
      try Data(user.tree.root.renderedSVG().utf8).write(to: URL(filePath: path))
    }
  }

  /// Prints the views, and after each step the lines that it has changed.
  private func printSteps(of user: User<Application>) async throws {
    print("-- start")
    var text = user.tree.root.renderedText()
    print(text, terminator: "")
    for step in showing.steps.isEmpty ? Application.ownSteps : showing.steps {
      try await user.perform(step)
      let next = user.tree.root.renderedText()
      print("-- \(step)")
      print(Self.changes(from: text, to: next), terminator: "")
      text = next
    }
  }

  /// The lines that differ: those that are gone behind a `-`, those that have come behind a `+`.
  static func changes(from old: String, to new: String) -> String {
    let (olds, news) = (old.split(separator: "\n"), new.split(separator: "\n"))
    var lines = ""
    let changes = news.difference(from: olds)
    let gone = Set(changes.removals.map(\.offset))
    let come = Set(changes.insertions.map(\.offset))
    var (place, other) = (0, 0)
    while place < olds.count || other < news.count {
      if gone.contains(place) {
        lines += "- \(olds[place])\n"
        place += 1
      } else if come.contains(other) {
        lines += "+ \(news[other])\n"
        other += 1
      } else {
        (place, other) = (place + 1, other + 1)
      }
    }
    return lines
  }
}

/// What has gone wrong while a window was open.
@MainActor
private final class WindowOutcome {
  var failure: (any Error)?
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
