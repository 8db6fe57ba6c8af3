import Synchronization

#if !canImport(os)
import CSignposts
#endif

/// A name in the form of a trace: ASCII, terminated by a zero, at one address for the life of the process.
///
/// Names are interned: equal strings share one address, which is never freed. So use them for bounded sets (types, subsystems, categories),
/// not for messages.
///
/// Source: one non-ASCII byte in a field makes Trace Compass's whole latency analysis fail (docs/tracing.md, T8), so the emitter escapes.
@frozen
public struct TraceName: Hashable, Sendable {
  // An address, because pointers aren't Sendable; this one is immutable.
  @usableFromInline
  let address: UInt

  /// The name as a zero-terminated string.
  @inlinable
  public var cString: UnsafePointer<CChar> {
    // SAFETY: `address` comes from `intern`, which allocates, never frees, and never returns 0.
    unsafe UnsafePointer(bitPattern: address).unsafelyUnwrapped
  }

  /// Interns a name.
  ///
  /// Complexity: one look-up under a lock; one allocation the first time a name is seen.
  public init(_ name: String) {
    address = TraceName.table.withLock { table in
      if let known = table.addresses[name] { return known }
      let address = TraceName.makeImmortal(name)
      table.addresses[name] = address
      return address
    }
  }

  /// The qualified name of a type, such as `Shop.AddToCart`, or its own choice if it is `TraceNamed`.
  ///
  /// Complexity: no lock and some 2 ns once the type is known; the name is built the first time a type is seen. A type without room among
  /// the first two thousand takes one look-up under a lock.
  public init(of type: Any.Type) {
    #if !canImport(os)
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    if let known = unsafe csignposts_type_name(identity) {
      address = UInt(bitPattern: known)
      return
    }
    #endif
    self = Self.interned(type)
  }

  private static func interned(_ type: Any.Type) -> TraceName {
    let identity = ObjectIdentifier(type)
    if let known = table.withLock({ $0.typeAddresses[identity] }) {
      return TraceName(address: known)
    }
    // Outside the lock: a type's own name is the user's code, and may ask for names too.
    let name = TraceName(
      (type as? any TraceNamed.Type)?.traceName ?? String(reflecting: type)
    )
    table.withLock { table in
      table.typeAddresses[identity] = name.address
      #if !canImport(os)
      unsafe csignposts_keep_type_name(UInt(bitPattern: identity), name.cString)
      #endif
    }
    return name
  }

  private init(address: UInt) { self.address = address }

  private struct Table {
    var addresses: [String: UInt] = [:]
    var typeAddresses: [ObjectIdentifier: UInt] = [:]
  }

  private static let table = Mutex(Table())

  private static func makeImmortal(_ name: String) -> UInt {
    unsafe UInt(bitPattern: TraceText.makeImmortal(name))
  }
}

/// A type that appears in traces under another name than its own, such as a wrapper.
public protocol TraceNamed {
  /// The name; it must not change while the program runs.
  static var traceName: String { get }
}
