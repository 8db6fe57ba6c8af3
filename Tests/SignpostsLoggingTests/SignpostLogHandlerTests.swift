import Logging
import SignpostsLogging
import Testing

/// What can be seen without a recording; HamonTests looks at what is recorded.
@Suite(.timeLimit(.minutes(30)))
struct SignpostLogHandlerTests {
  @Test func `level and metadata are values`() {
    var first = Logger(label: "test") { SignpostLogHandler(label: $0) }
    #expect(first.logLevel == .trace)
    first.logLevel = .debug
    first[metadataKey: "only-on"] = "first"
    var second = first
    second.logLevel = .error
    second[metadataKey: "only-on"] = "second"
    #expect(first.logLevel == .debug)
    #expect(second.logLevel == .error)
    #expect(first[metadataKey: "only-on"] == "first")
    #expect(second[metadataKey: "only-on"] == "second")
  }

  @Test func `without a recording no metadata is asked for or described`() async {
    struct Value: CustomStringConvertible, Sendable {
      let confirm: Confirmation
      var description: String {
        confirm()
        return "described"
      }
    }
    await confirmation(expectedCount: 0) { confirm in
      let provider = Logger.MetadataProvider {
        confirm()
        return ["provided": "value"]
      }
      var logger = Logger(label: "test") {
        SignpostLogHandler(label: $0, metadataProvider: provider, recordsSourceLocation: true)
      }
      logger[metadataKey: "handler"] = .stringConvertible(Value(confirm: confirm))
      logger.critical("message", metadata: ["own": .stringConvertible(Value(confirm: confirm))])
    }
  }

  @Test func `it works beside other handlers, which keep their levels`() {
    let logger = Logger(label: "test") { label in
      MultiplexLogHandler([
        SignpostLogHandler(label: label), SignpostLogHandler(label: label, logLevel: .error),
      ])
    }
    #expect(logger.logLevel == .trace)
    logger.trace("message")
  }
}
