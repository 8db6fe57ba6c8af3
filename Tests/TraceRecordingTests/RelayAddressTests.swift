import Testing

@testable import TraceRecording

@Suite struct RelayAddressTests {
  @Test(arguments: [
    ("h", "net://h:5342:5343"), ("a.example.com:7001", "net://a.example.com:7001:7002"),
    ("10.0.0.1", "net://10.0.0.1:5342:5343"), ("[::1]:9", "net6://[::1]:9:10"),
    ("[fe80::1]", "net6://[fe80::1]:5342:5343"), ("", nil), ("h:", nil), ("h:0", nil),
    ("h:65535", nil), ("h:99999", nil), ("::1", nil), ("a b", nil), ("net://h", nil),
  ])
  func `addresses are read with their ports, or get LTTng's`(text: String, url: String?) {
    #expect(RelayAddress(text, for: .traces)?.tracesURL == url)
  }

  @Test func `a session's name is plain, whatever the program is called`() throws {
    let address = try #require(RelayAddress("h", for: .traces))
    let session = RelayedSession(at: address, program: "/a/my prögram;x")
    #expect(session.name.wholeMatch(of: /my-pr-gram-x-\d{8}-\d{6}-\d+/) != nil, "\(session.name)")
    #expect(session.relay == "h:5342")
    #expect(!session.host.isEmpty)
  }
}
