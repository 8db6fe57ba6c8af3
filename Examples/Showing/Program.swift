import Dispatch
import Foundation
import NativeViews
import NativeViewsCairo
import NativeViewsGTK

/// A program that shows an application in the way that its arguments say.
@MainActor
struct Program<Application: ShownApplication> {
  private var showing = ShowingOptions<Application.OwnStep>()
  private var options = Application.Options()

  /// Runs the program to its end; from a `main.swift`.
  ///
  /// - Parameter makeApplication: Makes the application that was asked for.
  static func main(_ makeApplication: (Application.Options) throws -> Application) -> Never {
    do {
      let program = try Program(Array(CommandLine.arguments.dropFirst()))
      if program.showing.wantsHelp {
        print(usage)
        exit(0)
      }
      let application = try makeApplication(program.options)
      // GTK has the main thread, so that nothing here is awaited before it gives it back.
      try program.runWindow(of: application)
      Task { exit(await program.finish(application)) }
      dispatchMain()
    } catch {
      tell(error)
      exit(1)
    }
  }

  /// Does what is left after the window, or without one.
  ///
  /// - Returns: The exit status. (Where tasks end the process themselves, Swift 6.3's optimizer crashes.)
  private func finish(_ application: Application) async -> Int32 {
    do {
      try await showWithoutWindow(application)
      try await application.end()
      return 0
    } catch {
      Self.tell(error)
      return 1
    }
  }

  init(_ list: [String]) throws(UsageError) {
    var arguments = Arguments(list, of: Application.name)
    while let option = arguments.next() {
      if try showing.take(option, from: &arguments) { continue }
      if try options.take(option, from: &arguments) { continue }
      throw arguments.mistake(option, "there is no such option")
    }
    try showing.check(arguments)
    try options.check(arguments)
  }

  private static var usage: String {
    """
    usage: \(Application.name) [OPTION...]
    \(ShowingOptions<Application.OwnStep>.usage)
    Of this application:
    \(Application.Options.usage)
    """
  }

  private var size: CGSize { showing.size ?? Application.size }

  private static func tell(_ error: any Error) {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  }

  /// Opens the window, if one is asked for, and returns when it is closed.
  private func runWindow(of application: Application) throws {
    let picture: String?
    switch showing.mode {
    case .window: picture = nil
    case .windowPNG(let path): picture = path
    case .headless, .png, .svg: return
    }
    let outcome = WindowOutcome()
    try GTKApplication.run {
      let shown = try ShownWindow(application, size: size)
      Task {
        do {
          try await shown.user.begin()
          guard let picture else { return }
          try await shown.writePicture(after: showing.steps, to: picture)
        } catch { outcome.failure = error }
        shown.window.close()
      }
    }
    if let failure = outcome.failure { throw failure }
  }

  /// Does what is done without a window.
  private func showWithoutWindow(_ application: Application) async throws {
    switch showing.mode {
    case .window, .windowPNG: break
    case .headless: try await printSteps(of: User.begin(application, size: size))
    case .png(let path):
      let user = try await use(application) { try CairoBackend(clock: $0) }
      try CairoRenderer().pixels(of: user.tree.root).writePNG(to: path)
    case .svg(let path):
      // Where Pango is missing, characters count as blocks.
      let measurer: any TextMeasuring = (try? PangoTextMeasurer()) ?? BlockTextMeasurer()
      let user = try await use(application) { HeadlessBackend(measurer: measurer, clock: $0) }
      try Data(user.tree.root.renderedSVG().utf8).write(to: URL(filePath: path))
    }
  }

  /// Does the steps of the script.
  private func use(
    _ application: Application,
    shownBy makeBackend: @MainActor (ManualFrameSource) throws -> any ViewBackend
  ) async throws -> User<Application> {
    let user = try await User.begin(application, size: size, shownBy: makeBackend)
    try await user.perform(showing.steps)
    return user
  }

  /// Prints the views, and after each step the lines that it has changed.
  private func printSteps(of user: User<Application>) async throws {
    print("-- start")
    var text = user.tree.root.renderedText()
    print(text, terminator: "")
    for step in showing.steps.isEmpty ? user.application.ownSteps : showing.steps {
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
