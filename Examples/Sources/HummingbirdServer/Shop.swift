import Hummingbird

/// A shop, whose carts are in a store or in an actor.
enum Shop {
  static func router(
    _ carts: some CartKeeping,
    reportsUnderLock: Bool,
    leaks: Bool = false
  ) -> Router<BasicRequestContext> {
    let router = Router()
    router.addMiddleware {
      TracingMiddleware(attributes: ["server.address": "127.0.0.1"])
      MetricsMiddleware()
      LogRequestsMiddleware(.info)
    }
    router.get("health") { _, _ in HTTPResponse.Status.ok }
    router.get("price/:item") { _, context in
      let item = try context.parameters.require("item", as: Int.self)
      let price = try await orNoPrice { try await carts.price(of: item) }
      context.logger.debug("Found a price", metadata: ["price": "\(price)"])
      return "\(price)"
    }
    router.get("carts/:cart") { _, context in
      let cart = try context.parameters.require("cart", as: Int.self)
      return try await carts.cart(cart)
    }
    router.post("carts/:cart/items/:item") { request, context in
      let cart = try context.parameters.require("cart", as: Int.self)
      let item = try context.parameters.require("item", as: Int.self)
      let quantity = request.uri.queryParameters.get("quantity", as: Int.self) ?? 1
      guard (1...1_000).contains(quantity), (0...1_000_000).contains(item) else {
        throw HTTPError(.badRequest, message: "take 1 to 1000 of an item up to 1000000")
      }
      let session = Session(cart: cart)
      defer { if !leaks { session.close() } }
      session.log?.note("\(quantity) x \(item)")
      return try await orNoPrice { try await carts.add(item, quantity: quantity, to: cart) }
    }
    router.post("carts/:cart/receipt") { _, context in
      let cart = try context.parameters.require("cart", as: Int.self)
      return try await carts.checkOut(cart)
    }
    router.get("totals") { _, _ in try await carts.totals() }
    router.get("report") { _, _ in try await carts.report(underLock: reportsUnderLock) }
    return router
  }

  private static func orNoPrice<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as NoPrice {
      throw HTTPError(.internalServerError, message: "\(error)")
    }
  }
}

extension Cart: ResponseEncodable {}
extension Totals: ResponseEncodable {}
extension SalesReport: ResponseEncodable {}
