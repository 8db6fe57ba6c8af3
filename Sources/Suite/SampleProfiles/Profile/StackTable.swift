import ObjectFiles
package import SampleFiles

/// The stacks of a recording, each once, as functions by name.
package struct StackTable: Sendable {
  package struct Function: Sendable, Hashable {
    package let name: String
    /// The program or library, without its folders; empty for the kernel.
    package let object: String
    /// Whether the object belongs to the system or the toolchain.
    package let isOfSystem: Bool
    /// The line at the address; `nil` if addresses aren't distinguished, or it is unknown.
    package var line: SourceLine?
    /// The address; `nil` if addresses aren't distinguished, or its file is unknown.
    package var code: CodeAddress?
    /// Its name in the source; `nil` if nobody wrote it, or it is unknown.
    package var written: String?
  }

  /// The identity of a stack of addresses: two independent hashes of them.
  private struct RawKey: Hashable {
    var first: UInt64
    var second: UInt64

    func hash(into hasher: inout Hasher) { hasher.combine(first) }
  }

  /// A stack with the line of its innermost function.
  private struct Seen {
    let stack: Int32
    let function: Int32
    let line: SourceLine?
    var count: UInt64 = 0
  }

  package var functions: [Function] { functionPlaces.all }
  /// Each as functions from the innermost.
  package var stacks: [[Int32]] { stackPlaces.all }
  private var functionPlaces = Places<Function>()
  private var stackPlaces = Places<[Int32]>()
  /// The seen lines of each function.
  private var lines: [Set<SourceLine>] = []
  private var byAddresses: [RawKey: Int32] = [:]
  /// The values that `byAddresses` refers to.
  private var seen: [Seen] = []
  private var byAddress: [Int32: [UInt64: [Place]]] = [:]
  /// How often the meaning of a process's addresses has changed.
  private var ages: [Int32: UInt64] = [:]
  /// That of the last sample's process, of which there are many in sequence.
  private var lastAge: (process: Int32, age: UInt64)?
  private var spaces = AddressSpaces()
  private let symbols: SampleSymbols
  private let tellsAddresses: Bool

  /// Creates a table without stacks.
  ///
  /// - Parameters:
  ///   - symbols: The names of the functions.
  ///   - tellsAddresses: Whether two addresses in a function are two of ``functions``, as other tools want it.
  package init(_ symbols: SampleSymbols, tellsAddresses: Bool = false) {
    self.symbols = symbols
    self.tellsAddresses = tellsAddresses
  }

  /// The source of each of ``functions``: the line that ran most, or else one seen calling.
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

  /// The functions of a stack from the innermost; none for an unknown stack.
  package func functions(of stack: Int32) -> [Function] {
    stack < 0 ? [] : stacks[Int(stack)].map { functions[Int($0)] }
  }

  /// The innermost functions of a stack, in a line.
  package func text(of stack: Int32, depth: Int) -> String {
    let path = stack < 0 ? [] : stacks[Int(stack)]
    return StackText.shown(path.map { functions[Int($0)].name }, depth: depth)
  }

  /// Takes a record that may change the meaning of addresses.
  package mutating func note(_ record: PerfRecord) {
    if let process = spaces.take(record) { change(process) }
  }

  /// Takes a file that a process has mapped.
  package mutating func note(_ mapping: SampledMapping) {
    if let process = spaces.take(mapping) { change(process) }
  }

  /// The program that a process executed last; `nil` if unknown.
  package func program(of process: Int32) -> CodeAddress? {
    spaces.program(of: process).map {
      CodeAddress(path: $0.path, buildID: $0.buildID, address: 0)
    }
  }

  /// The number of a sample's stack; a stopped thread has one of its own.
  ///
  /// - Complexity: Proportional to the number of its addresses.
  package mutating func stack(of record: PerfRecord, isStopped: Bool = false) -> Int32 {
    let process = record.process
    let bits: UInt64 = (record.isInKernel ? 1 << 40 : 0) + (isStopped ? 1 << 41 : 0)
    var key = RawKey(
      first: UInt64(bitPattern: Int64(process)) &+ bits,
      second: age(of: process)
    )
    SampledStack.forEachAddress(of: record) { address in
      key.first = (key.first ^ address) &* 0x9e37_79b9_7f4a_7c15
      key.first ^= key.first >> 29
      key.second = (key.second &+ address) &* 0xbf58_476d_1ce4_e5b9
      key.second ^= key.second >> 32
    }
    if let place = byAddresses[key] { return count(Int(place)) }
    var path: [Place] = []
    for (function, isThere) in [(Self.stopped, isStopped), (Self.kernel, record.isInKernel)]
    where isThere {
      path.append(Place(function: place(of: function), line: nil))
    }
    SampledStack.forEachAddress(of: record) { address in
      let found = located(at: address, in: process)
      guard PerfRecord.isOfKernel(address) else {
        path += found
        return
      }
      // Those without a name are told as one.
      let unnamed = place(of: Self.kernel)
      if path.last?.function == unnamed { path.removeLast() }
      path += found
    }
    let stack = number(of: path.map(\.function))
    byAddresses[key] = Int32(seen.count)
    seen.append(Seen(stack: stack, function: path.first?.function ?? 0, line: path.first?.line))
    return count(seen.count - 1)
  }

  /// The number of a stack of addresses from the innermost, each within the instruction that runs or calls.
  package mutating func stack(of addresses: [UInt64], in process: Int32) -> Int32 {
    number(of: addresses.flatMap { located(at: $0, in: process).map(\.function) })
  }

  private mutating func age(of process: Int32) -> UInt64 {
    if let lastAge, lastAge.process == process { return lastAge.age }
    let age = ages[process] ?? 0
    lastAge = (process, age)
    return age
  }

  /// Notes that addresses of a process have changed their meaning.
  private mutating func change(_ process: Int32) {
    byAddress[process] = nil
    ages[process, default: 0] += 1
    lastAge = nil
  }

  private mutating func count(_ place: Int) -> Int32 {
    seen[place].count += 1
    return seen[place].stack
  }

  /// The number of a stack of functions.
  package mutating func number(of path: [Int32]) -> Int32 { stackPlaces.place(of: path) }

  /// A function, and the line of it.
  private struct Place {
    let function: Int32
    let line: SourceLine?
  }

  /// The functions inlined into each other at an address, the innermost first.
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

  /// A function of the kernel without a name.
  private static let kernel = Function(name: "[kernel]", object: "", isOfSystem: true)

  /// The innermost function of a thread that a signal or a debugger has stopped, wherever that was.
  package static let stopped = Function(name: "[stopped]", object: "", isOfSystem: true)

  /// The functions at an address of the kernel, or of code that a process has compiled itself; `nil` if none is known.
  private func named(_ address: UInt64, of key: SampleSymbols.Key) -> [Function]? {
    let isKernel = key == .kernel
    return symbols.objects[key]?.frames[address]?.map { frame in
      Function(
        name: frame.function,
        object: isKernel ? "" : key.path.split(separator: "/").last.map(String.init) ?? key.path,
        isOfSystem: isKernel,
        written: isKernel ? nil : frame.function
      )
    }
  }

  private func named(_ address: UInt64, in process: Int32) -> [Function] {
    if PerfRecord.isOfKernel(address) { return named(address, of: .kernel) ?? [Self.kernel] }
    if let generated = named(address, of: .generated(by: process)) { return generated }
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
      // One function for all, as the functions of its addresses are unknown.
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
    let place = functionPlaces.place(of: function)
    if place == lines.count { lines.append([]) }
    return place
  }
}
