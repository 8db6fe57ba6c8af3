import Foundation
import KatanaElements
import KatanaUI
import NativeViews
import Plastic
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct LabelTests {
  /// The text that a label draws, and where.
  private func drawn(_ props: Label.Props) -> (block: TextBlock, rect: CGRect)? {
    let stage = Stage(Label(props: props))
    guard case .text(let block, let rect) = stage.commands(of: stage.view).first else { return nil }
    return (block, rect)
  }

  @Test func `a label draws its text with all that its props say, in the middle`() throws {
    var props = Label.Props()
    props.frame = rect(0, 0, 300, 100)
    props.text = AttributedText(string: "one two", attributes: .init(color: .red))
    props.textColor = .blue
    props.textAlignment = .center
    props.lineBreakMode = .byWordWrapping
    props.numberOfLines = 0
    let (block, place) = try #require(drawn(props))
    #expect(block.text == props.text && block.color == .blue && block.alignment == .center)
    #expect(block.lineBreak == .byWordWrapping && block.maximumLines == 0)
    // 17 points, and lines of 1.2 times as much.
    #expect(block.font == .systemFont(ofSize: 17))
    #expect(place.width == 300 && abs(place.height - 20.4) < 1e-9)
    #expect(place.minY == 40)
  }

  @Test func `fonts grow with the layout where they are told to`() throws {
    var props = Label.Props()
    props.frame = rect(0, 0, 600, 100)
    props.text = "a" + AttributedText(string: "b", attributes: .init(font: .systemFont(ofSize: 30)))
    props.font = TextFont(.boldSystemFont(ofSize: 20))
    #expect(try #require(drawn(props)).block.font == .boldSystemFont(ofSize: 20))
    props.font.size = 20
    #expect(try #require(drawn(props)).block.font == .boldSystemFont(ofSize: 40))
    #expect(try #require(drawn(props)).block.text.spans[0].attributes.font?.size == 30)
    props.font = TextFont(.systemFont(ofSize: 20), isScalable: true)
    #expect(try #require(drawn(props)).block.font.size == 40)
    #expect(try #require(drawn(props)).block.text.spans[0].attributes.font?.size == 60)
    props.font = .system(.fixed(12))
    #expect(try #require(drawn(props)).block.font.size == 12)
  }

  @Test func `a line that is too wide gets a smaller font, but not below the smallest`() throws {
    var props = Label.Props()
    // 20 characters of 0.6 em: 240 points.
    props.text = "12345678901234567890"
    props.font = TextFont(.systemFont(ofSize: 20))
    props.frame = rect(0, 0, 120, 50)
    #expect(abs(try #require(drawn(props)).block.font.size - 10) < 1e-9)
    props.minimumScaleFactor = 0.75
    #expect(try #require(drawn(props)).block.font.size == 15)
    props.numberOfLines = 2
    #expect(try #require(drawn(props)).block.font.size == 20)
    props.numberOfLines = 1
    props.adjustsFontSizeToFitWidth = false
    #expect(try #require(drawn(props)).block.font.size == 20)
  }

  @Test func `a label without a text, or without room, is there nonetheless`() {
    let stage = Stage(Label(props: Label.Props()))
    #expect(stage.commands(of: stage.view).isEmpty)
    var props = Label.Props()
    props.text = "hidden by its size"
    stage.show([Label(props: props)])
    #expect(stage.tree.label("hidden by its size").count == 1)
    #expect(stage.diagnoses.isEmpty)
  }

  @Test func `a layout gives elements the size of their content`() throws {
    let image = try smallImage()
    let stage = Stage(Form(props: .build { $0.frame = rect(0, 0, 640, 960) }, image: image))
    let views = stage.view.children
    // 5 characters of 0.6 em of 40 points; an image of 2x1 in the reference; a title of 4 characters and insets.
    #expect(
      views.map(\.frame.size) == [
        CGSize(width: 120, height: 48),
        CGSize(width: 4, height: 2),
        CGSize(width: 44 + 40, height: 22 + 20),
      ]
    )
    #expect(stage.diagnoses.isEmpty)
  }
}

@Test func `a label's text is a string as well`() {
  let name = "Aalto"
  let props = Label.Props.build { $0.text = name }
  #expect(props.text == AttributedText(string: name))
  #expect(props == .build { $0.text = "Aalto" })
  let text: String? = props.text
  #expect(text == name)
}

private struct Form: PlasticNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
    var image: BitmapImage?
  }
  enum Keys: CaseIterable { case name, picture, save }
  var props: Props

  init(props: Props, image: BitmapImage) {
    self.props = props
    self.props.image = image
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    Label(
      props: .build {
        $0.setKey(Keys.name)
        $0.text = "Aalto"
        $0.font = .system(20)
      }
    )
    Image(
      props: .build {
        $0.setKey(Keys.picture)
        $0.image = props.image
      }
    )
    Button(
      props: .build {
        $0.setKey(Keys.save)
        $0.titles[.normal] = "Save"
        $0.contentEdgeInsets = .scalable(5, 10, 5, 10)
      }
    )
  }

  static func layout(views: ViewsContainer<Keys>, props: Props, state: EmptyState) {
    for key in Keys.allCases { views[key]?.sizeToFit() }
  }
}
