import Testing
import TypeChecking

/// A description whose children would never be asked for doesn't compile.
@Suite(.timeLimit(.minutes(30)))
struct DescriptionTypingTests {
  /// Each type with `// error` must not compile, all others must.
  static let program = """
    import KatanaElements

    struct Whole: NodeDescription {
      var props = EmptyProps()
      static func childrenDescriptions(
        props: EmptyProps, state: EmptyState, update: @escaping (EmptyState) -> Void, dispatch: @escaping StoreDispatch
      ) -> [any AnyNodeDescription] {
        Leaf()
      }
    }
    struct Leaf: NodeDescriptionWithoutChildren { var props = EmptyProps() }
    struct Nothing: NodeDescription { // error
      var props = EmptyProps()
    }
    struct OtherState: NodeDescription { // error
      struct Pressed: NodeDescriptionState {}
      typealias StateType = Pressed
      var props = EmptyProps()
      static func childrenDescriptions(
        props: EmptyProps, state: EmptyState, update: @escaping (EmptyState) -> Void, dispatch: @escaping StoreDispatch
      ) -> [any AnyNodeDescription] { [] }
    }
    struct OtherLabel: NodeDescription {
      var props = EmptyProps()
      static func childrenDescriptions( // error
        props: EmptyProps, state: EmptyState, updates: @escaping (EmptyState) -> Void, dispatch: @escaping StoreDispatch
      ) -> [any AnyNodeDescription] { [] }
    }
    struct OfInstances: NodeDescription { // error
      var props = EmptyProps()
      func childrenDescriptions(
        props: EmptyProps, state: EmptyState, update: @escaping (EmptyState) -> Void, dispatch: @escaping StoreDispatch
      ) -> [any AnyNodeDescription] { [] }
    }
    struct OtherResult: NodeDescription { // error
      var props = EmptyProps()
      static func childrenDescriptions(
        props: EmptyProps, state: EmptyState, update: @escaping (EmptyState) -> Void, dispatch: @escaping StoreDispatch
      ) -> [Leaf] { [] }
    }
    """

  @Test(.enabled(if: TypeChecker.isPresent, "there is no swiftc in PATH to compile with"))
  func `children that nearly match are refused by the compiler`() throws {
    let verdict = try TypeChecker.check(["Types.swift": Self.program])
    let expected = TypeChecker.expectedErrorLines(of: Self.program)
    #expect(verdict.errorLines == expected, "\(verdict.output)")
  }
}
