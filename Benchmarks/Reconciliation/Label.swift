import Foundation
import KatanaUI
import NativeViews

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
    var frame: CGRect = Label.frame
    var alpha: CGFloat = 1
    var key: String?
  }

  static let frame = CGRect(x: 0, y: 0, width: 200, height: 20)

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
    view.alpha = props.alpha
    view.text = props.text
  }
}

/// Children for a list of items, described anew by each update.
struct Table: NodeDescription {
  struct Props: NodeDescriptionProps {
    var items: [Item]
    /// Another with each update, as is what an application tells a screen.
    var version: Int
    var frame: CGRect = Stage.bounds
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    var labels: [any AnyNodeDescription] = []
    labels.reserveCapacity(props.items.count)
    for item in props.items { labels.append(Label(props: .init(text: item.text, key: item.key))) }
    return labels
  }
}

/// Children that are given.
struct Group: NodeDescriptionWithChildren {
  struct Props: NodeDescriptionProps, Childrenable {
    var version = 0
    var children: NodeChildren = []
    var frame: CGRect = Stage.bounds
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props
}
