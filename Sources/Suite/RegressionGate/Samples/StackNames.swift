import CostAttribution
import FoundationEssentials
import ObjectFiles
import SuiteErrors

/// The functions of sampled addresses, in programs and libraries that both sides may share.
struct StackNames {
  private let symbolizer: Symbolizer
  /// By object and its own address.
  private var names: [String: [UInt64: FunctionName]] = [:]

  init(_ symbolizer: Symbolizer) {
    self.symbolizer = symbolizer
  }

  /// Finds the names of all addresses of some stacks.
  ///
  /// - Throws: `SuiteError` where the tool that knows them fails.
  mutating func find(_ stacks: SampledStacks) async throws(SuiteError) {
    var unknown: [String: Set<UInt64>] = [:]
    for stack in stacks.stacks + stacks.waits {
      for (place, address) in stack.addresses.enumerated() {
        guard let own = Self.own(address, isCaller: place > 0, in: stacks),
          names[own.path]?[own.address] == nil
        else { continue }
        unknown[own.path, default: []].insert(own.address)
      }
    }
    for (path, addresses) in unknown {
      // The kernel's own part of each process (linux-vdso.so.1) is no file.
      let symbols =
        FileManager.default.isReadableFile(atPath: path)
        ? try await symbolizer.symbols(ofOwn: addresses, program: path) : [:]
      let isOfSystem = SystemObject.contains(path)
      for address in addresses {
        // The outermost of those that are inlined there: a function with a symbol, which both sides have.
        let symbol = symbols[address]?.last ?? ""
        names[path, default: [:]][address] =
          symbol.isEmpty
          ? FunctionName(
            symbol: "0x\(String(address, radix: 16))",
            object: path,
            isOfSystem: isOfSystem
          )
          : FunctionName(symbol: symbol, object: path, isOfSystem: isOfSystem)
      }
    }
  }

  /// The function that a stack's time is told of: the innermost that a person has written, or else the innermost.
  func function(of stack: SampledStacks.Stack, in stacks: SampledStacks) -> FunctionName? {
    let functions = stack.addresses.enumerated().lazy.compactMap { place, address in
      Self.own(address, isCaller: place > 0, in: stacks).flatMap { names[$0.path]?[$0.address] }
    }
    return functions.first(where: \.isWritten) ?? functions.first
  }

  /// An address as its object has it; that of a caller is where it goes on, one byte behind its call.
  private static func own(
    _ address: UInt64,
    isCaller: Bool,
    in stacks: SampledStacks
  ) -> (path: String, address: UInt64)? {
    let address = isCaller ? address &- 1 : address
    return stacks.object(of: address).map { ($0.path, address &- $0.shift) }
  }
}
