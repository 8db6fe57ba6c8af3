import Foundation
import KatanaUI
import NativeViews

/// A row that is shown.
struct RowItem: Identifiable, Equatable, Sendable {
  let id: Int
  var label: String
  var isSelected = false
}

/// A view that shows a text.
final class LabelView: NativeView {
  var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  override func draw(into list: inout DisplayList) {
    list.draw(TextBlock(AttributedText(string: text)), in: bounds)
  }
}

/// The description of a text.
struct Label: NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps {
    var text: String
    var frame: CGRect
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func makeNativeView() -> LabelView { LabelView() }

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: LabelView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.text = props.text
  }
}

/// The description of a row: a view with the id and the label in it.
struct TableRow: NodeDescription {
  struct Props: NodeDescriptionProps {
    var item: RowItem
    var frame: CGRect = Place.row
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.backgroundColor = props.item.isSelected ? Place.selection : .clear
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    [
      Label(props: .init(text: "\(props.item.id)", frame: Place.id)),
      Label(props: .init(text: props.item.label, frame: Place.label)),
    ]
  }
}

/// Where things are.
enum Place {
  static let table = CGRect(x: 0, y: 0, width: 320, height: 480)
  static let row = CGRect(x: 0, y: 0, width: 320, height: 20)
  static let id = CGRect(x: 0, y: 0, width: 60, height: 20)
  static let label = CGRect(x: 60, y: 0, width: 260, height: 20)
  static let selection = Color(red: 0.8, green: 0.2, blue: 0.2)
}
