import Katana
import Tempura

typealias NotesStore = Store<NotesState, NotesDependencies>

/// What side effects work with.
final class NotesDependencies: NavigationProvider {
  let navigator = Navigator(configuration: NavigatorConfiguration(stepTimeout: .seconds(600)))
  /// Whether a passphrase is right; others would ask a server.
  let isRight: @Sendable (String) async throws -> Bool = { $0 == "sesame" }

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

/// Asks whether a passphrase is right; side effects aren't in the log, and so neither is the passphrase.
struct LogIn: SideEffect {
  let passphrase: String

  func sideEffect(_ context: SideEffectContext<NotesState, NotesDependencies>) async throws {
    let isRight = try await context.dependencies.isRight(passphrase)
    try await context.dispatch(SetLogin(login: isRight ? .yes : .refused)).value
  }
}
