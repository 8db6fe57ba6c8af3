import Foundation
import ObjectFiles

/// Reads a callgrind profile as a call graph.
///
/// Source: the Callgrind format specification, valgrind manual, chapter 6. A cost line belongs to the last `fn=`, whichever file `fi=` and
/// `fe=` say it was inlined from. A cost line after `calls=` is the inclusive cost of the call, not the caller's own cost.
struct CallGraphReader {
  private var graph = CallGraph()
  private let keepsSites: Bool
  private var names: [Substring: String] = [:]
  private var objects: [Substring: String] = [:]
  /// The command line, starting with the program.
  private var command = ""
  /// The number of columns before the cost.
  private var positions = 1
  private var hasAddresses = false
  private var object = ""
  private var calleeObject: String?
  private var function: CallGraph.Function?
  private var callee: CallGraph.Function?
  /// The cost of the function since its last `fn=` line.
  private var ownCost = 0.0
  private var pendingCalls: Double?
  private var isAfterJump = false
  private var address: UInt64 = 0

  /// Reads a profile.
  ///
  /// - Parameters:
  ///   - text: Output of callgrind.
  ///   - keepsSites: Whether to keep the cost of each instruction, if the profile has it.
  /// - Returns: The graph.
  /// - Complexity: Proportional to the length of the text.
  static func graph(of text: String, keepsSites: Bool = false) -> CallGraph {
    var reader = CallGraphReader(keepsSites: keepsSites)
    for line in Array(text.utf8).split(separator: UInt8(ascii: "\n")) { reader.read(line) }
    reader.endFunction()
    return reader.graph
  }

  private init(keepsSites: Bool) {
    self.keepsSites = keepsSites
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    switch line[line.startIndex] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "*"):
      readCost(line)
    default:
      let mark = line.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }
      guard let mark else { return }
      let key = String(decoding: line[..<mark], as: UTF8.self)
      // Irrelevant lines are frequent, so only their key is decoded.
      guard Self.keys.contains(key) else { return }
      readField(key, String(decoding: line[line.index(after: mark)...], as: UTF8.self)[...])
    }
  }

  private static let keys: Set<String> = [
    "ob", "cob", "fn", "cfn", "calls", "jump", "jcnd", "positions", "cmd",
  ]

  private mutating func readField(_ key: String, _ value: Substring) {
    switch key {
    case "ob": object = Self.resolve(value, in: &objects)
    case "cob": calleeObject = Self.resolve(value, in: &objects)
    case "fn":
      endFunction()
      function = named(Self.resolve(value, in: &names), of: object)
    case "cfn":
      callee = named(Self.resolve(value, in: &names), of: calleeObject ?? object)
    case "calls": pendingCalls = Double(value.prefix { $0 != " " }) ?? 0
    case "jump", "jcnd": isAfterJump = true
    case "positions":
      let words = value.split(separator: " ")
      positions = max(words.count, 1)
      hasAddresses = words.first == "instr"
    case "cmd": command = value.trimmingCharacters(in: .whitespaces)
    default: break
    }
  }

  private mutating func readCost(_ line: ArraySlice<UInt8>) {
    let columns = line.split(separator: UInt8(ascii: " "))
    if hasAddresses { address = Self.position(columns[0], after: address) }
    if isAfterJump {
      isAfterJump = false
      return
    }
    let cost =
      columns.count > positions
      ? Double(String(decoding: columns[positions], as: UTF8.self)) ?? 0 : 0
    guard let function else { return }
    let isSite = keepsSites && hasAddresses && !function.isOfSystem && function.object.isEmpty
    if let count = pendingCalls {
      pendingCalls = nil
      calleeObject = nil
      guard let callee else { return }
      let total = CallGraph.CallCost(count: count, instructions: cost)
      graph.add(total, to: CallGraph.Call(function, callee))
      if isSite { graph.add(total, to: callee, at: address, of: function) }
    } else {
      ownCost += cost
      if isSite { graph.add(cost, at: address, of: function) }
    }
  }

  private mutating func endFunction() {
    if let function { graph.add(ownCost, to: function) }
    ownCost = 0
  }

  /// A position, which may be relative to the previous one.
  private static func position(_ text: ArraySlice<UInt8>, after last: UInt64) -> UInt64 {
    func number(_ text: ArraySlice<UInt8>) -> UInt64 {
      let text = String(decoding: text, as: UTF8.self)
      return text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) ?? 0 : UInt64(text) ?? 0
    }
    return switch text.first {
    case UInt8(ascii: "*"): last
    case UInt8(ascii: "+"): last &+ number(text.dropFirst())
    case UInt8(ascii: "-"): last &- number(text.dropFirst())
    default: number(text)
    }
  }

  /// The text that `(3) name` defines and `(3)` refers to.
  private static func resolve(_ value: Substring, in table: inout [Substring: String]) -> String {
    guard value.hasPrefix("("), let end = value.firstIndex(of: ")"),
      value[value.index(after: value.startIndex)..<end].allSatisfy(\.isNumber)
    else { return String(value) }
    let number = value[...end]
    let text = value[value.index(after: end)...].drop { $0 == " " }
    if !text.isEmpty { table[number] = String(text) }
    return table[number] ?? String(number)
  }

  private func named(_ symbol: String, of path: String) -> CallGraph.Function {
    if isProgram(path) { return CallGraph.Function(symbol) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return CallGraph.Function(symbol, object: name, isOfSystem: SystemObject.contains(path))
  }

  private func isProgram(_ path: String) -> Bool {
    if path.isEmpty || command == path || command.hasPrefix("\(path) ") { return true }
    // The program may be found on PATH, or through a link to its directory.
    let word = command.prefix { $0 != " " }
    return !word.isEmpty && word.split(separator: "/").last == path.split(separator: "/").last
  }
}
