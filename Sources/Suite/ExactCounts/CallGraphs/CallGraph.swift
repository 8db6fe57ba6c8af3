/// The instructions of every function and the calls between them, as callgrind has measured them.
///
/// Numbers are those of some runs, or of one operation: graphs can be added up, and subtracted.
package struct CallGraph: Equatable, Sendable {
  /// A function, by what its library calls it.
  package struct Function: Hashable, Sendable {
    /// Its symbol, with a mark such as `'2` where it was called by itself; an address where it has none.
    package let symbol: String
    /// The name of its library; empty for the program itself.
    package let object: String
    /// Whether the library belongs to the system or to the toolchain.
    package let isOfSystem: Bool

    package init(_ symbol: String, object: String = "", isOfSystem: Bool = false) {
      self.symbol = symbol
      self.object = object
      self.isOfSystem = isOfSystem
    }
  }

  /// A caller with what it calls.
  package struct Call: Hashable, Sendable {
    package let caller: Function
    package let callee: Function

    package init(_ caller: Function, _ callee: Function) {
      self.caller = caller
      self.callee = callee
    }
  }

  /// The cost of the calls of one function by another.
  package struct CallCost: Equatable, Sendable {
    package var count = 0.0
    /// Instructions until they return, those of what is called from there included.
    package var instructions = 0.0

    package init(count: Double = 0, instructions: Double = 0) {
      self.count = count
      self.instructions = instructions
    }
  }

  /// The cost of one instruction of a program.
  package struct Site: Equatable, Sendable {
    /// How often it was executed.
    package var instructions = 0.0
    package var calls: [Function: CallCost] = [:]
  }

  /// What each function has executed itself.
  package private(set) var instructions: [Function: Double] = [:]
  package private(set) var calls: [Call: CallCost] = [:]
  /// The cost of each instruction of the program's own functions, by address; only where it was asked for.
  package private(set) var sites: [Function: [UInt64: Site]] = [:]

  package init() {}

  /// Instructions in all.
  package var total: Double { instructions.values.reduce(0, +) }

  /// Adds what a function has executed itself.
  package mutating func add(_ count: Double, to function: Function) {
    instructions[function, default: 0] += count
  }

  /// Adds calls of one function by another.
  package mutating func add(_ cost: CallCost, to call: Call) {
    calls[call, default: CallCost()].count += cost.count
    calls[call, default: CallCost()].instructions += cost.instructions
  }

  /// Adds what an instruction has executed itself.
  mutating func add(_ count: Double, at address: UInt64, of function: Function) {
    sites[function, default: [:]][address, default: Site()].instructions += count
  }

  /// Adds calls by an instruction.
  mutating func add(_ cost: CallCost, to callee: Function, at address: UInt64, of caller: Function)
  {
    var site = sites[caller, default: [:]][address, default: Site()]
    site.calls[callee, default: CallCost()].count += cost.count
    site.calls[callee, default: CallCost()].instructions += cost.instructions
    sites[caller, default: [:]][address] = site
  }

  /// Adds another graph, each number of it multiplied.
  package mutating func add(_ other: CallGraph, scale: Double = 1) {
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

/// A quantity whose difference is told function by function.
package enum CostMetric: String, Codable, CaseIterable, Sendable {
  case instructions
  /// Calls of the allocator.
  case allocations
  /// Retains of the Swift runtime.
  case retains
  /// Releases of the Swift runtime.
  case releases

  /// Tells which of them counts a call; `nil` for others, and for those that a row's counts leave out: by LTTng,
  /// within the allocator, and for a new thread.
  package init?(counting call: CallGraph.Call) {
    guard !call.caller.object.hasPrefix(CallgrindProfile.tracer) else { return nil }
    let callee = String(CallgrindSymbol.withoutMark(call.callee.symbol[...]))
    if CountedFunctions.allocations.contains(callee) {
      let caller = String(CallgrindSymbol.withoutMark(call.caller.symbol[...]))
      guard !CallgrindProfile.allocatesUncounted(caller) else { return nil }
      self = .allocations
    } else if CountedFunctions.retains.contains(callee) {
      self = .retains
    } else if CountedFunctions.releases.contains(callee) {
      self = .releases
    } else {
      return nil
    }
  }
}
