import Foundation
import FrameworkEvents
import NativeViews
import Plastic
import Signposts

/// A layout of the same children that reuses its memory.
///
/// What children show may change, so contents are made when they are measured. A layout without a hash may depend on anything and runs each
/// time. For one with a hash, the last results are kept with all that they depend on, of contents only those that were measured: so cells
/// whose texts have fixed places share one.
final class RepeatedLayout<Keys: Hashable & Sendable> {
  /// Frames, and all that they depend on.
  private struct Known {
    let content: DisplayedContent
    let size: CGSize
    let environment: LayoutEnvironment
    let measured: [(place: Int, content: (any SizeMeasuring)?)]
    let frames: [CGRect]
  }

  let children: RepeatedChildren
  private let layout: PlasticLayout<Keys>
  private var known: [Known] = []

  init(_ hierarchy: ViewHierarchy<Keys>, _ children: RepeatedChildren) {
    self.children = children
    layout = PlasticLayout(hierarchy)
  }

  /// Finds the frames of descriptions of the same children, or runs the layout for them.
  ///
  /// - Returns: Their frames, in order.
  /// - Throws: What the layout throws.
  func run(
    _ descriptions: [any AnyNodeDescription],
    _ content: DisplayedContent?,
    in frame: CGRect,
    environment: LayoutEnvironment,
    of type: Any.Type,
    _ measurer: any TextMeasuring,
    _ body: (ViewsContainer<Keys>) throws -> Void
  ) throws -> [CGRect] {
    let isKeyed = children.isKeyed
    let makeContent = { (place: Int) in
      isKeyed[place] ? descriptions[place].layoutContent(measurer: measurer) : nil
    }
    if let content {
      for known in known
      where known.content == content && known.size == frame.size
        && known.environment == environment
        && known.measured.allSatisfy({ $0.content.isSame(as: makeContent($0.place)) })
      {
        LayoutInterval(TraceName(of: type), views: known.frames.count, isCacheHit: true).end()
        return known.frames
      }
    }
    var measured: [(place: Int, content: (any SizeMeasuring)?)] = []
    let frames = try layout.run(
      in: frame,
      environment: environment,
      // Only a recording needs a name.
      name: KatanaTracepoints.isLayoutRecorded ? TraceName(of: type) : nil,
      measuring: { place in
        let made = makeContent(place)
        if content != nil { measured.append((place, made)) }
        return made
      },
      body
    )
    if let content {
      if known.count == Self.knownLimit { known.removeFirst() }
      known.append(
        Known(
          content: content,
          size: frame.size,
          environment: environment,
          measured: measured,
          frames: frames
        )
      )
    }
    return frames
  }

  /// How many results are kept.
  private static var knownLimit: Int { 8 }
}

extension (any SizeMeasuring)? {
  /// Whether another content measures the same.
  fileprivate func isSame(as other: (any SizeMeasuring)?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.isSame(as: other)
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
    for place in descriptions.indices {
      guard descriptions[place].key == names[place], descriptions[place].frame == frames[place],
        !descriptions[place].hasChildrenInProps
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
