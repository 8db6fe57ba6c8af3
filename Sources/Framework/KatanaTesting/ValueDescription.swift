import Katana

/// Writes values as indented lines, and finds where two differ.
enum ValueDescription {
  /// The lines that describe a value: its stored properties or elements, to the leaves.
  ///
  /// Elements of sets and dictionaries are sorted by their descriptions, because their own order changes from run to run.
  static func lines(of value: Any, label: String = "", depth: Int = 0) -> [String] {
    let indentation = String(repeating: "  ", count: depth)
    let mirror = Mirror(reflecting: value)
    // An object may refer to itself, so it is a leaf.
    guard !mirror.children.isEmpty, mirror.displayStyle != .class else {
      return [indentation + label + leaf(value)]
    }
    if mirror.displayStyle == .optional, let (_, wrapped) = mirror.children.first {
      return lines(of: wrapped, label: label, depth: depth)
    }
    var parts: [[String]] = []
    for (index, child) in mirror.children.enumerated() {
      switch mirror.displayStyle {
      case .set: parts.append(lines(of: child.value, depth: depth + 1))
      case .dictionary:
        let pair = Array(Mirror(reflecting: child.value).children)
        guard pair.count == 2 else { continue }
        let key = lines(of: pair[0].value).joined(separator: " ")
        parts.append(lines(of: pair[1].value, label: "\(key): ", depth: depth + 1))
      default:
        let name = child.label ?? "[\(index)]"
        parts.append(lines(of: child.value, label: "\(name): ", depth: depth + 1))
      }
    }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
      parts.sort { $0.joined() < $1.joined() }
    }
    return ["\(indentation)\(label)\(type(of: value))"] + parts.joined()
  }

  private static func leaf(_ value: Any) -> String {
    if let text = value as? String { return text.debugDescription }
    return String(describing: value)
  }

  /// The lines of both values: `-` before lines of only the expected one, `+` before lines of only the actual one, and two equal lines
  /// around each difference.
  static func difference(expected: Any, actual: Any) -> String {
    let old = lines(of: expected)
    let new = lines(of: actual)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var marked: [(mark: String, line: String)] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        marked.append(("-", old[left]))
        left += 1
      } else if inserted.contains(right) {
        marked.append(("+", new[right]))
        right += 1
      } else {
        marked.append((" ", old[left]))
        (left, right) = (left + 1, right + 1)
      }
    }
    return withContext(marked).joined(separator: "\n")
  }

  private static func withContext(_ marked: [(mark: String, line: String)]) -> [String] {
    let context = 2
    var result: [String] = []
    var isSkipping = false
    for index in marked.indices {
      let around = marked[max(0, index - context)...min(marked.count - 1, index + context)]
      // The first line has the type.
      if index == 0 || around.contains(where: { $0.mark != " " }) {
        result.append("\(marked[index].mark) \(marked[index].line)")
        isSkipping = false
      } else if !isSkipping {
        result.append("  ...")
        isSkipping = true
      }
    }
    return result
  }
}

/// Whether two items are the same to a test.
enum ItemMatch {
  /// Equal if they can be compared, else of one type and with the same description to the leaves.
  ///
  /// An updater of a slice equals what was dispatched to the slice, whichever of the two the test names.
  static func matches(_ left: any Dispatchable, _ right: any Dispatchable) -> Bool {
    let (left, right) = (left.unscoped, right.unscoped)
    guard type(of: left) == type(of: right) else { return false }
    func isEqual<E: Equatable>(_ left: E) -> Bool { left == right as? E }
    if let left = left as? any Equatable { return isEqual(left) }
    return ValueDescription.lines(of: left) == ValueDescription.lines(of: right)
  }
}
