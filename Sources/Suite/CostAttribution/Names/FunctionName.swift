import CMachine
import ExactCounts
import Glibc

/// The name of a function as the person who wrote it would say it.
///
/// What the compiler makes of one function has its name: the parts of an asynchronous function, its
/// specializations, its thunks, its closures.
package struct FunctionName: Hashable, Sendable {
  /// Its module; empty where the symbol doesn't tell, as of C.
  package let module: String
  /// Its name in the module, such as `Parser.next(strict:)`.
  package let text: String
  /// Whether a person has written it, and neither the compiler nor those of the toolchain: what others
  /// cost is told of the function that calls them.
  package let isWritten: Bool
}

extension FunctionName {
  /// Reads the symbol of a function, with its mark of recursion.
  ///
  /// - Parameters:
  ///   - symbol: The symbol, or an address where it has none.
  ///   - object: The library; empty for the program.
  ///   - isOfSystem: Whether the library belongs to the system or the toolchain.
  package init(symbol: String, object: String = "", isOfSystem: Bool = false) {
    let plain = String(CallgrindSymbol.withoutMark(symbol[...]))
    if plain.hasPrefix("0x") {
      // The same address is another function in another build.
      self.init(
        module: "",
        text: object.isEmpty ? plain : "\(plain) of \(object)",
        isWritten: false
      )
      return
    }
    guard let readable = SwiftSymbol.readable(plain) else {
      let plain = RustSymbol.readable(plain) ?? plain
      let isRuntime = Self.runtimePrefixes.contains { plain.hasPrefix($0) }
      // `pthread_mutex_lock@@GLIBC_2.2.5`
      let name = plain.firstRange(of: "@").map { String(plain[..<$0.lowerBound]) } ?? plain
      self.init(module: "", text: name, isWritten: !isOfSystem && !isRuntime)
      return
    }
    let name = ReadableName(readable)
    self.init(
      module: name.module,
      text: name.text,
      isWritten: !isOfSystem && !name.isGenerated
        && !Self.toolchainModules.contains(name.module)
    )
  }

  /// Reads the symbol of a function of a graph.
  init(_ function: CallGraph.Function) {
    self.init(
      symbol: function.symbol,
      object: function.object,
      isOfSystem: function.isOfSystem
    )
  }

  /// Without its labels: the same for a function whose parameters have changed.
  package var stem: String {
    let end = text.firstIndex(of: "(") ?? text.endIndex
    return "\(module).\(text[..<end])"
  }

  /// What belongs to the runtime also where it is linked into the program.
  private static let runtimePrefixes = [
    "swift_", "_swift_", "swift::", "__swift_", "_dispatch_", "dispatch_", "__libc_", "_start",
    "(below main)", "__cxa_", "_dl_", "std::", "operator new", "operator delete", "_Unwind_",
  ]

  private static let toolchainModules: Set<String> = [
    "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "Glibc", "Observation",
    "RegexBuilder", "Swift", "SwiftGlibc", "SwiftShims", "Synchronization",
    "_Concurrency", "_FoundationCShims", "_FoundationCollections", "_FoundationICU",
    "_RegexParser", "_StringProcessing", "_Volatile", "__C", "__C_Synthesized",
  ]
}

extension FunctionName {
  /// The name of a function as stacks show it: closures are told apart from the functions that they are in, which may be around
  /// them in the same stack.
  package static func shown(symbol: String) -> String {
    let name = FunctionName(symbol: symbol).text
    guard let readable = SwiftSymbol.readable(symbol) else { return name }
    // Not one that a specialization is told by: `specialization <... closure #1 in f> of g`.
    let own = readable.ranges(of: "> of ").last.map { readable[$0.upperBound...] } ?? readable[...]
    let head = own.firstRange(of: " in ").map { own[..<$0.lowerBound] } ?? own.prefix(0)
    return head.contains("closure #") ? "closure in \(name)" : name
  }
}

/// The readable form of a Rust symbol of the older kind, which is one of C++ with the signs that those can't have written out.
///
/// Source: the crate rustc-demangle, src/legacy.rs.
enum RustSymbol {
  private static let signs = [
    "SP": "@", "BP": "*", "RF": "&", "LT": "<", "GT": ">", "LP": "(", "RP": ")", "C": ",",
  ]

  /// Reads a symbol of which the C++ names are apart; `nil` for one that isn't of Rust.
  static func readable(_ symbol: String) -> String? {
    guard let hash = symbol.firstMatch(of: #/::h[0-9a-f]{16}(?= |$)/#) else { return nil }
    var name = String(symbol[..<hash.range.lowerBound])
    name.replace(#/(^|::)_(?=\$)/#) { String($0.1) }
    name.replace(#/\$(?:u([0-9a-f]{1,6})|([A-Z]+))\$/#) { match -> String in
      let scalar = match.1.flatMap { UInt32($0, radix: 16) }.flatMap { Unicode.Scalar($0) }
      if let scalar { return String(scalar) }
      return match.2.flatMap { signs[String($0)] } ?? String(match.0)
    }
    return name.replacing("..", with: "::")
  }
}

/// The runtime's readable form of a Swift symbol.
enum SwiftSymbol {
  /// Demangles a symbol; `nil` for one that isn't of Swift.
  static func readable(_ symbol: String) -> String? {
    guard
      symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("$e")
        || symbol.hasPrefix("_$s") || symbol.hasPrefix("_T")
    else { return nil }
    var symbol = symbol
    return symbol.withUTF8 { bytes -> String? in
      // SAFETY: the bytes are read before the call returns; what it returns is a text of its own, freed here.
      unsafe bytes.withMemoryRebound(to: CChar.self) { name -> String? in
        guard let text = unsafe swift_demangle(name.baseAddress, name.count, nil, nil, 0) else {
          return nil
        }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
      }
    }
  }
}
