import Foundation
import FrameworkEvents
import NativeViews
import Plastic
import Signposts

/// A layout that runs each time and reuses its memory.
///
/// It may depend on anything, so its frames can't be cached. But it usually places the same views, and checking that is cheaper than
/// rebuilding their hierarchy. What they show may change, so contents are made when they are measured.
final class RepeatedLayout<Keys: Hashable & Sendable> {
  let children: RepeatedChildren
  private let layout: PlasticLayout<Keys>

  init(_ hierarchy: ViewHierarchy<Keys>, _ children: RepeatedChildren) {
    self.children = children
    layout = PlasticLayout(hierarchy)
  }

  /// Runs the layout for descriptions of the same children.
  ///
  /// - Returns: Their frames, in order.
  /// - Throws: What the layout throws.
  func run(
    _ descriptions: [any AnyNodeDescription],
    in frame: CGRect,
    environment: LayoutEnvironment,
    of type: Any.Type,
    _ measurer: any TextMeasuring,
    _ body: (ViewsContainer<Keys>) throws -> Void
  ) throws -> [CGRect] {
    let children = children
    return try layout.run(
      in: frame,
      environment: environment,
      // Only a recording needs a name.
      name: KatanaTracepoints.isLayoutRecorded ? TraceName(of: type) : nil,
      measuring: { place in
        children.isKeyed[place] ? descriptions[place].layoutContent(measurer: measurer) : nil
      },
      body
    )
  }
}

/// The children of a layout, from which their hierarchy is made.
struct RepeatedChildren {
  private let names: [String?]
  private let frames: [CGRect]
  /// Whether a child's name is a key of the layout, and the first one with that key.
  let isKeyed: [Bool]

  init(_ descriptions: [any AnyNodeDescription], isKeyed: [Bool]) {
    names = descriptions.map(\.key)
    frames = descriptions.map(\.frame)
    self.isKeyed = isKeyed
  }

  /// Whether descriptions are of these children, in the places they had before layout, with no children in their props.
  func areAll(of descriptions: [any AnyNodeDescription]) -> Bool {
    guard descriptions.count == names.count else { return false }
    let span = descriptions.span
    for place in span.indices {
      guard span[place].key == names[place], span[place].frame == frames[place],
        span[place].childrenInProps == nil
      else { return false }
    }
    return true
  }

  /// Writes frames into descriptions of these children.
  func write(_ frames: [CGRect], into descriptions: inout [any AnyNodeDescription]) {
    for place in isKeyed.indices where isKeyed[place] && frames[place] != self.frames[place] {
      descriptions[place].frame = frames[place]
    }
  }
}
