import Foundation
import NativeViews
import Testing

@testable import NativeViewsCairo

@MainActor @Suite
struct `Fonts` {
  private static let size = CGSize(width: 120, height: 30)

  private func pixels(_ text: String, _ fonts: CairoFonts) throws -> Pixels {
    try CairoRenderer(fonts: fonts).pixels(of: label(text, CGRect(origin: .zero, size: Self.size)))
  }

  @Test
  func `characters that no font has are told of with a remedy, once for each script`() throws {
    let tree = ViewTree(size: Self.size, backend: try CairoBackend(fonts: CairoFonts()))
    var diagnoses: [ViewDiagnosis] = []
    tree.onDiagnosis = { diagnoses.append($0) }
    func show(_ text: String) {
      diagnoses = []
      tree.root.removeAllChildren()
      tree.root.append(label(text, CGRect(origin: .zero, size: Self.size)))
      tree.flush()
    }
    // Marks that only tell how others are shown, and characters that the bundled fonts have.
    show("Text → \u{200D}\u{FE0F}\u{A0}שלום 1")
    #expect(diagnoses.isEmpty)
    show("漢字漢 กด")
    #expect(diagnoses.map(\.problem).first?.contains("has 漢 (U+6F22), 字 (U+5B57);") == true)
    #expect(diagnoses.map(\.problem).last?.contains("has ก (U+0E01), ด (U+0E14);") == true)
    #expect(diagnoses.count == 2)
    #expect(diagnoses.allSatisfy { $0.remedy.contains("CairoFonts(registering:)") })
    show("字 ขวด 仮")
    #expect(diagnoses.isEmpty)
    show("🦊 字")
    #expect(diagnoses.map(\.problem).first?.contains("🦊 (U+1F98A)") == true)
    #expect(diagnoses.count == 1)
    show(String(String.UnicodeScalarView((0..<20).compactMap { Unicode.Scalar(0x915 + $0) })))
    #expect(diagnoses.first?.problem.contains("(U+091C) and 12 more;") == true)
  }

  @Test
  func `a measurer tells of characters as a backend does`() throws {
    let fonts = try CairoFonts()
    let text = TextBlock("漢")
    #expect(PangoTextMeasurer(fonts: fonts).size(of: text, width: .infinity).width > 0)
    #expect(!fonts.isNews("script \(0x4861_6E69)"))
  }

  @Test
  func `installed fonts have what the others lack where that is asked for`() throws {
    let (bundled, installed) = (try CairoFonts(), try CairoFonts(includesInstalled: true))
    #expect(try pixels("Text → שלום", installed) == pixels("Text → שלום", bundled))
    // As U+13000 is in no font of a usual machine, so a script may be in none of this one.
    let candidates = ["漢", "ก", "क", "🦊", "𝒜"]
    guard
      let text = candidates.first(where: {
        $0.unicodeScalars.allSatisfy { installed.covers($0) && !bundled.covers($0) }
      })
    else {
      print("skipped: no installed font has one of \(candidates); install fonts-dejavu-extra")
      return
    }
    let tree = ViewTree(size: Self.size, backend: try CairoBackend(fonts: installed))
    var diagnoses: [ViewDiagnosis] = []
    tree.onDiagnosis = { diagnoses.append($0) }
    tree.root.append(label(text, CGRect(origin: .zero, size: Self.size)))
    tree.flush()
    #expect(diagnoses.isEmpty)
    #expect(try pixels(text, installed) != pixels(text, bundled))
    #expect(try pixels("Text " + text, CairoFonts()) == pixels("Text " + text, bundled))
  }

  @Test
  func `without the machine's fonts an installed family isn't known`() throws {
    let installed = try CairoFonts(includesInstalled: true)
    guard installed.contains(family: "DejaVu Serif") else {
      return print("skipped: there is no DejaVu Serif; install fonts-dejavu")
    }
    #expect(try !CairoFonts().contains(family: "DejaVu Serif"))
    let size = CGRect(origin: .zero, size: Self.size)
    let serif = label("Text", size, Font(family: "DejaVu Serif", size: 20))
    let plain = label("Text", size, Font(size: 20))
    let renderer = try CairoRenderer(fonts: installed)
    #expect(try renderer.pixels(of: serif) != renderer.pixels(of: plain))
  }
}
