import Foundation
import KatanaElements

/// What a slide shows.
struct Scene: Sendable {
  let title: String
  let text: String
  let sky: Color
  let hasSun: Bool
  let hasCloud: Bool
  /// Where figures stand: the middle of their feet, in parts of the screen's width, and their size.
  let places: [Friend: (x: CGFloat, size: CGFloat)]
}

extension Slide {
  var scene: Scene {
    switch self {
    case .hill:
      Scene(
        title: "Ember",
        text: "Ember lives on a hill, and keeps it warm.",
        sky: Color(hex: 0xffe0b2),
        hasSun: true,
        hasCloud: false,
        places: [.ember: (0.5, 400)]
      )
    case .rain:
      Scene(
        title: "Puddle",
        text: "Puddle comes with the rain. Ember steps aside.",
        sky: Color(hex: 0xb0bec5),
        hasSun: false,
        hasCloud: true,
        places: [.ember: (0.2, 200), .puddle: (0.62, 400)]
      )
    case .growth:
      Scene(
        title: "Sprout",
        text: "Where it has rained, Sprout grows.",
        sky: Color(hex: 0xdcedc8),
        hasSun: true,
        hasCloud: true,
        places: [.puddle: (0.2, 200), .sprout: (0.62, 400)]
      )
    case .party:
      Scene(
        title: "Bolt",
        text: "Bolt drops in, and all are there.",
        sky: Color(hex: 0xb3e5fc),
        hasSun: true,
        hasCloud: false,
        places: [
          .ember: (0.14, 190), .puddle: (0.38, 190), .sprout: (0.62, 190), .bolt: (0.86, 190),
        ]
      )
    }
  }
}
