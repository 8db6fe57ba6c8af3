import Foundation
import Plastic

// The sample of the seed's section Layout, in its words. The protocols come with the tree of views; here
// they only have to be there.

protocol ConnectedNodeDescription {
  associatedtype PropsType
  associatedtype StateType
}

protocol PlasticNodeDescription {
  associatedtype Keys: Hashable & Sendable
  associatedtype PropsType
  associatedtype StateType
  static func layout(views: ViewsContainer<Keys>, props: PropsType, state: StateType)
}

struct EmptyState {}

struct CounterScreen: ConnectedNodeDescription, PlasticNodeDescription, PlasticReferenceSizeable {
  enum Keys: String, CaseIterable {
    case label, decrementButton, incrementButton
  }

  struct PropsType {}
  typealias StateType = EmptyState

  static let referenceSize = CGSize(width: 640, height: 960)

  // swift-format-ignore: NeverForceUnwrap
  static func layout(views: ViewsContainer<CounterScreen.Keys>, props: PropsType, state: StateType)
  {
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
