import Foundation
import Katana
import KatanaUI
import NativeViews
import Synchronization

/// Takes note of calls, in order.
final class Log: Sendable, Equatable {
  private let entries = Mutex<[String]>([])

  func note(_ entry: String) { entries.withLock { $0.append(entry) } }

  /// What was noted since the last time.
  func take() -> [String] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }

  static func == (left: Log, right: Log) -> Bool { left === right }
}

struct ProbeError: Error {}

/// A description that notes each call, with children in its props.
struct Probe: NodeDescriptionWithChildren {
  struct Props: NodeDescriptionProps, Childrenable {
    var name: String
    var value = 0
    var log: Log
    var children: NodeChildren = []
    var fails = false
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
  }

  struct Number: NodeDescriptionState {
    var number = 0
  }

  var props: Props

  init(props: Props) { self.props = props }

  init(
    _ name: String,
    _ log: Log,
    value: Int = 0,
    key: String? = nil,
    fails: Bool = false,
    @NodeDescriptionBuilder _ children: () -> [any AnyNodeDescription] = { [] }
  ) {
    props = Props(
      name: name,
      value: value,
      log: log,
      children: NodeChildren(children()),
      fails: fails,
      key: key
    )
  }

  static func applyPropsToNativeView(
    props: Props,
    state: Number,
    view: NativeView,
    update: @escaping @Sendable (Number) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.key = props.name
    props.log.note("apply \(props.name)")
  }

  static func childrenDescriptions(
    props: Props,
    state: Number,
    update: @escaping @Sendable (Number) -> Void,
    dispatch: @escaping StoreDispatch
  ) throws -> [any AnyNodeDescription] {
    props.log.note("children \(props.name)" + (state.number == 0 ? "" : " \(state.number)"))
    if props.fails { throw ProbeError() }
    return props.children.descriptions
  }

  static func shouldUpdate(
    currentProps: Props,
    nextProps: Props,
    currentState: Number,
    nextState: Number
  ) -> Bool {
    nextProps.value != 999 && (currentProps != nextProps || currentState != nextState)
  }

  static func descriptionWillReceiveProps(
    state: Number,
    currentProps: Props,
    nextProps: Props,
    dispatch: @escaping StoreDispatch,
    update: @escaping @Sendable (Number) -> Void
  ) {
    nextProps.log.note("receive \(nextProps.name)")
    if nextProps.value == 50 { update(Number(number: 50)) }
  }

  static func didMount(props: Props, dispatch: @escaping StoreDispatch) {
    props.log.note("mount \(props.name)")
  }

  static func didUnmount(props: Props, dispatch: @escaping StoreDispatch) {
    props.log.note("unmount \(props.name)")
  }
}

/// What a ``Caller`` was given, and what it does then.
@MainActor
final class UpdateCalls {
  var applied: [Int] = []
  var onApply: ((AnyNode) -> Void)?
}

/// A description that calls its owner while it is updated.
struct Caller: NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps {
    var calls: UpdateCalls?
    var value = 0
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?

    static func == (left: Props, right: Props) -> Bool {
      left.calls === right.calls && left.value == right.value && left.frame == right.frame
        && left.alpha == right.alpha && left.key == right.key
    }
  }

  struct Number: NodeDescriptionState {
    var number = 0
  }

  var props: Props

  static func applyPropsToNativeView(
    props: Props,
    state: Number,
    view: NativeView,
    update: @escaping @Sendable (Number) -> Void,
    node: AnyNode
  ) {
    props.calls?.applied.append(props.value)
    props.calls?.onApply?(node)
  }
}

/// Takes diagnoses.
@MainActor
final class Diagnoses {
  var all: [ViewDiagnosis] = []
  var problems: [String] { all.map(\.problem) }

  func take(from renderer: Renderer) {
    renderer.onDiagnosis = { [weak self] in self?.all.append($0) }
  }
}

/// A renderer in a tree.
@MainActor
struct Stage {
  let tree = ViewTree(size: CGSize(width: 100, height: 100))
  let renderer: Renderer
  let diagnoses = Diagnoses()

  init(
    _ description: any AnyNodeDescription,
    store: (any AnyStore)? = nil,
    mocks: StateMockProvider? = nil
  ) {
    renderer = Renderer(rootDescription: description, store: store, stateMockProvider: mocks)
    diagnoses.take(from: renderer)
    tree.onDiagnosis = { [diagnoses] in diagnoses.all.append($0) }
    renderer.render(in: tree.root)
    tree.flush()
  }

  func update(_ description: any AnyNodeDescription) {
    renderer.rootNode.update(with: description)
    tree.flush()
  }

  /// Names of the views, as `root[a[a1] b]`.
  var picture: String { Self.picture(of: renderer.rootNode.nativeView) }

  static func picture(of view: NativeView?) -> String {
    guard let view else { return "nil" }
    let inner = view.children.map { picture(of: $0) }.joined(separator: " ")
    return (view.key ?? "-") + (inner.isEmpty ? "" : "[\(inner)]")
  }
}
