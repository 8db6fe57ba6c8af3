import NativeViews

/// A function of a description that can fail.
@usableFromInline
enum FailingFunction: String {
  case childrenDescriptions
  case applyPropsToNativeView
  case connect
  case layout
}

/// The state of an ``ErrorBoundary``.
///
/// Each node itself knows whether it has failed. So a node that existed only for a moment, is leaving, or recovered in the same frame
/// brings no fallback; one that returns still failed does.
@usableFromInline
enum FallbackPhase {
  /// It shows its children.
  case none
  /// It shows its children, but some may have failed: checked later in the flush.
  case asked
  /// The next update shows the fallback.
  case due(any Error)
  /// It shows the fallback.
  case shown(any Error)

  /// The error that the fallback replaces.
  @inlinable var shown: (any Error)? { if case .shown(let error) = self { error } else { nil } }

  /// Called at each update: retries the node's own children, unless the update shows the fallback or the node is leaving.
  @usableFromInline
  mutating func beginUpdate(isLeaving: Bool) {
    switch self {
    case .due(let error): self = .shown(error)
    case .shown where !isLeaving: self = .none
    case .none, .asked, .shown: break
    }
  }

  /// Makes the next update, a part of a transition, keep the fallback if one is shown; returns whether it does.
  mutating func keep() -> Bool {
    guard let shown else { return false }
    self = .due(shown)
    return true
  }
}

extension AnyNode {
  /// Records and diagnoses a failure in the node, and asks the nearest ``ErrorBoundary`` for its fallback.
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

  /// Records that a function of the node hasn't failed.
  @inlinable
  final func succeed(in function: FailingFunction) {
    if let rare { rare.forgetFailure(in: function) }
  }

  /// Makes the nearest boundary that shows no fallback check for failures in it.
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

  /// Makes a boundary that was asked for its fallback show it in the next update, if a present node has failed; returns whether it will.
  @usableFromInline
  final func decideFallback() -> Bool {
    guard let rare, case .asked = rare.fallback else { return false }
    guard let error = failureInChildren else {
      rare.fallback = .none
      return false
    }
    rare.fallback = .due(error)
    return true
  }

  /// The first failure in the node's descendants, except in leaving nodes and in boundaries that show no fallback yet: those check
  /// themselves.
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

  /// Diagnoses a mistake in the use of the node.
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
