/// The instructions of every function and the calls between functions, as measured by callgrind.
///
/// Numbers refer to some runs or to one operation: graphs can be added and subtracted.
package struct CallGraph: Equatable, Sendable {
  /// A function, identified by its symbol and library.
  struct Function: Hashable, Sendable {
    /// Its symbol, with a mark such as `'2` if it was called recursively; an address if it has none.
    let symbol: String
    /// The name of its library; empty for the program itself.
    let object: String
    /// Whether the library belongs to the system or to the toolchain.
    let isOfSystem: Bool

    init(_ symbol: String, object: String = "", isOfSystem: Bool = false) {
      self.symbol = symbol
      self.object = object
      self.isOfSystem = isOfSystem
    }
  }

  /// A caller and its callee.
  struct Call: Hashable, Sendable {
    let caller: Function
    let callee: Function

    init(_ caller: Function, _ callee: Function) {
      self.caller = caller
      self.callee = callee
    }
  }

  /// The cost of the calls of one function by another.
  struct CallCost: Equatable, Sendable {
    var count = 0.0
    /// Instructions until the calls return, including callees.
    var instructions = 0.0

    init(count: Double = 0, instructions: Double = 0) {
      self.count = count
      self.instructions = instructions
    }
  }

  /// The cost of one instruction of a program.
  struct Site: Equatable, Sendable {
    /// How often it was executed.
    var instructions = 0.0
    var calls: [Function: CallCost] = [:]
  }

  /// The instructions of each function, without callees.
  private(set) var instructions: [Function: Double] = [:]
  private(set) var calls: [Call: CallCost] = [:]
  /// The cost of each instruction of the program's own functions, by address; empty unless requested.
  private(set) var sites: [Function: [UInt64: Site]] = [:]

  init() {}

  /// The total of instructions.
  var total: Double { instructions.values.reduce(0, +) }

  /// Adds instructions of a function itself.
  mutating func add(_ count: Double, to function: Function) {
    instructions[function, default: 0] += count
  }

  /// Adds calls of one function by another.
  mutating func add(_ cost: CallCost, to call: Call) {
    calls[call, default: CallCost()].count += cost.count
    calls[call, default: CallCost()].instructions += cost.instructions
  }

  /// Adds executions of one instruction.
  mutating func add(_ count: Double, at address: UInt64, of function: Function) {
    sites[function, default: [:]][address, default: Site()].instructions += count
  }

  /// Adds calls made by one instruction.
  mutating func add(_ cost: CallCost, to callee: Function, at address: UInt64, of caller: Function)
  {
    var site = sites[caller, default: [:]][address, default: Site()]
    site.calls[callee, default: CallCost()].count += cost.count
    site.calls[callee, default: CallCost()].instructions += cost.instructions
    sites[caller, default: [:]][address] = site
  }

  /// Adds another graph, with each number scaled.
  mutating func add(_ other: CallGraph, scale: Double = 1) {
    for (function, count) in other.instructions { add(scale * count, to: function) }
    for (call, cost) in other.calls {
      add(CallCost(count: scale * cost.count, instructions: scale * cost.instructions), to: call)
    }
    for (function, addresses) in other.sites {
      for (address, site) in addresses {
        add(scale * site.instructions, at: address, of: function)
        for (callee, cost) in site.calls {
          let scaled = CallCost(
            count: scale * cost.count,
            instructions: scale * cost.instructions
          )
          add(scaled, to: callee, at: address, of: function)
        }
      }
    }
  }
}
