import Foundation
import Testing

/// What Tests/Fixtures/TaskProgram says of its own tasks.
struct TaskLog {
  /// The body of a task, with the runtime's ids.
  struct Body {
    let construct: String
    let id: UInt64
    let parent: UInt64
    /// Readings of CLOCK_MONOTONIC; `nil` for one that never ended.
    let begin: Int64
    var end: Int64?
  }

  private(set) var bodies: [Body] = []
  /// By construct and name.
  private(set) var facts: [String: [String]] = [:]

  init(_ text: String) throws {
    for line in text.split(separator: "\n") {
      // A construct may have spaces in its name.
      let words = line.split(separator: " ").map(String.init)
      func construct(_ others: Int) -> String {
        words.dropFirst().dropLast(others).joined(separator: " ")
      }
      switch words.first {
      case "begin":
        let numbers = words.suffix(3)
        bodies.append(
          Body(
            construct: construct(3),
            id: try #require(UInt64(numbers[numbers.startIndex])),
            parent: try #require(UInt64(numbers[numbers.startIndex + 1])),
            begin: try #require(numbers.last.flatMap { Int64($0) })
          )
        )
      case "end":
        let id = try #require(UInt64(words[words.count - 2]))
        let index = try #require(bodies.lastIndex { $0.id == id })
        bodies[index].end = Int64(words[words.count - 1])
      case "fact":
        let name = "\(construct(2)): \(words[words.count - 2])"
        facts[name, default: []].append(words[words.count - 1])
      default: Issue.record("\(line)")
      }
    }
  }

  func fact(_ name: String) -> String? { facts[name]?.first }

  func bodies(of construct: String) -> [Body] { bodies.filter { $0.construct == construct } }
}
