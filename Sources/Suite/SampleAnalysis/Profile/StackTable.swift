package import SampleFiles

/// The stacks of a recording, each once, of functions by name.
package struct StackTable: Sendable {
  /// A function.
  package struct Function: Sendable, Hashable {
    package let name: String
    /// The program or library, without its folders; empty for the kernel.
    package let object: String
    /// Whether the object belongs to the system or the toolchain.
    package let isOfSystem: Bool
  }

  /// What tells a stack of addresses from others: two independent mixtures of them.
  private struct RawKey: Hashable {
    var first: UInt64
    var second: UInt64
  }

  package private(set) var functions: [Function] = []
  /// Each as functions from the innermost.
  package private(set) var stacks: [[Int32]] = []
  private var places: [Function: Int32] = [:]
  private var known: [[Int32]: Int32] = [:]
  private var byAddresses: [RawKey: Int32] = [:]
  private var byAddress: [Int32: [UInt64: [Int32]]] = [:]
  /// How often the addresses of a process have changed what they mean.
  private var ages: [Int32: UInt64] = [:]
  private var spaces = AddressSpaces()
  private let symbols: SampleSymbols

  package init(_ symbols: SampleSymbols) { self.symbols = symbols }

  /// Takes a record that may say what addresses mean.
  package mutating func note(_ record: PerfRecord) {
    guard let process = spaces.take(record) else { return }
    byAddress[process] = nil
    ages[process, default: 0] += 1
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
    if let stack = byAddresses[key] { return stack }
    var path: [Int32] = []
    if record.isInKernel {
      path.append(place(of: Function(name: "[kernel]", object: "", isOfSystem: true)))
    }
    SampledStack.forEachAddress(of: record) { path += functions(at: $0, in: process) }
    let stack = number(of: path)
    byAddresses[key] = stack
    return stack
  }

  /// The number of a stack of functions.
  package mutating func number(of path: [Int32]) -> Int32 {
    if let stack = known[path] { return stack }
    let stack = Int32(stacks.count)
    stacks.append(path)
    known[path] = stack
    return stack
  }

  /// The functions that are inlined into each other at an address, the innermost first.
  private mutating func functions(at address: UInt64, in process: Int32) -> [Int32] {
    if let functions = byAddress[process]?[address] { return functions }
    let found = named(address, in: process).map { place(of: $0) }
    byAddress[process, default: [:]][address] = found
    return found
  }

  private func named(_ address: UInt64, in process: Int32) -> [Function] {
    func hexadecimal(_ number: UInt64) -> String { "0x" + String(number, radix: 16) }
    guard let place = spaces.place(of: address, in: process) else {
      return [Function(name: hexadecimal(address), object: "?", isOfSystem: true)]
    }
    let path = place.mapping.path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let object = symbols.objects[
      SampleSymbols.Key(path: path, buildID: place.mapping.buildID)
    ]
    let own = object?.address(ofOffset: place.offset) ?? place.offset
    let isOfSystem = Self.isOfSystem(path)
    guard let frames = object?.frames[own], !frames.isEmpty else {
      return [Function(name: "\(name)+\(hexadecimal(own))", object: name, isOfSystem: isOfSystem)]
    }
    return frames.map { Function(name: $0.function, object: name, isOfSystem: isOfSystem) }
  }

  private mutating func place(of function: Function) -> Int32 {
    if let place = places[function] { return place }
    let place = Int32(functions.count)
    functions.append(function)
    places[function] = place
    return place
  }

  private static func isOfSystem(_ path: String) -> Bool {
    !path.hasPrefix("/")
      || ["/usr/lib", "/lib", "/usr/bin/", "/bin/", "/opt/swift/"].contains { path.hasPrefix($0) }
      || path.contains("/lib/swift/linux/")
  }
}
