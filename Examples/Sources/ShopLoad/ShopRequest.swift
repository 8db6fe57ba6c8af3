import NIOHTTP1

/// What a client asks of the shop.
enum ShopRequest: Sendable {
  case add(item: Int, quantity: Int, cart: Int)
  case show(cart: Int)
  case checkOut(cart: Int)
  case totals

  /// The item that the shop has no price for.
  static let itemWithoutPrice = 13

  var head: HTTPRequestHead {
    let (method, path): (HTTPMethod, String) =
      switch self {
      case .add(let item, let quantity, let cart):
        (.POST, "/carts/\(cart)/items/\(item)?quantity=\(quantity)")
      case .show(let cart): (.GET, "/carts/\(cart)")
      case .checkOut(let cart): (.POST, "/carts/\(cart)/receipt")
      case .totals: (.GET, "/totals")
      }
    var headers = HTTPHeaders([("host", "127.0.0.1")])
    if method == .POST { headers.add(name: "content-length", value: "0") }
    return HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers)
  }
}
