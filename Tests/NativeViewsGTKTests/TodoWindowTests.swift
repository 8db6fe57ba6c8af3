import Testing

extension `Views in GTK windows` {
  @Test func `the Todo example is used by mouse and keyboard, and closed`() async throws {
    print(try await Display.check(by: "TodoWindowChecks"))
  }
}
