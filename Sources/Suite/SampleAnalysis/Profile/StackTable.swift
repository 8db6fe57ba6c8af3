import ObjectFiles
package import SampleFiles

/// The stacks of a recording, each once, of functions by name.
package struct StackTable: Sendable {
  package struct Function: Sendable, Hashable {
    package let name: String
    /// The program or library, without its folders; empty for the kernel.
    package let object: String
    /// Whether the object belongs to the system or the toolchain.
    package let isOfSystem: Bool
    /// The line at the address; `nil` where addresses aren't told apart, or it isn't known.
    package var line: SourceLine?
    /// The address; `nil` where addresses aren't told apart, or no file is known there.
    package var code: CodeAddress?
    /// What somebody who has written it would call it; `nil` where nobody has, or it isn't known.
    package var written: String?
  }

  /// What tells a stack of addresses from others: two independent mixtures of them.
  private struct RawKey: Hashable {
    var first: UInt64
    var second: UInt64
  }

  /// A stack with the line in which its innermost function was.
  private struct Seen {
    let stack: Int32
    let function: Int32
    let line: SourceLine?
    var count: UInt64 = 0
  }

  package private(set) var functions: [Function] = []
  /// By functions: the lines of it that were seen.
  private var lines: [Set<SourceLine>] = []
  /// Each as functions from the innermost.
  package private(set) var stacks: [[Int32]] = []
  private var places: [Function: Int32] = [:]
  private var known: [[Int32]: Int32] = [:]
  private var byAddresses: [RawKey: Int32] = [:]
  /// What `byAddresses` leads to.
  private var seen: [Seen] = []
  private var byAddress: [Int32: [UInt64: [Place]]] = [:]
  /// How often the addresses of a process have changed what they mean.
  private var ages: [Int32: UInt64] = [:]
  private var spaces = AddressSpaces()
  private let symbols: SampleSymbols
  private let tellsAddresses: Bool

  /// Makes one without stacks.
  ///
  /// - Parameters:
  ///   - symbols: The names of the functions.
  ///   - tellsAddresses: Whether two addresses in a function are two of ``functions``, as other tools want it.
  package init(_ symbols: SampleSymbols, tellsAddresses: Bool = false) {
    self.symbols = symbols
    self.tellsAddresses = tellsAddresses
  }

  /// Where each of ``functions`` is written: the line that ran most, or else one that was seen calling.
  ///
  /// - Complexity: Proportional to the number of stacks of addresses.
  package func sources() -> [SourceLine?] {
    var counts: [[SourceLine: UInt64]] = lines.map { lines in
      Dictionary(uniqueKeysWithValues: lines.map { ($0, 0) })
    }
    for seen in seen {
      if let line = seen.line { counts[Int(seen.function)][line, default: 0] += seen.count }
    }
    return counts.map { lines in
      lines.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
  }

  /// The functions of a stack from the innermost; none of one that isn't known.
  package func functions(of stack: Int32) -> [Function] {
    stack < 0 ? [] : stacks[Int(stack)].map { functions[Int($0)] }
  }

  /// What a thread waits for, in a stack.
  package func waitKind(of stack: Int32) -> WaitKind {
    WaitKind(names: stacks[Int(stack)].lazy.map { functions[Int($0)].name })
  }

  /// The innermost functions of a stack, in a line.
  package func text(of stack: Int32, depth: Int) -> String {
    let path = stack < 0 ? [] : stacks[Int(stack)]
    let names = path.prefix(depth).map { functions[Int($0)].name }
    return names.joined(separator: " < ") + (path.count > depth ? " < ..." : "")
  }

  /// Takes a record that may say what addresses mean.
  package mutating func note(_ record: PerfRecord) {
    guard let process = spaces.take(record) else { return }
    byAddress[process] = nil
    ages[process, default: 0] += 1
  }

  /// The program that a process has executed last; `nil` where it isn't known.
  package func program(of process: Int32) -> CodeAddress? {
    spaces.program(of: process).map {
      CodeAddress(path: $0.path, buildID: $0.buildID, address: 0)
    }
  }

  /// The number of a sample's stack.
  ///
  /// - Complexity: Proportional to the number of its addresses.
  package mutating func stack(of record: PerfRecord) -> Int32 {
    let process = record.process
    var key = RawKey(
      first: UInt64(bitPattern: Int64(process)) &+ (record.isInKernel ? 1 << 40 : 0),
      second: ages[process] ?? 0
    )
    SampledStack.forEachAddress(of: record) { address in
      key.first = (key.first ^ address) &* 0x9e37_79b9_7f4a_7c15
      key.first ^= key.first >> 29
      key.second = (key.second &+ address) &* 0xbf58_476d_1ce4_e5b9
      key.second ^= key.second >> 32
    }
    if let place = byAddresses[key] { return count(Int(place)) }
    var path: [Place] = []
    if record.isInKernel {
      let kernel = Function(name: "[kernel]", object: "", isOfSystem: true)
      path.append(Place(function: place(of: kernel), line: nil))
    }
    SampledStack.forEachAddress(of: record) { path += located(at: $0, in: process) }
    let stack = number(of: path.map(\.function))
    byAddresses[key] = Int32(seen.count)
    seen.append(Seen(stack: stack, function: path.first?.function ?? 0, line: path.first?.line))
    return count(seen.count - 1)
  }

  private mutating func count(_ place: Int) -> Int32 {
    seen[place].count += 1
    return seen[place].stack
  }

  /// The number of a stack of functions.
  package mutating func number(of path: [Int32]) -> Int32 {
    if let stack = known[path] { return stack }
    let stack = Int32(stacks.count)
    stacks.append(path)
    known[path] = stack
    return stack
  }

  /// A function, and the line of it.
  private struct Place {
    let function: Int32
    let line: SourceLine?
  }

  /// The functions that are inlined into each other at an address, the innermost first.
  private mutating func located(at address: UInt64, in process: Int32) -> [Place] {
    if let places = byAddress[process]?[address] { return places }
    let found = named(address, in: process).map { function in
      var key = function
      if !tellsAddresses { (key.line, key.code) = (nil, nil) }
      let place = place(of: key)
      if let line = function.line { lines[Int(place)].insert(line) }
      return Place(function: place, line: function.line)
    }
    byAddress[process, default: [:]][address] = found
    return found
  }

  private func named(_ address: UInt64, in process: Int32) -> [Function] {
    guard let place = spaces.place(of: address, in: process) else {
      return [Function(name: "[unknown]", object: "?", isOfSystem: true)]
    }
    let path = place.mapping.path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let object = symbols.objects[
      SampleSymbols.Key(path: path, buildID: place.mapping.buildID)
    ]
    let own = object?.address(ofOffset: place.offset) ?? place.offset
    let isOfSystem = SystemObject.contains(path)
    let code = CodeAddress(path: path, buildID: place.mapping.buildID, address: own)
    guard let frames = object?.frames[own], !frames.isEmpty else {
      // As one: which of its addresses are in one function, nobody knows.
      return [
        Function(
          name: name.hasPrefix("[") ? name : "[\(name)]",
          object: name,
          isOfSystem: isOfSystem,
          code: code
        )
      ]
    }
    return frames.map { frame in
      Function(
        name: frame.function,
        object: name,
        isOfSystem: isOfSystem,
        line: SourceLine(file: frame.file, line: frame.line),
        code: code,
        written: frame.written
      )
    }
  }

  private mutating func place(of function: Function) -> Int32 {
    if let place = places[function] { return place }
    let place = Int32(functions.count)
    functions.append(function)
    lines.append([])
    places[function] = place
    return place
  }
}
