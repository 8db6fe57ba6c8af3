import KatanaUIMiniature

/// A label of the original.
struct OriginalLabel: MiniatureDescription {
  struct Props: MiniatureProps {
    var text: String
    var frame = MiniatureFrame(x: 0, y: 0, width: 200, height: 20)
    var alpha = 1.0
    var key: String?
  }

  var props: Props

  static func applyPropsToNativeView(
    props: Props,
    state: MiniatureEmptyState,
    view: MiniatureNativeView,
    update: @escaping MiniatureUpdate<MiniatureEmptyState>
  ) {
    view.frame = props.frame
    view.alpha = props.alpha
    view.text = props.text
  }
}

/// A list of the original.
struct OriginalTable: MiniatureDescription {
  struct Props: MiniatureProps {
    var items: [Item]
    var version: Int
    var frame = MiniatureFrame(x: 0, y: 0, width: 320, height: 480)
    var alpha = 1.0
    var key: String?
  }

  var props: Props

  static func childrenDescriptions(
    props: Props,
    state: MiniatureEmptyState,
    update: @escaping MiniatureUpdate<MiniatureEmptyState>,
    dispatch: @escaping MiniatureDispatch
  ) -> [any AnyMiniatureDescription] {
    var labels: [any AnyMiniatureDescription] = []
    labels.reserveCapacity(props.items.count)
    for item in props.items {
      labels.append(OriginalLabel(props: .init(text: item.text, key: item.key)))
    }
    return labels
  }
}

/// A list that the original shows.
@MainActor
final class OriginalStage {
  private let root = MiniatureNativeView()
  private let renderer: MiniatureRenderer
  private(set) var steps = 0

  init(_ items: [Item]) {
    renderer = MiniatureRenderer(
      rootDescription: OriginalTable(props: .init(items: items, version: 0))
    )
    renderer.render(in: root)
  }

  func update(_ items: [Item]) {
    steps += 1
    renderer.update(with: OriginalTable(props: .init(items: items, version: steps)))
  }

  /// The texts of the labels, in the order of the views.
  var texts: [String] { root.subviews.first.map { $0.subviews.map(\.text) } ?? [] }
}
