import Foundation
import KatanaElements

// The section "Defining the UI" of the README, with its later sections put in: what it connects to, and its layout.

// Unchanged.
struct CounterScreenProps: NodeDescriptionProps {
  var count: Int = 0
  var frame: CGRect = .zero
  var alpha: CGFloat = 1.0
  var key: String?
}

struct CounterScreen: ConnectedNodeDescription, PlasticNodeDescription, PlasticReferenceSizeable {
  typealias StateType = EmptyState
  typealias PropsType = CounterScreenProps
  // Changed: the view is `NativeView` unless said otherwise, where the README says `UIView`.

  // The README leaves them out.
  enum Keys: String {
    case label, decrementButton, incrementButton
  }

  var props: PropsType

  // Changed: `let`, for a variable that all threads share isn't safe.
  static let referenceSize = CGSize(width: 640, height: 960)

  // Changed: `any AnyNodeDescription`.
  static func childrenDescriptions(
    props: PropsType,
    state: StateType,
    update: @escaping (StateType) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    [
      Label(
        props: LabelProps.build({ (labelProps) in
          labelProps.key = CounterScreen.Keys.label.rawValue
          labelProps.textAlignment = .center
          labelProps.backgroundColor = .mediumAquamarine
          // Changed: `AttributedText` instead of `NSAttributedString`.
          labelProps.text = AttributedText(string: "Count: \(props.count)")
        })
      ),
      Button(
        props: ButtonProps.build({ (buttonProps) in
          buttonProps.key = CounterScreen.Keys.decrementButton.rawValue
          buttonProps.titles[.normal] = "Decrement"
          buttonProps.backgroundColor = .dogwoodRose
          buttonProps.titleColors = [.highlighted: .red]

          buttonProps.touchHandlers = [
            .touchUpInside: {
              dispatch(DecrementCounter())
            }
          ]
        })
      ),
      Button(
        props: ButtonProps.build({ (buttonProps) in
          buttonProps.key = CounterScreen.Keys.incrementButton.rawValue
          buttonProps.titles[.normal] = "Increment"
          buttonProps.backgroundColor = .japaneseIndigo
          buttonProps.titleColors = [.highlighted: .red]

          buttonProps.touchHandlers = [
            .touchUpInside: {
              dispatch(IncrementCounter())
            }
          ]
        })
      ),
    ]
  }

  // Changed: the store's state by its own name; `StateType` is the node's.
  static func connect(props: inout PropsType, to storeState: CounterState) {
    props.count = storeState.counter
  }

  // Unchanged.
  // swift-format-ignore: NeverForceUnwrap
  static func layout(
    views: ViewsContainer<CounterScreen.Keys>,
    props: PropsType,
    state: StateType
  ) {
    let nativeView = views.nativeView

    let label = views[.label]!
    let decrementButton = views[.decrementButton]!
    let incrementButton = views[.incrementButton]!
    label.asHeader(nativeView)
    [label, decrementButton].fill(top: nativeView.top, bottom: nativeView.bottom)
    incrementButton.top = decrementButton.top
    incrementButton.bottom = decrementButton.bottom
    [decrementButton, incrementButton].fill(left: nativeView.left, right: nativeView.right)
  }
}

// The colours of the original's demo. Changed: `Color` instead of `UIColor`.
extension Color {
  static let mediumAquamarine = Color(hex: 0x59c9a5)
  static let dogwoodRose = Color(hex: 0xd81e5b)
  static let japaneseIndigo = Color(hex: 0x23395b)
}
