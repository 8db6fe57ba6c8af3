import Testing

@testable import KatanaRouter

@Suite(.timeLimit(.minutes(30)))
struct RouteMailboxTests {
  @Test func `an older tree never replaces a newer one, whichever comes first`() throws {
    let mailbox = RouteMailbox()
    _ = mailbox.put(try tree("A*[new]"), version: 2)
    _ = mailbox.put(try tree("A*[old]"), version: 1)
    #expect(mailbox.take(isRetry: false)?.tree.description == "A*[new]")
    #expect(mailbox.take(isRetry: false) == nil)
    // Nobody attends now, and nobody has to be sent for what is old.
    #expect(!mailbox.put(try tree("A*[old]"), version: 1))
    #expect(mailbox.put(try tree("A*[newer]"), version: 3))
    #expect(!mailbox.put(try tree("A*[newest]"), version: 4))
    #expect(mailbox.take(isRetry: false)?.tree.description == "A*[newest]")
  }

  @Test func `an update about something else sends nobody`() throws {
    let mailbox = RouteMailbox()
    let shown = try tree("A*[B]")
    _ = mailbox.put(shown, version: 1)
    while mailbox.take(isRetry: false) != nil {}
    #expect(!mailbox.put(shown, version: 2))
    #expect(mailbox.putAgain())
    #expect(mailbox.take(isRetry: false)?.isNew == true)
    #expect(mailbox.take(isRetry: true)?.isNew == false)
  }
}
