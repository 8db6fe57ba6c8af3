import Katana
import Testing
import TypeChecking

/// Dispatching to the wrong place doesn't compile.
@Suite(.timeLimit(.minutes(30)))
struct DispatchTypingTests {
  /// The lines that end in `// error` must not compile, all others must.
  static let program = """
    import Katana

    struct Whole: State { var part = Part() }
    struct Part: State { var count = 0 }
    struct Other: State {}
    typealias None = EmptySideEffectDependencyContainer
    struct ChangeWhole: StateUpdater { func updateState(_ state: inout Whole) {} }
    struct ChangePart: StateUpdater { func updateState(_ state: inout Part) {} }
    struct ChangeOther: StateUpdater { func updateState(_ state: inout Other) {} }
    struct ChangeAny: ErasedStateUpdater {
      func updatedState(currentState: any State) throws -> any State { currentState }
    }
    struct DoWhole: SideEffect {
      func sideEffect(_ context: SideEffectContext<Whole, None>) async throws {}
    }
    struct DoPart: SideEffect {
      func sideEffect(_ context: SideEffectContext<Part, None>) async throws -> Int { 1 }
    }
    struct DoOther: SideEffect {
      func sideEffect(_ context: SideEffectContext<Other, None>) async throws {}
    }
    final class Others: SideEffectDependencyContainer {
      init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
    }
    struct DoWithOthers: SideEffect {
      func sideEffect(_ context: SideEffectContext<Whole, Others>) async throws {}
    }
    struct DoAny: ReturningSideEffect {
      func sideEffect(_ context: any AnySideEffectContext) async throws -> Int { 1 }
    }

    func toStore(_ store: Store<Whole, None>) async throws {
      store.dispatch(ChangeWhole())
      store.dispatch(ChangeAny())
      store.dispatch(DoWhole())
      let _: Int = try await store.dispatch(DoAny()).value
      let known: any StateUpdater<Whole> = ChangeWhole()
      store.dispatch(known)
      store.dispatch(ChangePart()) // error
      try await store.dispatch(ChangeOther()).value // error
      store.dispatch(DoPart()) // error
      try await store.dispatch(DoOther()).value // error
      store.dispatch(ChangeOther() as any AnyStateUpdater) // error
      store.dispatch(DoOther() as any AnySideEffect) // error
      try await store.anyDispatch(ChangeOther()).value
      _ = try await store.anyDispatch(DoOther()).value
    }

    func toPart(_ part: ScopedStore<Part>) async throws {
      part.dispatch(ChangePart())
      part.dispatch(ChangeAny())
      let _: Int = try await part.dispatch(DoPart()).value
      part.dispatch(DoAny())
      part.dispatch(ChangeWhole()) // error
      part.dispatch(DoWhole()) // error
      try await part.anyDispatch(ChangeWhole()).value
      _ = try await part.anyDispatch(DoWhole()).value
    }

    func toPartialStore(_ store: some PartialStore<Whole>) async throws {
      store.dispatch(ChangeWhole())
      store.dispatch(ChangeAny())
      store.dispatch(DoWhole())
      store.dispatch(ChangeOther()) // error
      store.dispatch(DoOther()) // error
      try await store.anyDispatch(ChangeOther()).value
    }

    func fromEffect(_ context: SideEffectContext<Whole, None>) async throws {
      context.dispatch(ChangeWhole())
      context.dispatch(ChangeAny())
      context.dispatch(DoWhole())
      context.dispatch(DoAny())
      context.scope(\\.part).dispatch(ChangePart())
      let _: Int = try await context.scope(\\.part).dispatch(DoPart()).value
      context.dispatch(ChangeOther()) // error
      context.dispatch(DoOther()) // error
      context.dispatch(DoWithOthers()) // error
      context.scope(\\.part).dispatch(ChangeWhole()) // error
      try await context.anyDispatch(ChangeOther()).value
    }

    func fromLibrary(_ context: any AnySideEffectContext) async throws {
      context.dispatch(ChangeAny())
      let _: Int = try await context.dispatch(DoAny()).value
      try await context.anyDispatch(ChangeWhole()).value
      context.dispatch(ChangeWhole()) // error
    }
    """

  @Test(.enabled(if: TypeChecker.isPresent, "there is no swiftc in PATH to compile with"))
  func `items of another state, and of unknown ones, are refused by the compiler`() throws {
    let verdict = try TypeChecker.check(["main.swift": Self.program])
    let expected = TypeChecker.expectedErrorLines(of: Self.program)
    #expect(verdict.errorLines == expected, "\(verdict.output)")
  }
}
