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

  /// Creates a name.
  package init(module: String, text: String, isWritten: Bool) {
    self.module = module
    self.text = text
    self.isWritten = isWritten
  }

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
    if symbol.hasPrefix("_Z"), let readable = CPlusPlusSymbol.readable(symbol) { return readable }
    let name = FunctionName(symbol: symbol).text
    guard let readable = SwiftSymbol.readable(symbol) else { return name }
    // Not one that a specialization is told by: `specialization <... closure #1 in f> of g`.
    let own = readable.ranges(of: "> of ").last.map { readable[$0.upperBound...] } ?? readable[...]
    let head = own.firstRange(of: " in ").map { own[..<$0.lowerBound] } ?? own.prefix(0)
    return head.contains("closure #") ? "closure in \(name)" : name
  }
}

/// The readable form of a C++ symbol.
enum CPlusPlusSymbol {
  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<Int32>?
    ) -> UnsafeMutablePointer<CChar>?

  /// Demangles a symbol; `nil` for one that isn't of C++, or where no C++ library is loaded.
  static func readable(_ symbol: String) -> String? {
    // Looked up: Swift's runtime brings the library, and this program isn't linked with it.
    guard let function = unsafe dlsym(nil, "__cxa_demangle") else { return nil }
    // SAFETY: the C++ ABI declares the function so; its text is of malloc, and freed here.
    let demangle = unsafe unsafeBitCast(function, to: Demangle.self)
    guard let text = unsafe demangle(symbol, nil, nil, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
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
