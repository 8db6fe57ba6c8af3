/// What may be typed into a text field.
public enum TextFilter: Hashable, Sendable {
  /// Anything.
  case none
  /// The digits 0 to 9.
  case digits
  /// Digits, with a minus sign before them.
  case integer
  /// Digits with a minus sign and one decimal point or comma.
  case decimal
  /// Some characters.
  case characters(Set<Character>)

  /// Whether a text may be in the field, if only on the way to a longer one, such as `-`.
  public func accepts(_ text: String) -> Bool {
    switch self {
    case .none: return true
    case .digits: return text.allSatisfy(\.isDigit)
    case .integer: return text.withoutSign.allSatisfy(\.isDigit)
    case .decimal:
      let points = text.count { $0 == "." || $0 == "," }
      return points <= 1
        && text.withoutSign.allSatisfy { $0.isDigit || $0 == "." || $0 == "," }
    case .characters(let allowed): return text.allSatisfy { allowed.contains($0) }
    }
  }

  /// Whether a character may be in some text of the field.
  func accepts(_ character: Character) -> Bool {
    self == .none || character == "-" && accepts("-") || accepts(String(character))
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
  fileprivate var withoutSign: Substring { first == "-" ? dropFirst() : self[...] }
}

extension TextEditor {
  /// What of a text may be inserted instead of the selection.
  func accepted(_ string: String) -> String {
    var accepted = String()
    for character in string {
      if character.isNewline, !form.isMultiline {
        accepted.append(" ")
      } else if character.isNewline || character == "\t" || !character.isControl {
        accepted.append(character)
      }
    }
    if form.filter != .none {
      accepted = accepted.filter { form.filter.accepts($0) }
      var result = text
      result.replace(selection.range, with: accepted)
      guard form.filter.accepts(result.string) else { return "" }
    }
    if let most = form.maximumLength {
      let kept = text.string.count - selectedText.count
      accepted = String(accepted.prefix(max(most - kept, 0)))
    }
    return accepted
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
  }
}
