import NIOCore
import NIOHTTP1

/// One connection to the shop, which is kept open and has one request under way at the most.
final class ShopConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  /// What becomes of its requests.
  private let customers: ShopCustomers
  private var context: ChannelHandlerContext?
  private var request: (ShopRequest, due: NIODeadline)?
  private var status: UInt = 0
  private var body = ByteBuffer()

  init(customers: ShopCustomers) { self.customers = customers }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    customers.add(self)
  }

  /// Sends a request that was due at some time, from which on it is waited for.
  func send(_ request: ShopRequest, due: NIODeadline) {
    self.request = (request, due)
    body = ByteBuffer()
    context?.write(wrapOutboundOut(.head(request.head)), promise: nil)
    context?.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): status = UInt(head.status.code)
    case .body(var part): body.writeBuffer(&part)
    case .end:
      guard let (request, due) = request else { return }
      self.request = nil
      customers.take(
        ShopAnswer(request: request, status: status, body: body),
        latency: NIODeadline.now() - due,
        from: self
      )
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    customers.fail(ChannelError.eof)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    customers.fail(error)
    context.close(promise: nil)
  }

  func close() { context?.close(promise: nil) }
}
