import Signposts
import Tracing

extension SpanKind {
  /// The kind as an interval's category.
  var traceName: TraceName {
    switch self {
    case .server: Self.serverName
    case .client: Self.clientName
    case .producer: Self.producerName
    case .consumer: Self.consumerName
    case .internal: Self.internalName
    }
  }

  private static let serverName = TraceName("server")
  private static let clientName = TraceName("client")
  private static let producerName = TraceName("producer")
  private static let consumerName = TraceName("consumer")
  private static let internalName = TraceName("internal")
}
