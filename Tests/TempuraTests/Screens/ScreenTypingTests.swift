import Tempura
import Testing
import TypeChecking

/// What is wrong with a screen doesn't compile, and the compiler says what to do.
@Suite(
  .timeLimit(.minutes(30)),
  .enabled(if: TypeChecker.isPresent, "there is no swiftc in PATH to compile with")
)
struct ScreenTypingTests {
  static let declarations = """
    import Katana
    import Tempura

    struct Own: State {}
    struct Other: State {}
    struct Local: LocalState {}
    typealias None = EmptySideEffectDependencyContainer
    struct Change: StateUpdater { func updateState(_ state: inout Own) {} }
    struct ChangeOther: StateUpdater { func updateState(_ state: inout Other) {} }
    struct Do: SideEffect {
      func sideEffect(_ context: SideEffectContext<Own, None>) async throws {}
    }
    struct DoOther: SideEffect {
      func sideEffect(_ context: SideEffectContext<Other, None>) async throws {}
    }
    struct Model: ViewModelWithState { init?(state: Own) {} }

    """

  /// The lines of a program, in which errors must be where they end in `// error`.
  private func check(_ program: String) throws -> String {
    let program = Self.declarations + program
    let verdict = try TypeChecker.check(["Screen.swift": program])
    let expected = TypeChecker.expectedErrorLines(of: program)
    #expect(verdict.errorLines == expected, "\(verdict.output)")
    return verdict.output
  }

  @Test func `a screen dispatches items of its own state`() throws {
    _ = try check(
      """
      @MainActor func dispatch<V>(_ screen: ViewController<V>) where V.VM == Model {
        screen.dispatch(Change())
        screen.dispatch(Do())
        screen.dispatch(Show("help"))
        screen.dispatch(RouteChanged(from: [], to: [], cause: .user))
        screen.dispatch(ChangeOther()) // error
        screen.dispatch(DoOther()) // error
        screen.store.anyDispatch(ChangeOther())
      }
      """
    )
  }

  @Test func `a view model with a local state has an optional state`() throws {
    let output = try check(
      """
      struct Right: ViewModelWithLocalState {
        init?(state: Own?, localState: Local) {}
      }
      struct Wrong: ViewModelWithLocalState { // error
        init?(state: Own, localState: Local) {}
      }
      """
    )
    #expect(output.contains("write init?(state: S?, localState: LS), with an optional state"))
  }
}
