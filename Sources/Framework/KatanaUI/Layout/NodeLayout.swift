public import Foundation
import NativeViews
public import Plastic

extension PlasticNodeDescription {
  /// Whether a layout places the children.
  @inlinable public static var hasLayout: Bool { true }

  /// Places the children.
  @MainActor public static func layOut(
    _ descriptions: inout [any AnyNodeDescription],
    of node: Node<Self>
  ) throws {
    guard let renderer = node.renderer else { return }
    let keys = renderer.keys(of: Self.self)
    try keys.check(descriptions)
    let measurer = renderer.textMeasurer
    let props = node.current.props
    let state = node.currentState
    let content = layoutHash(props: props, state: state).map {
      DisplayedContent(hash: $0, display: renderer.displayTraits)
    }
    if let repeated = try keys.repeatedLayout(of: descriptions) {
      let frames = try repeated.run(
        descriptions,
        content,
        in: props.frame,
        environment: node.layoutEnvironment,
        of: Self.self,
        measurer
      ) { try layout(views: $0, props: props, state: state) }
      return repeated.children.write(frames, into: &descriptions)
    }
    var views = LaidOutChildren<Keys>(keys: keys, measurer: measurer)
    views.declare(descriptions, in: .nativeView)
    let hierarchy = try ViewHierarchy(views.declarations)
    let result = try renderer.layoutsCache.layout(
      hierarchy,
      of: Self.self,
      content: content,
      in: props.frame,
      environment: node.layoutEnvironment
    ) { (views: ViewsContainer<Keys>) throws in
      try layout(views: views, props: props, state: state)
    }
    var place = 0
    views.write(result.frames, into: &descriptions, at: &place)
  }
}

/// What a layout reads according to its description, and the display that measures texts for it.
struct DisplayedContent: Hashable, Sendable {
  let hash: Int
  let display: DisplayTraits
}

/// A node's children as a layout sees them, including those in their props at any depth.
struct LaidOutChildren<Keys: Hashable & Sendable> {
  let keys: LayoutKeys<Keys>
  /// Measures texts; `nil` if contents aren't declared.
  let measurer: (any TextMeasuring)?
  private(set) var declarations: [ViewDeclaration<Keys>] = []
  private var seen: Set<Keys> = []

  init(keys: LayoutKeys<Keys>, measurer: (any TextMeasuring)?) {
    (self.keys, self.measurer) = (keys, measurer)
  }

  /// Declares descriptions and those in their props, parents first.
  mutating func declare(
    _ descriptions: [any AnyNodeDescription],
    in parent: ViewDeclaration<Keys>.Parent
  ) {
    for description in descriptions {
      // The layout places the first of several with the same key, which is diagnosed elsewhere.
      let key = description.key.flatMap { keys.key(named: $0) }.flatMap {
        seen.insert($0).inserted ? $0 : nil
      }
      let place = declarations.count
      var declaration = ViewDeclaration<Keys>.unkeyed(in: parent, frame: description.frame)
      declaration.key = key
      if key != nil, let measurer {
        declaration.content = description.layoutContent(measurer: measurer)
      }
      declarations.append(declaration)
      if let children = description.childrenInProps {
        declare(children.descriptions, in: .declaration(at: place))
      }
    }
  }

  /// Writes frames in the order of the declarations.
  func write(
    _ frames: [CGRect],
    into descriptions: inout [any AnyNodeDescription],
    at place: inout Int
  ) {
    for index in descriptions.indices {
      if declarations[place].key != nil, descriptions[index].frame != frames[place] {
        descriptions[index].frame = frames[place]
      }
      place += 1
      guard var children = descriptions[index].childrenInProps else { continue }
      let first = place
      let last = first + Self.count(of: children.descriptions)
      let hasChanged = (first..<last).contains {
        declarations[$0].key != nil && declarations[$0].frame != frames[$0]
      }
      if hasChanged {
        write(frames, into: &children.descriptions, at: &place)
        descriptions[index].childrenInProps = children
      } else {
        place = last
      }
    }
  }

  /// The number of descriptions, including those in props at any depth.
  private static func count(of descriptions: [any AnyNodeDescription]) -> Int {
    descriptions.reduce(0) { $0 + 1 + ($1.childrenInProps.map { count(of: $0.descriptions) } ?? 0) }
  }
}

/// The keys of a layout by the names of the children.
final class LayoutKeys<Keys: Hashable & Sendable> {
  private var known: [String: Keys] = [:]
  private let make: ((String) -> Keys?)?
  private let makeByRawValue: ((String) -> Keys?)?
  /// The layout of the last children.
  private var last: RepeatedLayout<Keys>?

  private let areNamed: Bool

  init() {
    make = (Keys.self as? any LosslessStringConvertible.Type).map { Self.makeByDescription($0) }
    let makeByRawValue = (Keys.self as? any RawRepresentable<String>.Type).map {
      Self.makeByRawValue($0)
    }
    self.makeByRawValue = makeByRawValue
    let cases = Keys.self as? any CaseIterable.Type
    areNamed =
      make != nil || makeByRawValue != nil || cases != nil || Keys.self == EmptyKeys.self
    if let cases { Self.note(cases, in: &known) }
  }

  /// The layout of children, reused for the same ones; `nil` if children have children in their props, or if there are too many to keep.
  func repeatedLayout(
    of descriptions: [any AnyNodeDescription]
  ) throws -> RepeatedLayout<Keys>? {
    if let last, last.children.areAll(of: descriptions) { return last }
    guard descriptions.count <= 64, !descriptions.contains(where: \.hasChildrenInProps) else {
      return nil
    }
    var views = LaidOutChildren<Keys>(keys: self, measurer: nil)
    views.declare(descriptions, in: .nativeView)
    let layout = RepeatedLayout(
      try ViewHierarchy(views.declarations),
      RepeatedChildren(descriptions, isKeyed: views.declarations.map { $0.key != nil })
    )
    last = layout
    return layout
  }

  /// Throws if children have keys but the layout finds no key by name: their views would be missing, and `views[.key]!` would crash.
  func check(_ descriptions: [any AnyNodeDescription]) throws {
    guard !areNamed, descriptions.contains(where: Self.hasKeys) else { return }
    throw UnnamedKeys(type: Keys.self)
  }

  private static func hasKeys(_ description: any AnyNodeDescription) -> Bool {
    description.key != nil || description.childrenInProps?.contains(where: hasKeys) == true
  }

  /// The key whose raw value or description is a name.
  func key(named name: String) -> Keys? {
    if let key = known[name] { return key }
    if let key = makeByRawValue?(name) {
      known[name] = key
      return key
    }
    return make?(name)
  }

  private static func note(_ type: (some CaseIterable).Type, in known: inout [String: Keys]) {
    for key in type.allCases {
      if let key = key as? Keys { known["\(key)"] = key }
    }
  }

  private static func makeByRawValue(
    _ type: (some RawRepresentable<String>).Type
  ) -> (String) -> Keys? {
    { type.init(rawValue: $0) as? Keys }
  }

  private static func makeByDescription(
    _ type: (some LosslessStringConvertible).Type
  ) -> (String) -> Keys? {
    { type.init($0) as? Keys }
  }
}

/// An error: names of children can't identify a layout's keys.
struct UnnamedKeys: Error, CustomStringConvertible {
  let type: Any.Type

  var description: String {
    "\(type): its cases aren't found by the keys of children; let it adopt CaseIterable or "
      + "LosslessStringConvertible, or have raw values of type String"
  }
}

extension Renderer {
  func keys<Description: NodeDescription>(
    of type: Description.Type
  ) -> LayoutKeys<Description.Keys> {
    let id = ObjectIdentifier(type)
    // SAFETY: those of a type are made below. A cast would compare generic types by name.
    if let keys = layoutKeys[id] {
      return unsafe unsafeDowncast(keys, to: LayoutKeys<Description.Keys>.self)
    }
    let keys = LayoutKeys<Description.Keys>()
    layoutKeys[id] = keys
    return keys
  }
}

extension AnyNode {
  /// Lays out the children, and managed nodes.
  final func relayoutChildren() {
    for child in children where child.rare?.departure == nil {
      child.relayout(to: child.frame, for: .display)
    }
    for child in managedChildren { child.relayout(to: child.frame, for: .display) }
  }

  /// The pixel grid to which rows without a layout are rounded; `nil` if nothing is rounded.
  package final var pixelGrid: PixelGrid? {
    guard let renderer, renderer.layoutRounding != .none else { return nil }
    return PixelGrid(scale: renderer.displayScale)
  }

  /// The environment of the children's layouts: the nearest reference size, including this node's own, in its node's frame.
  ///
  /// Complexity: O(depth).
  ///
  /// Source: docs/semantics/layout.md, P3.
  public final var layoutEnvironment: LayoutEnvironment {
    let environment = LayoutEnvironment(
      displayScale: renderer?.displayScale ?? 1,
      rounding: renderer?.layoutRounding ?? .edges
    )
    var node: AnyNode? = self
    while let current = node {
      if let reference = current.referenceSize {
        return environment.entering(current.frame, reference: reference)
      }
      node = current.parent
    }
    return environment
  }

  /// Points per unit of the nearest reference size, by which elements scale fonts, images and radii; 1 without one.
  ///
  /// Complexity: O(depth).
  public final var plasticMultiplier: CGFloat {
    // The multiplier of `layoutEnvironment`, without the rest: each element asks for it in each update.
    var node: AnyNode? = self
    while let current = node {
      if let reference = current.referenceSize {
        return reference.multiplier(in: current.frame.size)
      }
      node = current.parent
    }
    return 1
  }
}
