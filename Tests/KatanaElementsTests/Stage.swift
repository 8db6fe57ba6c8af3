import Foundation
import KatanaElements
import KatanaUI
import NativeViews
import Plastic

/// A tree of 640x960 points in which children are shown, at a multiplier of 2.
@MainActor
final class Stage {
  let tree: ViewTree
  let renderer: Renderer
  private(set) var diagnoses: [String] = []

  init(
    size: CGSize = CGSize(width: 640, height: 960),
    backend: any ViewBackend = HeadlessBackend(),
    _ children: [any AnyNodeDescription]
  ) {
    tree = ViewTree(size: size, backend: backend)
    let frame = CGRect(origin: .zero, size: size)
    let screen = Screen(props: .build { ($0.frame, $0.children) = (frame, NodeChildren(children)) })
    renderer = Renderer(rootDescription: screen, store: nil)
    tree.onDiagnosis = { [weak self] in self?.diagnoses.append($0.description) }
    renderer.render(in: tree.root)
    tree.flush()
  }

  convenience init(_ child: any AnyNodeDescription) { self.init([child]) }

  /// Shows other children.
  func show(_ children: [any AnyNodeDescription]) {
    var screen = Screen(props: Screen.Props())
    screen.props.frame = tree.root.bounds
    screen.props.children = NodeChildren(children)
    renderer.rootNode.update(with: screen)
    tree.flush()
  }

  /// The view of the first child.
  var view: NativeView { renderer.rootNode.children[0].nativeView ?? NativeView() }

  /// What a view draws itself.
  func commands(of view: NativeView) -> [DrawingCommand] {
    var list = DisplayList()
    view.draw(into: &list)
    return list.commands
  }

  /// Moves, presses and releases the mouse.
  func pointer(_ phase: PointerEvent.Phase, _ x: CGFloat, _ y: CGFloat) {
    tree.handle(.pointer(PointerEvent(phase, at: CGPoint(x: x, y: y))))
    tree.flush()
  }
}

/// What values on a ``Stage`` scale with.
struct Screen: NodeDescriptionWithChildren, PlasticReferenceSizeable {
  struct Props: NodeDescriptionProps, Childrenable, Buildable {
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
    var children: NodeChildren = []
  }
  static let referenceSize = CGSize(width: 320, height: 480)
  var props: Props
}

/// What handlers have done, in order.
@MainActor
final class Journal {
  var entries: [String] = []
  nonisolated init() {}
}

/// An image of 2x1 pixels, red and blue.
func smallImage() throws -> BitmapImage {
  let base64 =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/"
    + "4iOeWQAAAABJRU5ErkJggg=="
  return try BitmapImage(png: Data(base64Encoded: base64) ?? Data())
}

func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}
