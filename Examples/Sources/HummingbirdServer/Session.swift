/// Notes what a customer does to a cart in one request.
///
/// It and its log hold each other until it is closed. `--leak-sessions` forgets that, and docs/memory.md finds it out.
final class Session {
  let cart: Int
  private(set) var log: SessionLog?

  init(cart: Int) {
    self.cart = cart
    log = SessionLog(of: self)
  }

  func close() { log = nil }
}

final class SessionLog {
  let session: Session
  private(set) var lines: [String] = []

  init(of session: Session) { self.session = session }

  func note(_ line: String) { lines.append("cart \(session.cart): \(line)") }
}
