import NativeViews

/// A function of a description that may fail.
@usableFromInline
enum FailingFunction: String {
  case childrenDescriptions
  case applyPropsToNativeView
  case connect
  case layout
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
    var ancestor = parent
    while let node = ancestor {
      if node.isErrorBoundary, node.rare?.failure == nil {
        node.rareParts.failure = error
        node.flags.insert(.mustUpdate)
        node.renderer?.enqueue(node)
        return
      }
      ancestor = node.parent
    }
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
