import Testing

extension `Views in GTK windows` {
  @Test func `the Todo example is used by mouse and keyboard, and closed`() async throws {
    print(try await Display.check(by: "TodoWindowChecks"))
  }

  @Test func `tabs, modals and a finger that goes back are seen in a window`() async throws {
    print(try await Display.check("--containers", by: "TodoWindowChecks"))
  }
}
