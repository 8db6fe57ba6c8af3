import Foundation
import KatanaElements
import NativeViewsCairo

/// Shows the counter in the ways that the arguments say.
@main
@MainActor
struct CounterProgram {
  private static let usage = """
    usage: Counter [--count N] [--headless] [--svg FILE] [--png FILE] [--gtk] [--gtk-png FILE]
      --count N       the number that it begins with
      --headless      prints the views as text, taps "Increment" twice and "Decrement" once, and prints them again
      --svg FILE      writes a picture by the headless backend
      --png FILE      writes a picture by Cairo
      --gtk           opens a window; without a display, run it as xvfb-run
      --gtk-png FILE  opens a window, writes a picture of it, and closes it
    """

  private static let size = CGSize(width: 320, height: 480)

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    guard !arguments.isEmpty, !arguments.contains("--help") else { return print(usage) }
    var count = 0
    var rest = arguments[...]
    while let option = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw UsageError(option: option, usage: usage) }
        return value
      }
      switch option {
      case "--count":
        guard let number = Int(try value()) else { throw UsageError(option: option, usage: usage) }
        count = number
      case "--headless": try printHeadless(count: count)
      case "--svg": try Data(svg(count: count).utf8).write(to: URL(filePath: try value()))
      case "--png":
        let tree = ViewTree(size: size, backend: try CairoBackend())
        try show(count: count, in: tree) { try CairoRenderer().png(of: tree.root) }
          .write(to: URL(filePath: try value()))
      case "--gtk": try runWindow(size: size, count: count, screenshot: nil)
      case "--gtk-png": try runWindow(size: size, count: count, screenshot: try value())
      default: throw UsageError(option: option, usage: usage)
      }
    }
  }

  private static func printHeadless(count: Int) throws {
    let tree = ViewTree(size: size)
    try show(count: count, in: tree) {
      print(tree.root.renderedText())
      try tree.button("Increment").tap()
      try tree.button("Increment").tap()
      try tree.button("Decrement").tap()
      print(tree.root.renderedText(), terminator: "")
    }
  }

  private static func svg(count: Int) throws -> String {
    let tree = ViewTree(size: size)
    return try show(count: count, in: tree) { tree.root.renderedSVG() }
  }

  /// Runs a closure while the counter is in a tree.
  private static func show<Result>(
    count: Int,
    in tree: ViewTree,
    _ body: () throws -> Result
  ) throws -> Result {
    let counter = RenderedCounter(in: tree.root, count: count)
    tree.flush()
    return try withExtendedLifetime(counter, body)
  }
}

/// An argument that isn't understood.
struct UsageError: Error, CustomStringConvertible {
  let option: String
  let usage: String

  var description: String { "\(option): it isn't an option, or its value is missing\n\(usage)" }
}
