import Hummingbird
import Tracing

/// A shop with three routes; of each ten requests, one fails and one finds nothing.
enum Shop {
  static func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.addMiddleware {
      TracingMiddleware(attributes: ["server.address": "127.0.0.1"])
      MetricsMiddleware()
      LogRequestsMiddleware(.info)
    }
    router.get("price/:item") { _, context in
      let item = try context.parameters.require("item", as: Int.self)
      let price = try await price(of: item)
      context.logger.debug("Found a price", metadata: ["price": "\(price)"])
      return "\(price)"
    }
    router.get("health") { _, _ in HTTPResponse.Status.ok }
    return router
  }

  /// As if it asked a database.
  private static func price(of item: Int) async throws -> Int {
    try await withSpan("look up price", ofKind: .client) { span in
      span.attributes["item"] = item
      try await Task.sleep(for: .microseconds(100))
      guard item != 13 else { throw HTTPError(.internalServerError, message: "no price") }
      return item * 100
    }
  }
}
