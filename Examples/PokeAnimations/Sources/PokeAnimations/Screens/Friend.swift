import Foundation
import KatanaElements

/// Those who appear on the slides.
enum Friend: String, CaseIterable, Sendable {
  case ember, puddle, sprout, bolt

  /// A part of a figure: a box whose place is told in parts of the figure's.
  struct Part: Sendable {
    var name: String
    var color: UInt32
    var x: CGFloat
    var y: CGFloat
    var width: CGFloat
    var height: CGFloat
    var isRound = true

    init(
      _ name: String,
      _ color: UInt32,
      _ x: CGFloat,
      _ y: CGFloat,
      _ width: CGFloat,
      _ height: CGFloat,
      isRound: Bool = true
    ) {
      (self.name, self.color, self.isRound) = (name, color, isRound)
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// What the figure is made of, from the back to the front.
  var parts: [Part] {
    let face = [
      Part("left eye", 0x1b1b1f, 0.32, 0.46, 0.1, 0.14),
      Part("right eye", 0x1b1b1f, 0.58, 0.46, 0.1, 0.14),
      Part("mouth", 0x1b1b1f, 0.44, 0.68, 0.12, 0.04),
    ]
    let figure =
      switch self {
      case .ember:
        [
          Part("flame", 0xffb300, 0.36, 0, 0.28, 0.4), Part("tip", 0xffecb3, 0.44, 0.1, 0.12, 0.24),
          Part("body", 0xf4511e, 0.12, 0.24, 0.76, 0.76),
          Part("belly", 0xffccbc, 0.3, 0.64, 0.4, 0.32),
        ]
      case .puddle:
        [
          Part("left fin", 0x0277bd, 0, 0.6, 0.24, 0.2),
          Part("right fin", 0x0277bd, 0.76, 0.6, 0.24, 0.2),
          Part("body", 0x29b6f6, 0.08, 0.3, 0.84, 0.7),
          Part("belly", 0xe1f5fe, 0.28, 0.62, 0.44, 0.34),
        ]
      case .sprout:
        [
          Part("stalk", 0x33691e, 0.47, 0.1, 0.06, 0.24, isRound: false),
          Part("left leaf", 0x7cb342, 0.2, 0.04, 0.3, 0.14),
          Part("right leaf", 0x7cb342, 0.5, 0, 0.3, 0.14),
          Part("body", 0x9ccc65, 0.16, 0.28, 0.68, 0.72),
          Part("belly", 0xf1f8e9, 0.32, 0.62, 0.36, 0.34),
        ]
      case .bolt:
        [
          Part("left ear", 0xf9a825, 0.16, 0.04, 0.14, 0.4),
          Part("right ear", 0xf9a825, 0.7, 0.04, 0.14, 0.4),
          Part("body", 0xffee58, 0.12, 0.26, 0.76, 0.74),
          Part("left cheek", 0xef5350, 0.2, 0.62, 0.12, 0.1),
          Part("right cheek", 0xef5350, 0.68, 0.62, 0.12, 0.1),
        ]
      }
    return figure + face
  }
}

/// A figure, as large as its frame: what moves or grows takes all parts along.
struct FriendView: NodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var friend = Friend.ember
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    let size = props.frame.size
    return props.friend.parts.map { part in
      View(
        props: .build {
          $0.key = part.name
          $0.frame = CGRect(
            x: part.x * size.width,
            y: part.y * size.height,
            width: part.width * size.width,
            height: part.height * size.height
          )
          $0.backgroundColor = Color(hex: part.color)
          // More than half of any side, so that the ends stay round while the part grows.
          if part.isRound { $0.cornerRadius = .fixed(1000) }
        }
      )
    }
  }
}
