import CPangoCairo
import NativeViews

extension CairoFonts {
  /// Diagnoses of what a text lacks: each family once, and characters once per script.
  ///
  /// - Parameters:
  ///   - block: The text.
  ///   - layout: The text's layout, fitted.
  ///   - subject: The text's name in diagnoses without a view.
  /// - Returns: What wasn't reported before.
  func lacks(
    of block: TextBlock,
    in layout: TextLayout,
    subject: @autoclosure () -> String
  ) -> [ViewDiagnosis] {
    let spans = block.text.spans
    let namesFamilies = block.font.family != nil || !spans.isEmpty
    let lacksGlyphs = layout.lacksGlyphs
    guard namesFamilies || lacksGlyphs else { return [] }
    var diagnoses: [ViewDiagnosis] = []
    for case let family? in [block.font.family] + spans.map(\.attributes.font?.family)
    where isNews("family \(family)") && !contains(family: family) {
      diagnoses.append(
        ViewDiagnosis(
          subject: subject(),
          problem: "there is no font family \"\(family)\"; the bundled one is shown",
          remedy: "register its file with CairoFonts(registering:), or name another family"
        )
      )
    }
    if lacksGlyphs {
      for (script, characters) in missing(from: block.text.string) where isNews(script.key) {
        diagnoses.append(
          ViewDiagnosis(
            subject: subject(),
            problem: "no font has \(Self.list(characters)); boxes are shown",
            remedy: hasInstalled
              ? "install \(script.package), or register the file of one with CairoFonts(registering:)"
              : "register the file of one that has with CairoFonts(registering:), or show it in those of the machine with CairoFonts.installed()"
          )
        )
      }
    }
    return diagnoses
  }

  /// Characters that no font has, by script, without scripts already reported.
  private func missing(from text: String) -> [(Script, [Unicode.Scalar])] {
    var all = Set<Unicode.Scalar>()
    var missing: [(script: Script, characters: [Unicode.Scalar])] = []
    for scalar in text.unicodeScalars where !scalar.isASCII && all.insert(scalar).inserted {
      // Invisible characters need no font.
      let properties = scalar.properties
      guard !properties.isDefaultIgnorableCodePoint, !properties.isWhitespace else { continue }
      let script = Script(of: scalar)
      // Asks all fonts for a character, which takes long.
      guard !isTold(script.key), !covers(scalar) else { continue }
      if let index = missing.firstIndex(where: { $0.script == script }) {
        missing[index].characters.append(scalar)
      } else {
        missing.append((script, [scalar]))
      }
    }
    return missing
  }

  /// A script of ISO 15924, or emoji, which belong to none.
  private struct Script: Equatable {
    private static let emoji = Script(code: 0)
    private let code: UInt32

    private init(code: UInt32) { self.code = code }

    init(of scalar: Unicode.Scalar) {
      self = scalar.properties.isEmoji ? .emoji : Script(code: cpc_script(scalar.value))
    }

    var key: String { "script \(code)" }

    /// Debian's package with fonts for it.
    var package: String {
      if self == .emoji { return "fonts-noto-color-emoji" }
      let eastAsian = ["Bopo", "Hang", "Hani", "Hira", "Kana"].contains {
        code == $0.utf8.reduce(0) { $0 << 8 | UInt32($1) }
      }
      return eastAsian ? "fonts-noto-cjk" : "fonts-noto-core"
    }
  }

  /// Some of the characters with their numbers, and how many more there are.
  private static func list(_ characters: [Unicode.Scalar]) -> String {
    let shown = characters.prefix(8).map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\(scalar) (U+\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits))"
    }
    let rest = characters.count > shown.count ? " and \(characters.count - shown.count) more" : ""
    return shown.joined(separator: ", ") + rest
  }
}
