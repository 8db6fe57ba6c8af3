import Signposts

/// The program whose trace is read: so many pairs of intervals, one in the other, with a point inside.
struct Emission {
  static let option = "--emit"
  private let pairs: Int

  /// The emission that a command line asks for; `nil` if it asks for none.
  init?(_ arguments: [String]) {
    guard arguments.count == 3, arguments[1] == Self.option, let pairs = Int(arguments[2]) else {
      return nil
    }
    self.pairs = pairs
  }

  func run() {
    let signposter = Signposter(subsystem: "benchmark", category: "reading")
    for index in 0..<pairs {
      signposter.withIntervalSignpost("outer") {
        let state =
          index.isMultiple(of: 2)
          ? signposter.beginInterval("even") : signposter.beginInterval("odd")
        signposter.emitEvent("tick", "a message")
        signposter.endInterval(state)
      }
    }
  }
}
