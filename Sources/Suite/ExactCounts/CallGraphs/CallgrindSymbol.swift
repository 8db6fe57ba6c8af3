/// The symbols that callgrind writes.
package enum CallgrindSymbol {
  /// `swift_release'2` is `swift_release`, called from itself.
  package static func withoutMark(_ symbol: Substring) -> Substring {
    guard let mark = symbol.lastIndex(of: "'"), mark != symbol.startIndex,
      symbol.index(after: mark) != symbol.endIndex,
      symbol[mark...].dropFirst().allSatisfy(\.isNumber)
    else { return symbol }
    return symbol[..<mark]
  }
}
