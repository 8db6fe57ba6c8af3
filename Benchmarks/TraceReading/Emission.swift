import Signposts

/// The program whose trace is read: so many pairs of intervals, one in the other, with a point inside, or so many tasks.
struct Emission {
  static let option = "--emit"
  static let taskOption = "--tasks"
  private let pairs: Int
  private let tasks: Int

  /// The emission that a command line asks for; `nil` if it asks for none.
  init?(_ arguments: [String]) {
    guard arguments.count == 3, [Self.option, Self.taskOption].contains(arguments[1]),
      let count = Int(arguments[2])
    else { return nil }
    pairs = arguments[1] == Self.option ? count : 0
    tasks = arguments[1] == Self.taskOption ? count : 0
  }

  /// Tasks in groups of a thousand, each of which does next to nothing.
  func runTasks() async {
    var sum = 0
    for _ in 0..<(tasks / 1000) {
      sum += await withTaskGroup(of: Int.self) { group in
        for number in 0..<1000 { group.addTask { number } }
        return await group.reduce(0, +)
      }
    }
    precondition(sum == tasks / 1000 * 499_500)
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
