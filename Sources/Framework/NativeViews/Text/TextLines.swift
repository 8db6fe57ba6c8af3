import Foundation

/// A text as lines that fit into a rectangle, for renderings that draw lines instead of texts.
///
/// Complexity: linear in the text's length.
struct TextLines {
  struct Line {
    var text: AttributedText
    var width: CGFloat
    var height: CGFloat
    /// Whether its paragraph is read from right to left.
    var isRightToLeft: Bool
  }

  private(set) var lines: [Line] = []

  private let block: TextBlock
  private let size: CGSize
  private let measurer: any TextMeasuring
  /// The characters' starts in UTF-8 code units, and the end of the text.
  private let starts: [Int]
  /// Whether the current paragraph is read from right to left.
  private var isRightToLeft = false

  /// Breaks a text according to its form; shows at least one line, however small the rectangle is.
  init(_ block: TextBlock, in size: CGSize, measuredBy measurer: any TextMeasuring) {
    (self.block, self.size, self.measurer) = (block, size, measurer)
    var starts: [Int] = []
    var start = 0
    for character in block.text.string {
      starts.append(start)
      start += character.utf8.count
    }
    starts.append(start)
    self.starts = starts
    breakLines()
  }

  private var truncates: Bool {
    switch block.lineBreak {
    case .byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail: true
    case .byWordWrapping, .byCharWrapping, .byClipping: false
    }
  }

  private mutating func breakLines() {
    let characters = Array(block.text.string)
    let mostLines = block.maximumLines > 0 ? block.maximumLines : .max
    let wraps = block.lineBreak != .byClipping && (mostLines > 1 || !truncates)
    var (first, height) = (0, CGFloat(0))
    while true {
      var paragraphEnd = first
      let isParagraph = lines.isEmpty || first > 0 && characters[first - 1].isNewline
      while paragraphEnd < characters.count, !characters[paragraphEnd].isNewline {
        paragraphEnd += 1
      }
      // A paragraph of symbols alone has the direction of the one before.
      if isParagraph, let direction = characters[first..<paragraphEnd].firstDirection {
        isRightToLeft = direction
      }
      var end = wraps ? lineEnd(from: first, to: paragraphEnd, in: characters) : paragraphEnd
      // Spaces at a line break belong to neither line.
      var next = end
      while next < paragraphEnd, characters[next].endsLines { next += 1 }
      if end < paragraphEnd { while end > first + 1, characters[end - 1].endsLines { end -= 1 } }
      let endsText = next == characters.count
      if next == paragraphEnd { next += 1 }

      let line = measured(first..<end)
      height += line.height
      let isLast = lines.count + 1 == mostLines || height + line.height > size.height + 0.01
      if endsText || isLast {
        let isCut = !endsText
        if truncates, isCut || line.width > size.width {
          lines.append(truncated(first..<paragraphEnd, isCut: isCut))
        } else {
          lines.append(line)
        }
        return
      }
      lines.append(line)
      first = next
    }
  }

  /// The end of the line that begins at a character, at most the paragraph's end.
  private func lineEnd(from first: Int, to end: Int, in characters: [Character]) -> Int {
    let fitting = first + longest(end - first) { self.width(first..<first + $0) <= self.size.width }
    guard fitting < end else { return end }
    guard block.lineBreak != .byCharWrapping else { return max(fitting, first + 1) }
    // Back to the start of a word; a word longer than the line breaks at the line's end.
    var place = fitting
    while place > first, !characters[place - 1].endsLines, !characters[place].endsLines {
      place -= 1
    }
    return place > first ? place : max(fitting, first + 1)
  }

  /// As much of a paragraph as fits, with an ellipsis.
  ///
  /// - Parameters:
  ///   - paragraph: The characters from the start of the line.
  ///   - isCut: Whether more of the text follows, so that the ellipsis is needed even if all of them fit.
  /// - Returns: A line that fits, if the ellipsis does.
  private func truncated(_ paragraph: Range<Int>, isCut: Bool) -> Line {
    let (first, count) = (paragraph.lowerBound, paragraph.count)
    func kept(_ number: Int) -> AttributedText {
      let head: Int
      switch block.lineBreak {
      case .byTruncatingHead: head = 0
      case .byTruncatingMiddle: head = (number + 1) / 2
      default: head = number
      }
      let before = block.text.slice(starts[first]..<starts[first + head])
      let after = block.text.slice(starts[first + count - (number - head)]..<starts[first + count])
      return before + "\u{2026}" + after
    }
    let most = isCut && block.lineBreak == .byTruncatingTail ? count : max(count - 1, 0)
    let fitting = longest(most) { self.measured(kept($0)).width <= self.size.width }
    return measured(kept(fitting))
  }

  /// The largest number up to a limit that fits, if smaller numbers always fit, too; 0 always fits.
  ///
  /// Tries numbers not much larger than the result: a long text costs no more than its visible part.
  private func longest(_ limit: Int, where fits: (Int) -> Bool) -> Int {
    var (low, step) = (0, 8)
    while low + step < limit, fits(low + step) {
      low += step
      step *= 2
    }
    var high = min(low + step, limit) + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }

  private func width(_ range: Range<Int>) -> CGFloat { measured(range).width }

  private func measured(_ range: Range<Int>) -> Line {
    measured(block.text.slice(starts[range.lowerBound]..<starts[range.upperBound]))
  }

  private func measured(_ text: AttributedText) -> Line {
    var line = block
    (line.lineBreak, line.maximumLines) = (.byClipping, 1)
    line.text = text.string.isEmpty ? " " : text
    let size = measurer.size(of: line, width: .infinity)
    return Line(
      text: text,
      width: text.string.isEmpty ? 0 : size.width,
      height: size.height,
      isRightToLeft: isRightToLeft
    )
  }
}

extension Character {
  /// Whether a line may end at it: a space that isn't a no-break space.
  fileprivate var endsLines: Bool {
    isWhitespace && !["\u{A0}", "\u{2007}", "\u{202F}"].contains(self)
  }
}

extension Collection<Character> {
  /// Whether the first letter's script is read from right to left; nil without letters.
  ///
  /// Source: Unicode Standard Annex #9, P2 and P3.
  fileprivate var firstDirection: Bool? {
    for character in self {
      for scalar in character.unicodeScalars {
        switch scalar.value {
        case 0x200E: return false
        case 0x200F, 0x061C: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .letterNumber:
          let scripts: [ClosedRange<UInt32>] = [
            0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
          ]
          return scripts.contains { $0.contains(scalar.value) }
        default: continue
        }
      }
    }
    return nil
  }
}

extension AttributedText {
  /// A part of the text, by UTF-8 code units, with its attributes.
  func slice(_ range: Range<Int>) -> AttributedText {
    let utf8 = string.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    var slice = AttributedText(string: String(string[start..<end]))
    // The first that ends after the start: a text may have as many parts as words.
    var (index, high) = (0, spans.count)
    while index < high {
      let middle = (index + high) / 2
      if spans[middle].range.upperBound > range.lowerBound {
        high = middle
      } else {
        index = middle + 1
      }
    }
    while index < spans.count, spans[index].range.lowerBound < range.upperBound {
      var span = spans[index]
      span.range =
        max(span.range.lowerBound, range.lowerBound) - range.lowerBound..<min(
          span.range.upperBound,
          range.upperBound
        ) - range.lowerBound
      slice.add(span)
      index += 1
    }
    return slice
  }
}
