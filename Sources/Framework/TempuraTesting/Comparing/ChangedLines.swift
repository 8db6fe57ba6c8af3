/// The lines that differ between two texts of a tree, each with its enclosing views.
///
/// Source: docs/semantics/tempura.md, S2.
public struct ChangedLines: Hashable, Sendable, CustomStringConvertible {
  /// A line in only one of the texts.
  public struct Line: Hashable, Sendable {
    /// Whether the line is in the new text; otherwise it is in the reference.
    public let isNew: Bool
    /// The line without its indentation: a view.
    public let text: String
    /// The enclosing views, from the root, without their frames.
    public let parents: [String]
  }

  /// The lines in text order, at each place the reference's first.
  public let lines: [Line]

  /// Compares two texts in which a more indented line belongs to the previous less indented one.
  ///
  /// Complexity: O((n + m) * d) for `n` and `m` lines between equal ends, of which `d` differ.
  public init(from reference: String, to text: String) {
    let old = reference.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let difference = new[start..<new.count - end]
      .difference(from: old[start..<old.count - end])
    let removed = Set(difference.removals.map(\.place))
    let inserted = Set(difference.insertions.map(\.place))
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while lines.count < difference.count {
      if removed.contains(left) {
        lines.append(Self.line(old, start + left, isNew: false))
        left += 1
      } else if inserted.contains(right) {
        lines.append(Self.line(new, start + right, isNew: true))
        right += 1
      } else {
        (left, right) = (left + 1, right + 1)
      }
    }
    self.lines = lines
  }

  private static func line(_ lines: [Substring], _ place: Int, isNew: Bool) -> Line {
    var parents: [String] = []
    var depth = indentation(lines[place])
    for line in lines[..<place].reversed() where indentation(line) < depth && !line.isEmpty {
      depth = indentation(line)
      parents.append(name(of: line.drop { $0 == " " }))
      if depth == 0 { break }
    }
    return Line(
      isNew: isNew,
      text: String(lines[place].drop { $0 == " " }),
      parents: parents.reversed()
    )
  }

  /// A line up to the view's frame: type, role and name.
  private static func name(of line: Substring) -> String {
    if line.first == "{" {
      return String(line.firstRange(of: ", \"frame\"").map { line[..<$0.lowerBound] + "}" } ?? line)
    }
    guard let parenthesis = line.lastIndex(of: "(") else { return String(line) }
    return String(line[..<parenthesis].reversed().drop { $0 == " " }.reversed())
  }

  private static func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }

  /// Whether nothing differs.
  public var isEmpty: Bool { lines.isEmpty }

  /// At most 40 lines under their enclosing views: `-` marks a line of the reference, `+` a new one.
  public var description: String {
    var text: [String] = []
    var parents: [String]?
    for line in lines.prefix(40) {
      if line.parents != parents {
        parents = line.parents
        if !line.parents.isEmpty { text.append("in \(line.parents.joined(separator: " > ")):") }
      }
      text.append((line.isNew ? "+ " : "- ") + line.text)
    }
    if lines.count > 40 { text.append("and \(lines.count - 40) lines more") }
    return text.joined(separator: "\n")
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
