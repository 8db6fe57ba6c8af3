extension StringProtocol {
  /// The columns it takes on a terminal.
  var columns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns }
  }

  /// The text with spaces appended up to at least so many columns.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - columns))
  }

  /// Its longest prefix of at most so many columns.
  func prefix(columns limit: Int) -> SubSequence { prefix(Self.fitting(self, limit)) }

  /// Its longest suffix of at most so many columns.
  func suffix(columns limit: Int) -> SubSequence { suffix(Self.fitting(reversed(), limit)) }

  private static func fitting(_ characters: some Sequence<Character>, _ limit: Int) -> Int {
    var rest = limit
    return characters.prefix {
      rest -= $0.columns
      return rest >= 0
    }.count
  }
}

extension Character {
  /// Two for characters of East Asian scripts and pictures, as terminals show them.
  ///
  /// Source: Unicode Standard Annex 11, the blocks whose characters are wide.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first, first.value >= 0x300 else { return 1 }
    switch first.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd:
      return 2
    default:
      if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{fe0f}") { return 2 }
      switch first.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return 0
      default: return 1
      }
    }
  }
}
