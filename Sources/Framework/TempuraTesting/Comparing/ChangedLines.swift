/// The lines in which two texts of a tree differ, each with the views around it.
///
/// Source: docs/semantics/tempura.md, S2.
public struct ChangedLines: Hashable, Sendable, CustomStringConvertible {
  /// A line that only one of the texts has.
  public struct Line: Hashable, Sendable {
    /// Whether the new text has it; otherwise the reference.
    public let isNew: Bool
    /// The line without its indentation: a view.
    public let text: String
    /// The views around it, from the root, without their frames.
    public let parents: [String]
  }

  /// The lines in the order of the texts, those of the reference first where both have some at one place.
  public let lines: [Line]

  /// Compares two texts, of which a line that is more indented belongs to the one before it that is less.
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
    let removed = difference.removals.map { change in
      (place: change.place, line: Self.line(old, start + change.place, isNew: false))
    }
    let inserted = difference.insertions.map { change in
      (place: change.place, line: Self.line(new, start + change.place, isNew: true))
    }
    lines = Self.merge(removed, inserted)
  }

  /// Both kinds in the order of the texts: what was removed is counted in the old one, and what is new in the new one.
  private static func merge(
    _ removed: [(place: Int, line: Line)],
    _ inserted: [(place: Int, line: Line)]
  ) -> [Line] {
    var lines: [Line] = []
    var (old, new) = (removed[...], inserted[...])
    // The number of removed lines less that of inserted ones before a place.
    var shift = 0
    while let next = old.first {
      while let other = new.first, other.place + shift < next.place {
        lines.append(other.line)
        new = new.dropFirst()
        shift -= 1
      }
      lines.append(next.line)
      old = old.dropFirst()
      shift += 1
    }
    return lines + new.map(\.line)
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

  /// A line up to the view's frame: its type, its role and what it is called by.
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

  /// At most 40 lines: `-` before one of the reference, `+` before a new one, under the views around them.
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
