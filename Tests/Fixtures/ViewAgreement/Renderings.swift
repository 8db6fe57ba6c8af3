import Foundation
import NativeViews

/// Texts of one tree in the three headless renderings, without the names of the views' types and the focus, which no commit tells.
@MainActor
struct Renderings: Equatable {
  let text: String
  let json: String
  let svg: String

  init(of view: NativeView, measuredBy measurer: any TextMeasuring) {
    text = Self.withoutTypes(view.renderedText())
      .replacing(/\ (focused|caret \d+|selected \d+-\d+)/, with: "")
    json = Self.dropping(view.renderedJSON(), from: "{\"type\": \"", to: "\"")
      .replacing(/, "(focused": true|selection": \[\d+, \d+\])/, with: "")
    svg = Self.dropping(view.renderedSVG(measuredBy: measurer), from: " class=\"", to: "\"")
  }

  /// The first rendering that differs, with the first line that does.
  func difference(from other: Renderings) -> String? {
    let pairs = [
      ("text", text, other.text), ("JSON", json, other.json), ("SVG", svg, other.svg),
    ]
    for (name, ours, theirs) in pairs where ours != theirs {
      let (lines, others) = (ours.split(separator: "\n"), theirs.split(separator: "\n"))
      guard let (line, other) = zip(lines, others).first(where: { $0 != $1 }) else {
        return "\(name): \(lines.count) lines, not \(others.count)"
      }
      return "\(name): \(line)\nnot: \(other)"
    }
    return nil
  }

  private static func dropping(_ text: String, from start: String, to end: String) -> String {
    let parts = text.components(separatedBy: start)
    return parts[0]
      + parts.dropFirst().map { part in
        guard let range = part.range(of: end) else { return part }
        return String(part[range.upperBound...])
      }.joined(separator: "|")
  }

  /// A line is a view: spaces, the type, and the rest.
  private static func withoutTypes(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let name = line.drop { $0 == " " }
      return line.prefix(line.count - name.count) + name.drop { $0 != " " }
    }.joined(separator: "\n")
  }
}
