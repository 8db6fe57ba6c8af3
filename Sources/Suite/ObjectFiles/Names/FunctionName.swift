import CMachine
import Glibc

/// The name of a function in the words of its author.
///
/// Everything that the compiler derives from a function has its name: the parts of an asynchronous function, its specializations, its
/// thunks, its closures.
package struct FunctionName: Hashable, Sendable {
  /// Its module; empty if the symbol has none, as in C.
  package let module: String
  /// Its name in the module, such as `Parser.next(strict:)`.
  package let text: String
  /// Whether a person has written it, not the compiler or the toolchain's authors: others' costs count for the function that calls them.
  package let isWritten: Bool
}

extension FunctionName {
  /// Reads the symbol of a function.
  ///
  /// - Parameters:
  ///   - symbol: The symbol, or an address if it has none.
  ///   - object: The library; empty for the program.
  ///   - isOfSystem: Whether the library belongs to the system or the toolchain.
  package init(symbol: String, object: String = "", isOfSystem: Bool = false) {
    if symbol.hasPrefix("0x") {
      // In another build the same address is another function.
      self.init(
        module: "",
        text: object.isEmpty ? symbol : "\(symbol) of \(object)",
        isWritten: false
      )
      return
    }
    guard let readable = SwiftSymbol.readable(symbol) else {
      let plain = RustSymbol.readable(symbol) ?? symbol
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

  /// The name without labels: the same for a function whose parameters have changed.
  package var stem: String {
    let end = text.firstIndex(of: "(") ?? text.endIndex
    return "\(module).\(text[..<end])"
  }

  /// Prefixes of the runtime's functions, which belong to it even if linked into the program.
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
  /// The name of a function as stacks show it: closures differ from the functions around them, which may be in the same stack, and from
  /// each other.
  ///
  /// - Parameters:
  ///   - symbol: Its symbol.
  ///   - begin: Where it begins in its source; `nil` if unknown.
  /// - Returns: Such as `Gallery.load()`, or `closure 2 in Gallery.load(), Gallery.swift:40`.
  package static func shown(
    symbol: String,
    begin: (file: String, line: Int)? = nil
  ) -> String {
    let name = FunctionName(symbol: symbol).text
    let closures = SwiftSymbol.readable(symbol).map { ReadableName($0).closures } ?? []
    guard !closures.isEmpty else { return name }
    let place = begin.map { begin in
      ", \(begin.file.split(separator: "/").last ?? ""):\(begin.line)"
    }
    return (closures + [name]).joined(separator: " in ") + (place ?? "")
  }

  /// The symbol of a closure of which the compiler has made something else: a part of an asynchronous one, or what calls it with its
  /// context; `nil` for a function that is none.
  package static func closure(of symbol: String) -> String? {
    guard let readable = SwiftSymbol.readable(symbol), !ReadableName(readable).closures.isEmpty
    else { return nil }
    let made = symbol.firstRange(of: #/(?:TA)?(?:\.\d+)?(?:T[QY]\d+_)?$/#)
    return String(symbol[..<(made?.lowerBound ?? symbol.endIndex)])
  }

  /// A shown name without the line where its closure begins: for where another of its lines is told besides.
  package static func withoutLine(ofShown name: String) -> String {
    name.firstMatch(of: #/^((?:implicit )?closure .+), [^,]+:\d+$/#).map { String($0.1) } ?? name
  }

  /// The function of a shown name, without the closures in it: also as older versions have written it, `closure in f`.
  package static func function(ofShown name: some StringProtocol) -> Substring {
    var name = Substring(name)
    while let closure = name.prefixMatch(of: #/(?:implicit )?closure (?:\d+ )?in /#) {
      name = name[closure.range.upperBound...]
    }
    return name
  }
}

/// The readable form of an older Rust symbol: a C++ symbol with escapes for the characters that C++ can't have.
///
/// Source: the crate rustc-demangle, src/legacy.rs.
enum RustSymbol {
  private static let signs = [
    "SP": "@", "BP": "*", "RF": "&", "LT": "<", "GT": ">", "LP": "(", "RP": ")", "C": ",",
  ]

  /// Reads a symbol whose C++ names are separated; `nil` if it isn't Rust.
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
  /// Demangles a symbol; `nil` if it isn't Swift.
  static func readable(_ symbol: String) -> String? {
    guard
      symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("$e")
        || symbol.hasPrefix("_$s") || symbol.hasPrefix("_T")
    else { return nil }
    var symbol = symbol
    return symbol.withUTF8 { bytes -> String? in
      // SAFETY: the bytes are read before the call returns; its result is a separate text, freed here.
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
