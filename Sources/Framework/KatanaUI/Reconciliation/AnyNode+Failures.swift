import NativeViews

/// A function of a description that may fail.
@usableFromInline
enum FailingFunction: String {
  case childrenDescriptions
  case applyPropsToNativeView
  case connect
  case layout
}

/// What an ``ErrorBoundary`` does about failures in it.
///
/// Which node has failed is known to the nodes themselves: so one that was made for a moment, that leaves, or that has recovered in the
/// same frame, brings no fallback, and one that comes back as it was does.
@usableFromInline
enum FallbackPhase {
  /// It shows its children.
  case none
  /// It does, and something has failed in them: whether that is still so is looked at later in the flush.
  case asked
  /// The update that comes shows the fallback.
  case due(any Error)
  /// Its children are the fallback.
  case shown(any Error)

  /// The error in whose place the fallback is shown.
  @inlinable var shown: (any Error)? { if case .shown(let error) = self { error } else { nil } }

  /// Takes note of an update: but for that of the fallback, and on the way out, the node's own children are tried again.
  @usableFromInline
  mutating func beginUpdate(isLeaving: Bool) {
    switch self {
    case .due(let error): self = .shown(error)
    case .shown where !isLeaving: self = .none
    case .none, .asked, .shown: break
    }
  }

  /// Lets the next update, which is a part of a transition, keep a fallback that is shown; tells whether one is.
  mutating func keep() -> Bool {
    guard let shown else { return false }
    self = .due(shown)
    return true
  }
}

extension AnyNode {
  /// Takes note that something in the node has failed: tells of it, and lets the nearest ``ErrorBoundary`` show something else.
  @usableFromInline
  @inline(never)
  final func fail(_ error: any Error, in function: FailingFunction) {
    let outcome =
      switch function {
      case .childrenDescriptions: "it keeps the children that it has"
      case .applyPropsToNativeView: "its view stays as it is"
      case .connect: "it keeps the props that it has"
      case .layout: "its children stay where their props say"
      }
    diagnose("\(function.rawValue) has failed (\(error)), so \(outcome)", remedy: "mend that error")
    guard function != .layout else { return }
    let rare = rareParts
    rare.forgetFailure(in: function)
    rare.failures.append((function, error))
    askForFallback()
  }

  /// Takes note that something of the node's own hasn't failed.
  @inlinable
  final func succeed(in function: FailingFunction) {
    if let rare { rare.forgetFailure(in: function) }
  }

  /// Lets the nearest boundary of whose fallback the node is no part look at what has failed in it.
  final func askForFallback() {
    var ancestor = parent
    while let node = ancestor {
      if node.isErrorBoundary, node.rare?.fallback.shown == nil {
        node.rareParts.fallback = .asked
        node.renderer?.enqueue(node)
        return
      }
      ancestor = node.parent
    }
  }

  /// Whether a boundary was asked for its fallback, and something that is there has failed.
  @usableFromInline
  final var needsFallback: Bool {
    guard let rare, case .asked = rare.fallback else { return false }
    rare.fallback = failureInChildren.map { .due($0) } ?? .none
    return if case .due = rare.fallback { true } else { false }
  }

  /// What has failed in the nodes in this one, but for those that leave and those in boundaries that show, or are about to show, a
  /// fallback for it.
  ///
  /// Complexity: O(n) for `n` nodes.
  private var failureInChildren: (any Error)? {
    for child in children + managedChildren where child.rare?.departure == nil {
      if let failure = child.rare?.failures.first { return failure.error }
      if child.isErrorBoundary, child.rare?.fallback.shown == nil { continue }
      if let error = child.failureInChildren { return error }
    }
    return nil
  }

  /// Tells of a mistake in the use of the node.
  @inline(never)
  final func diagnose(_ problem: String, remedy: String) {
    let diagnosis = ViewDiagnosis(subject: path, problem: problem, remedy: remedy)
    if let renderer { renderer.report(diagnosis) } else { diagnosis.printWarning() }
  }

  /// Types and keys of the descriptions from the root to the node, such as `Screen > Row "7"`.
  ///
  /// Complexity: O(depth).
  public final var path: String {
    var names: [String] = []
    var node: AnyNode? = self
    while let current = node {
      let type = current.anyDescription.descriptionType
      names.append("\(type)" + (current.key.map { " \"\($0)\"" } ?? ""))
      node = current.parent
    }
    return names.reversed().joined(separator: " > ")
  }
}
