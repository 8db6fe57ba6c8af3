import Foundation
import KatanaElements
import KatanaUI
import NativeViews
import Plastic
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct BoxTests {
  @Test func `the props of elements have the defaults of the original, but no background`() {
    let view = View.Props()
    #expect(view.backgroundColor == .clear && view.borderColor == .clear)
    #expect(Label.Props().backgroundColor == .clear && Image.Props().backgroundColor == .clear)
    #expect(Button.Props().backgroundColor == .clear && Table.Props().backgroundColor == .clear)
    #expect(Grid.Props().backgroundColor == .clear)
    #expect(view.cornerRadius == .zero && view.borderWidth == .zero && view.alpha == 1)
    #expect(!view.clipsToBounds && view.isUserInteractionEnabled && view.children.isEmpty)
    let label = LabelProps()
    #expect(label.text == nil && label.textAlignment == .left && label.numberOfLines == 1)
    #expect(label.lineBreakMode == .byClipping && label.adjustsFontSizeToFitWidth)
    #expect(label.minimumScaleFactor == 0.1 && label.clipsToBounds)
    #expect(!label.isUserInteractionEnabled)
    let image = ImageProps()
    #expect(image.image == nil && image.tintColor == .clear && image.clipsToBounds)
    #expect(!image.isUserInteractionEnabled)
    let button = ButtonProps()
    #expect(button.isEnabled && button.adjustsImageWhenHighlighted)
    #expect(button.adjustsImageWhenDisabled && !button.showsTouchWhenHighlighted)
    #expect(button.titles.isEmpty && button.touchHandlers.isEmpty)
  }

  @Test func `corners cut the images of images and buttons`() throws {
    let image = try smallImage()
    var (props, button) = (Image.Props(), Button.Props())
    (props.frame, props.image, props.cornerRadius) = (rect(0, 0, 9, 9), image, 5)
    (button.frame, button.cornerRadius) = (rect(0, 0, 9, 9), 5)
    button.backgroundImages[.normal] = image
    let stage = Stage([Image(props: props), Button(props: button)])
    for child in stage.renderer.rootNode.children {
      let view = try #require(child.nativeView)
      guard case .clip(view.bounds, 10, let list) = view.displayList().commands.last else {
        Issue.record("\(view) doesn't clip")
        continue
      }
      #expect(list.commands == [.image(image, view.bounds, tint: nil)])
    }
  }

  @Test func `radius and border of all elements grow with the layout`() {
    var view = View.Props()
    (view.frame, view.cornerRadius, view.borderWidth) = (rect(0, 0, 9, 9), 5, .fixed(3))
    var label = Label.Props()
    (label.cornerRadius, label.borderWidth) = (5, .fixed(3))
    var image = Image.Props()
    (image.cornerRadius, image.borderWidth) = (5, .fixed(3))
    var button = Button.Props()
    (button.cornerRadius, button.borderWidth) = (5, .fixed(3))
    var table = Table.Props()
    (table.cornerRadius, table.borderWidth) = (5, .fixed(3))
    var grid = Grid.Props()
    (grid.cornerRadius, grid.borderWidth) = (5, .fixed(3))
    let stage = Stage([
      View(props: view), Label(props: label), Image(props: image), Button(props: button),
      Table(props: table), Grid(props: grid),
    ])
    for child in stage.renderer.rootNode.children {
      #expect(child.nativeView?.cornerRadius == 10, "\(child.anyDescription.descriptionType)")
      #expect(child.nativeView?.borderWidth == 3, "\(child.anyDescription.descriptionType)")
    }
    #expect(stage.view.frame == rect(0, 0, 9, 9))
  }

  @Test func `a box takes all of its props to its view, and its children with it`() {
    var props = View.Props()
    props.frame = rect(10, 20, 30, 40)
    props.alpha = 0.5
    props.backgroundColor = .red
    props.borderColor = .blue
    props.clipsToBounds = true
    props.isUserInteractionEnabled = false
    let stage = Stage(
      View(props: props) { Label(props: .build { $0.text = "inside" }) }
    )
    let view = stage.view
    #expect(view.frame == rect(10, 20, 30, 40) && view.alpha == 0.5 && view.clipsToBounds)
    #expect(view.backgroundColor == .red && view.borderColor == .blue)
    #expect(!view.isUserInteractionEnabled)
    #expect(view.children.first.map { $0 is LabelView } == true)
    #expect(stage.tree.label("inside").exists)
  }

  @Test func `a box with equal children isn't updated, nor is anything in it`() {
    let describe = { (text: String) in
      View(props: View.Props()) { Label(props: .build { $0.text = "\(text)" }) }
    }
    let stage = Stage(describe("a"))
    let before = stage.renderer.counts.updated
    stage.show([describe("a")])
    #expect(stage.renderer.counts.updated == before)
    stage.show([describe("b")])
    // The screen, the box and the label.
    #expect(stage.renderer.counts.updated == before + 3)
    #expect(stage.tree.label("b").exists)
  }

  @Test func `an image fills, fits or is tinted, and draws nothing where there is none`() throws {
    let image = try smallImage()
    var props = Image.Props()
    props.frame = rect(0, 0, 100, 100)
    let stage = Stage(Image(props: props))
    #expect(stage.commands(of: stage.view).isEmpty)
    props.image = image
    stage.show([Image(props: props)])
    #expect(stage.commands(of: stage.view) == [.image(image, rect(0, 0, 100, 100), tint: nil)])
    props.contentMode = .fit
    props.tintColor = .green
    props.accessibilityLabel = "flag"
    stage.show([Image(props: props)])
    #expect(stage.commands(of: stage.view) == [.image(image, rect(0, 25, 100, 50), tint: .green)])
    #expect(try stage.tree.image("flag").one() === stage.view)
  }
}
