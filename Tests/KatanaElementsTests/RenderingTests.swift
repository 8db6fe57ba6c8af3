import Foundation
import KatanaElements
import NativeViewsCairo
import Testing

/// The same description, as each backend that needs no display shows it; GTK's windows are compared with Cairo's pictures by
/// NativeViewsGTKTests.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RenderingTests {
  private func describe() throws -> [any AnyNodeDescription] {
    let image = try smallImage()
    return [
      View(
        props: .build {
          $0.key = "box"
          $0.frame = rect(10, 10, 300, 200)
          ($0.backgroundColor, $0.cornerRadius) = (.yellow, 4)
        }
      ) {
        Label(
          props: .build {
            $0.key = "label"
            $0.frame = rect(10, 10, 200, 40)
            $0.text = "Label"
          }
        )
        Image(
          props: .build {
            $0.key = "image"
            $0.frame = rect(220, 10, 40, 20)
            $0.image = image
          }
        )
        Button(
          props: .build {
            $0.key = "button"
            $0.frame = rect(10, 60, 200, 40)
            $0.titles[.normal] = "Button"
          }
        )
      },
      Table(
        props: .build {
          $0.key = "table"
          $0.frame = rect(320, 10, 300, 200)
          $0.delegate = Rows(sections: [3, 100])
        }
      ),
      Grid(
        props: .build {
          $0.key = "grid"
          $0.frame = rect(320, 300, 300, 200)
        }
      ),
      TouchHandler(
        props: .build {
          $0.key = "handler"
          $0.frame = rect(10, 300, 100, 100)
        }
      ) {},
    ]
  }

  /// Frames in the root, by text that is read from renderings.
  private func frames(of tree: ViewTree) -> [String: CGRect] {
    var frames: [String: CGRect] = [:]
    tree.root.forEachView { view in
      if let key = view.key { frames[key] = view.absoluteFrame }
    }
    return frames
  }

  @Test func `each backend shows the same frames, as text, JSON, SVG and PNG`() throws {
    // Drawings have the places of texts in them, so that both have to measure these in the same way.
    let headless = Stage(
      backend: HeadlessBackend(measurer: try PangoTextMeasurer()),
      try describe()
    )
    let cairo = Stage(backend: try CairoBackend(), try describe())
    let expected = [
      "box": rect(10, 10, 300, 200), "label": rect(20, 20, 200, 40),
      "image": rect(230, 20, 40, 20), "button": rect(20, 70, 200, 40),
      "table": rect(320, 10, 300, 200), "grid": rect(320, 300, 300, 200),
      "handler": rect(10, 300, 100, 100),
    ]
    #expect(frames(of: headless.tree) == expected)
    #expect(frames(of: cairo.tree) == expected)
    #expect(headless.tree.root.renderedText() == cairo.tree.root.renderedText())
    #expect(headless.tree.root.renderedJSON() == cairo.tree.root.renderedJSON())
    #expect(headless.diagnoses.isEmpty && cairo.diagnoses.isEmpty)

    let text = headless.tree.root.renderedText()
    #expect(text.contains(#"LabelView label "Label" key "label" (10 10 200 40)"#))
    #expect(text.contains(#"NativeButton button "Button" key "button" (10 60 200 40)"#))
    #expect(text.contains(#"ImageView image key "image" (220 10 40 20)"#))
    #expect(text.contains(#"NativeTable table key "table" (320 10 300 200)"#))
    let json = try JSONSerialization.jsonObject(
      with: Data(headless.tree.root.renderedJSON().utf8)
    )
    #expect("\(json)".contains("label"))
    let svg = headless.tree.root.renderedSVG()
    #expect(svg.contains("Label") && svg.contains("Button") && svg.contains("TableCell"))

    // What is painted is where the frames say.
    let pixels = try #require(cairo.tree.backend as? CairoBackend).pixels
    #expect(pixels[640 / 2 - 15, 100] == 0xffff_ff00)
    #expect(pixels[231, 25] == 0xffff_0000 && pixels[268, 35] == 0xff00_00ff)
    #expect(pixels[210, 25] == 0xffff_ff00 && pixels[225, 100] == 0xffff_ff00)
    let buttonHasInk = (25..<215).contains { x in pixels[x, 90] != 0xffff_ff00 }
    #expect(buttonHasInk)
  }

  @Test func `an image that can't be decoded and a font that is missing are diagnoses`() throws {
    // What follows the header isn't an image.
    var broken = try smallImage().data.prefix(33)
    broken.append(Data(repeating: 0xa5, count: 40))
    let image = try BitmapImage(png: Data(broken))
    let stage = Stage(
      backend: try CairoBackend(),
      [
        Image(
          props: .build {
            $0.key = "broken"
            $0.frame = rect(0, 0, 50, 50)
            $0.image = image
          }
        ),
        Label(
          props: .build {
            $0.frame = rect(0, 100, 300, 50)
            $0.text = "still there"
            $0.font = TextFont(Font(family: "No Such Family", size: 20))
          }
        ),
      ]
    )
    #expect(stage.diagnoses.count == 2)
    #expect(stage.diagnoses.contains { $0.contains("broken") && $0.contains(";") })
    #expect(stage.diagnoses.contains { $0.contains("No Such Family") })
    let pixels = try #require(stage.tree.backend as? CairoBackend).pixels
    let hasInk = (0..<300).contains { x in (100..<150).contains { pixels[x, $0] != 0xffff_ffff } }
    #expect(hasInk)
    // Bytes that aren't an image at all don't become one.
    #expect(throws: BitmapImageError.notPNG(byteCount: 4)) {
      try BitmapImage(png: Data([1, 2, 3, 4]))
    }
  }
}
