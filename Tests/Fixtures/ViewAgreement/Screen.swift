import Foundation
import Katana
import KatanaElements
import KatanaUI
import NativeViews

/// A description as the store has it.
struct Piece: Equatable, Sendable {
  enum Kind: CaseIterable, Sendable {
    case box
    case label
    case button
    case image
  }

  var kind = Kind.box
  var name: String?
  var frame = CGRect.zero
  var alpha: CGFloat = 1
  var color = Color.white
  var radius: CGFloat = 0
  var border: CGFloat = 0
  var clips = false
  var text = ""
  var children: [Piece] = []

  func description(_ image: BitmapImage) -> any AnyNodeDescription {
    switch kind {
    case .box:
      return View(
        props: .build {
          $0.frame = frame
          $0.key = name
          $0.alpha = alpha
          $0.backgroundColor = color
          $0.cornerRadius = .fixed(radius)
          $0.borderWidth = .fixed(border)
          $0.borderColor = .black
          $0.clipsToBounds = clips
          $0.children = NodeChildren(children.map { $0.description(image) })
        }
      )
    case .label:
      return Label(
        props: .build {
          $0.frame = frame
          $0.key = name
          $0.alpha = alpha
          $0.backgroundColor = color
          $0.text = AttributedText(string: text)
        }
      )
    case .button:
      return Button(
        props: .build {
          $0.frame = frame
          $0.key = name
          $0.backgroundColor = color
          $0.cornerRadius = .fixed(radius)
          $0.isEnabled = border == 0
          $0.titles[.normal] = text
        }
      )
    case .image:
      return Image(
        props: .build {
          $0.frame = frame
          $0.key = name
          $0.alpha = alpha
          $0.backgroundColor = color
          $0.image = image
          $0.tintColor = clips ? .orange : .clear
        }
      )
    }
  }
}

/// Ways in which the screen's children come, change and go.
enum Motion: CaseIterable, Sendable {
  case none
  case linear
  case spring
  case slide
  case delayed

  var animation: Animation {
    switch self {
    case .none: .none
    case .linear: Animation(type: .linear(duration: 0.1))
    case .spring:
      Animation(
        type: .spring(duration: 0.2, damping: 0.5, initialVelocity: 0),
        entryTransformers: [AnimationProps.scale(percentage: 0.5)],
        leaveTransformers: [AnimationProps.fade()]
      )
    case .slide:
      Animation(
        type: .linear(duration: 0.3),
        entryTransformers: [AnimationProps.moveRight(distance: 100), AnimationProps.fade()],
        leaveTransformers: [AnimationProps.moveLeft(distance: 100)]
      )
    case .delayed:
      Animation(
        type: .linearWithDelay(duration: 0.1, options: .curveEaseIn, delay: 0.05),
        leaveTransformers: [AnimationProps.fade()]
      )
    }
  }
}

struct ScreenState: State {
  var pieces: [Piece] = []
  var motion = Motion.none
  var count = 0
  var rows = 30
}

struct Change: StateUpdater {
  let change: @Sendable (inout ScreenState) -> Void

  func updateState(_ state: inout ScreenState) { change(&state) }
}

/// What the store has, and a number beside it.
struct Screen: ConnectedNodeDescription {
  typealias Keys = String

  struct Props: NodeDescriptionProps, Buildable {
    var pieces: [Piece] = []
    var motion = Motion.none
    var image: BitmapImage?
    /// Moves all of the pieces; told by the program, not by the store.
    var shift: CGFloat = 0
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func connect(props: inout Props, to storeState: ScreenState) {
    props.pieces = storeState.pieces
    props.motion = storeState.motion
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    guard let image = props.image else { return [] }
    let pieces = props.pieces.map { piece in
      var piece = piece
      piece.frame.origin.x += props.shift
      return piece.description(image)
    }
    return pieces + [Badge(props: .build { $0.frame = CGRect(x: 0, y: 0, width: 40, height: 16) })]
  }

  static func updateChildrenAnimations(
    container: inout ChildrenAnimations<String>,
    currentProps: Props,
    nextProps: Props,
    currentState: EmptyState,
    nextState: EmptyState
  ) {
    container.allChildren = nextProps.motion.animation
  }
}

/// A connected node in another one: the number of what the store was told.
struct Badge: ConnectedNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var count = 0
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func connect(props: inout Props, to storeState: ScreenState) {
    props.count = storeState.count
  }

  static func reads(props: Props) -> StateReads<ScreenState> { .part(\.count) }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    [
      Label(
        props: .build {
          $0.frame = CGRect(origin: .zero, size: props.frame.size)
          $0.text = "\(props.count)"
          $0.backgroundColor = .clear
        }
      )
    ]
  }
}

/// Rows that can be scrolled, of which those in sight have views.
struct Rows: ConnectedNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var rows = 0
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func connect(props: inout Props, to storeState: ScreenState) {
    props.rows = storeState.rows
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping @Sendable (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    [
      List(in: CGRect(origin: .zero, size: props.frame.size)) {
        ListSection(count: props.rows, id: { $0 }, height: .fixed(14)) { number in
          Label(
            props: .build {
              $0.text = "row \(number)"
              $0.font = TextFont(.systemFont(ofSize: 11))
              $0.backgroundColor = number % 2 == 0 ? .white : .lightGray
            }
          )
        }
      }
    ]
  }
}
