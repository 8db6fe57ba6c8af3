import ReportRendering

/// A flame graph of two sides, where the width of a rectangle is the cost of its calls, red if they got dearer and blue if they got
/// cheaper; or a flame graph of the times of one side.
package struct FlameGraph {
  private static let width = 1200.0
  private static let rowHeight = 17.0
  private static let headerHeight = 44.0

  private struct Node {
    var base = 0.0
    var head = 0.0
    var children: [String: Node] = [:]

    /// Widths that add up, with equal weight for both sides: so code that was removed shows too.
    var size: Double { (base + head) / 2 }

    mutating func add(_ stack: DifferentialStack, from depth: Int) {
      base += stack.base
      head += stack.head
      guard depth < stack.frames.count else { return }
      children[stack.frames[depth], default: Node()].add(stack, from: depth + 1)
    }

    var depth: Int { 1 + (children.values.map(\.depth).max() ?? 0) }
  }

  private let root: Node
  private let title: String
  /// Whether there are two sides.
  private let isDifference: Bool

  package init(_ stacks: [DifferentialStack], title: String) {
    self.init(stacks, title: title, isDifference: true)
  }

  /// Creates a graph of times.
  ///
  /// - Parameters:
  ///   - stacks: Functions from the outermost, and their time in nanoseconds.
  ///   - title: The title.
  package init(times stacks: [(frames: [String], time: Double)], title: String) {
    let stacks = stacks.map {
      DifferentialStack(frames: $0.frames, base: $0.time, head: $0.time)
    }
    self.init(stacks, title: title, isDifference: false)
  }

  private init(_ stacks: [DifferentialStack], title: String, isDifference: Bool) {
    var root = Node()
    for stack in stacks { root.add(stack, from: 0) }
    self.root = root
    self.title = title
    self.isDifference = isDifference
  }

  /// The stacks in the format of other tools: frames, base, head.
  package static func folded(_ stacks: [DifferentialStack]) -> String {
    stacks.map { stack in
      let frames = stack.frames.map { frame in
        String(frame.map { ";\n".contains($0) ? "," : $0 })
      }
      return frames.joined(separator: ";")
        + " \(Int(stack.base.rounded())) \(Int(stack.head.rounded()))\n"
    }.joined()
  }

  package func svg() -> String {
    let height = Self.headerHeight + Double(root.depth) * Self.rowHeight + 8
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(Self.width)) \
      \(Self.number(height))" font-family="sans-serif" font-size="11">
      <title>\(HTMLPage.escape(title))</title>
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text x="6" y="16" font-size="13" fill="#1c1c1e">\(HTMLPage.escape(title))</text>
      <text x="6" y="34" fill="#5a5a60">\(HTMLPage.escape(subtitle))</text>

      """
    if root.size > 0 { draw(root, name: "all", from: 0, depth: 0, into: &text) }
    return text + "</svg>\n"
  }

  private var subtitle: String {
    guard isDifference else { return Self.time(root.size) + " in all" }
    return
      "Instructions an operation: \(CulpritText.count(root.base)) before, \(CulpritText.count(root.head)) now. "
      + "Red: dearer now; blue: cheaper."
  }

  private func label(_ name: String, _ node: Node) -> String {
    guard isDifference else {
      let share = NumberFormat.percent(node.size / root.size, decimals: 1)
      return "\(name): \(Self.time(node.size)), \(share)"
    }
    return "\(name): \(CulpritText.count(node.base)) -> \(CulpritText.count(node.head)) "
      + "(\(CulpritText.signed(node.head - node.base)))"
  }

  private static func time(_ nanoseconds: Double) -> String {
    DurationFormat.string(nanoseconds: nanoseconds)
  }

  private func draw(
    _ node: Node,
    name: String,
    from left: Double,
    depth: Int,
    into text: inout String
  ) {
    let scale = Self.width / root.size
    let width = node.size * scale
    // Narrower ones are invisible.
    guard width >= 0.3 else { return }
    let top = Self.headerHeight + Double(depth) * Self.rowHeight
    let color = isDifference ? color(of: node.head - node.base) : Self.color(of: name)
    text += """
      <g><title>\(HTMLPage.escape(label(name, node)))</title>\
      <rect x="\(Self.number(left))" y="\(Self.number(top))" width="\(Self.number(width))" \
      height="\(Self.number(Self.rowHeight - 1))" fill="\(color)"/>
      """
    let letters = Int(width / 6.2)
    if letters >= 3 {
      let shown = name.count > letters ? String(name.prefix(letters - 2)) + ".." : name
      text += """
        <text x="\(Self.number(left + 3))" y="\(Self.number(top + 12))" fill="#1c1c1e">\
        \(HTMLPage.escape(shown))</text>
        """
    }
    text += "</g>\n"
    var left = left
    for (child, node) in node.children.sorted(by: { $0.key < $1.key }) {
      draw(node, name: child, from: left, depth: depth + 1, into: &text)
      left += node.size * scale
    }
  }

  /// White for no change, full color for the largest.
  private func color(of change: Double) -> String {
    let largest = max(abs(root.head - root.base), 0.01 * root.size, 1e-9)
    let strength = min(1, abs(change) / largest)
    // The smallest shown changes are visible, and large ones leave the text readable.
    let pale = abs(change) < 0.01 * largest ? 240 : Int(225 - 130 * strength)
    if pale == 240 { return "rgb(240,240,240)" }
    return change > 0 ? "rgb(255,\(pale),\(pale))" : "rgb(\(pale),\(pale),255)"
  }

  /// A warm color, always the same for a function.
  private static func color(of name: String) -> String {
    let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return "rgb(\(225 + hash % 30),\(150 + hash / 32 % 80),\(90 + hash / 4096 % 50))"
  }

  private static func number(_ value: Double) -> String { NumberFormat.string(value, decimals: 1) }
}
