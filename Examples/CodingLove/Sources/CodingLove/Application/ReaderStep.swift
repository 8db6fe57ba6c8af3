import Foundation
import Katana
import KatanaElements

/// What a script does with the reader, besides taps.
enum ReaderStep: ApplicationStep {
  case scroll(rows: Int)
  case scrollToEnd
  case see(String)
  case awaitAnswer

  static let usage = """
      --scroll ROWS     scrolls down
      --end             scrolls to the end of what is there
      --see TEXT        waits until a text is on screen
      --answer          waits for a page that takes long
    """

  init?(_ option: String, from arguments: inout Arguments) throws(UsageError) {
    switch option {
    case "--scroll":
      self = .scroll(rows: try arguments.number(of: option, in: -1_000_000...1_000_000))
    case "--end": self = .scrollToEnd
    case "--see": self = .see(try arguments.value(of: option))
    case "--answer": self = .awaitAnswer
    default: return nil
    }
  }

  var description: String {
    switch self {
    case .scroll(let rows): "scroll \(rows)"
    case .scrollToEnd: "end"
    case .see(let text): "see \(text)"
    case .awaitAnswer: "answer"
    }
  }
}

extension ReaderApplication {
  func perform(_ step: ReaderStep, by user: User<ReaderApplication>) async throws {
    switch step {
    case .scroll(let rows): try user.scroll(by: CGFloat(rows) * Look.rowHeight)
    case .scrollToEnd: try user.scroll(by: .greatestFiniteMagnitude)
    case .see(let text): try await user.see(text)
    case .awaitAnswer:
      let isOver = {
        let isIdle = store.isIdle
        // What is shown may ask for more.
        user.tree.flush()
        return isIdle && store.isIdle
      }
      try await user.wait(until: isOver, "the last answer")
    }
  }
}

extension User<ReaderApplication> {
  /// Turns the wheel over the table.
  func scroll(by distance: CGFloat) throws {
    let farthest = CGFloat(application.store.state.rows.count + 1) * Look.rowHeight
    let distance = CGSize(width: 0, height: min(distance, farthest))
    try tree.view("table").scroll(by: distance)
  }

  /// Waits until a text is on screen; what else is under way goes on.
  func see(_ text: String) async throws {
    let label = tree.query(role: .label, containing: text)
    try await wait(until: { label.exists }, "\"\(text)\" to be on screen")
  }
}
