import ObjectFiles

/// The symbols that callgrind writes.
enum CallgrindSymbol {
  /// The symbol without a recursion mark: `swift_release'2` is `swift_release`, called recursively.
  static func withoutMark(_ symbol: Substring) -> Substring {
    guard let mark = symbol.lastIndex(of: "'"), mark != symbol.startIndex,
      symbol.index(after: mark) != symbol.endIndex,
      symbol[mark...].dropFirst().allSatisfy(\.isNumber)
    else { return symbol }
    return symbol[..<mark]
  }
}

extension FunctionName {
  /// Reads the symbol of a function of a graph.
  init(_ function: CallGraph.Function) {
    self.init(
      symbol: String(CallgrindSymbol.withoutMark(function.symbol[...])),
      object: function.object,
      isOfSystem: function.isOfSystem
    )
  }
}
