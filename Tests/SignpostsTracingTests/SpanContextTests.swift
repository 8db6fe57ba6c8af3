import Testing

@testable import SignpostsTracing

@Suite(.timeLimit(.minutes(30)))
struct SpanContextTests {
  @Test func `a valid header is read and written as it was`() throws {
    let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let context = try #require(SpanContext(traceparent: header, tracestate: "a=1,b=2"))
    #expect(context.traceID == 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736)
    #expect(context.spanID == 0x00f0_67aa_0ba9_02b7)
    #expect(context.flags == 1)
    #expect(context.state == "a=1,b=2")
    #expect(context.traceparent == header)
  }

  @Test func `ids with leading zeros keep them`() throws {
    let header = "00-00000000000000000000000000000001-000000000000000a-00"
    let context = try #require(SpanContext(traceparent: header, tracestate: nil))
    #expect(context.traceparent == header)
    #expect(context.state == "")
  }

  @Test(arguments: [
    "",
    "00",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-011",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
    "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
    "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-zz",
    "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more",
    " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
    "00-4bf92f3577b34da6a3ce929d0e0e47é-00f067aa0ba902b7-01x",
  ])
  func `a malformed header is none`(header: String) {
    #expect(SpanContext(traceparent: header, tracestate: "a=1") == nil)
  }

  @Test(arguments: [
    "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-brings",
  ])
  func `of a later version what is known is read`(header: String) throws {
    let context = try #require(SpanContext(traceparent: header, tracestate: nil))
    #expect(context.spanID == 0x00f0_67aa_0ba9_02b7)
    #expect(context.traceparent.hasPrefix("00-4bf92f3577b34da6a3ce929d0e0e4736-"))
    #expect(context.traceparent.utf8.count == 55)
  }

  @Test func `a child has its parent's trace, flags and state, and an id of its own`() throws {
    let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
    let parent = try #require(SpanContext(traceparent: header, tracestate: "a=1"))
    let child = parent.makeChild()
    #expect(child.traceID == parent.traceID)
    #expect(child.flags == 0)
    #expect(child.state == "a=1")
    #expect(child.spanID != parent.spanID)
    #expect(child.spanID != 0)
  }

  @Test func `roots are valid, sampled and different`() {
    let roots = (0..<1000).map { _ in SpanContext.makeRoot() }
    #expect(Set(roots.map(\.traceID)).count == 1000)
    #expect(Set(roots.map(\.spanID)).count == 1000)
    for root in roots {
      #expect(SpanContext(traceparent: root.traceparent, tracestate: nil) == root)
      #expect(root.flags == 1)
    }
  }

  @Test func `random ids are unique among threads`() async {
    let ids = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 { group.addTask { (0..<10_000).map { _ in RandomID.make() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(ids).count == 80_000)
    // Each bit is set in about half of them: 40,000, with a standard deviation of 141.
    for bit in 0..<64 {
      let count = ids.count { $0 >> UInt64(bit) & 1 == 1 }
      #expect((38_000...42_000).contains(count), "bit \(bit)")
    }
  }
}
