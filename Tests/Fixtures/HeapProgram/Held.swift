import Foundation

/// A cache that only grows.
final class Cache<Key: Hashable, Value> {
  var entries: [Key: Value] = [:]
  static var shared: Cache<Int, Picture> { unsafe sharedCache }
}

final class Picture { var pixels = [UInt8](repeating: 7, count: 1000) }

nonisolated(unsafe) let sharedCache = Cache<Int, Picture>()
nonisolated(unsafe) var registry: Registry?

final class Registry {
  /// A class within a class, of a generic class.
  final class Record<Content> {
    var content: Content
    init(_ content: Content) { self.content = content }
  }
  var records: [Record<(Int, String)>] = []
  var optional: Record<Int?>?
}

extension Registry {
  fileprivate final class Hidden { var number = 1 }
}

nonisolated(unsafe) var hidden: AnyObject?
nonisolated(unsafe) var local: AnyObject?
nonisolated(unsafe) var handlers: [() -> Int] = []

func makeLocal() -> AnyObject {
  final class LocalClass { var values: Set<String> = ["one value that is long enough"] }
  return LocalClass()
}

class Base<Element> { var elements: [Element] = [] }
final class Derived: Base<Picture?> { var picture = Picture() }
nonisolated(unsafe) var derived: Derived?

/// What globals, closures and thread-locals hold.
func plantHeld(count: Int) {
  for number in 0..<count { Cache<Int, Picture>.shared.entries[number] = Picture() }
  let registry = Registry()
  for number in 0..<count { registry.records.append(Registry.Record((number, "record"))) }
  registry.optional = Registry.Record(3)
  unsafe HeapProgram.registry = registry
  unsafe hidden = Registry.Hidden()
  unsafe local = makeLocal()
  unsafe derived = Derived()
  unsafe derived?.elements = [Picture(), nil]
  for _ in 0..<count {
    let captured = Captured()
    var calls = 0
    unsafe handlers.append {
      calls += 1
      return captured.value + calls
    }
  }
  plantThreadLocal()
}

final class Captured { var value = 1 }
final class OfThread { var value = 2 }

/// A thread that waits forever, with an object in its dictionary and one in its stack only.
func plantThreadLocal() {
  let started = DispatchSemaphore(value: 0)
  let thread = Thread {
    Thread.current.threadDictionary["object"] = OfThread()
    let onStack = OnStack()
    withExtendedLifetime(onStack) {
      started.signal()
      while true { sleep(1000) }
    }
  }
  thread.start()
  started.wait()
}

final class OnStack { var value = 3 }
final class InMapped { var value = 4 }
final class BehindVariables { var value = 4 }
final class InPlain { var value = 5 }
final class Lost { var value = 6 }

nonisolated(unsafe) var mapped: UnsafeMutableRawPointer?
nonisolated(unsafe) var mappedBehind: UnsafeMutableRawPointer?
nonisolated(unsafe) var plain: UnsafeMutablePointer<InPlain>?

/// Objects that only memory of mmap and of malloc leads to, and plain blocks that nothing leads to.
func plantMemory() {
  unsafe mapped = mapMemory(holding: InMapped())
  unsafe mappedBehind = mapMemory(holding: BehindVariables(), at: endOfVariables())
  unsafe plain = .allocate(capacity: 3)
  unsafe plain?.initialize(repeating: InPlain(), count: 3)
  plant {
    for _ in 0..<6 { _ = unsafe Unmanaged.passRetained(Lost()) }
    for _ in 0..<7 { leakPlain() }
  }
}

/// Memory of mmap with an object, if possible at some address.
func mapMemory(holding object: AnyObject, at place: UInt = 0) -> UnsafeMutableRawPointer? {
  let memory = unsafe mmap(
    UnsafeMutableRawPointer(bitPattern: place),
    1 << 16,
    PROT_READ | PROT_WRITE,
    MAP_PRIVATE | MAP_ANONYMOUS,
    -1,
    0
  )
  let address = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
  unsafe memory?.advanced(by: 4096).storeBytes(of: address, as: UInt.self)
  return unsafe memory
}

/// Where the memory of a global variable ends: the kernel makes one region of it and of what is mapped there.
func endOfVariables() -> UInt {
  let variable = unsafe withUnsafePointer(to: &mapped) { UInt(bitPattern: $0) }
  let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
  return maps.split(separator: "\n").lazy
    .map { $0.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) } }
    .first { $0[0] <= variable && variable < $0[1] }?[1] ?? 0
}

@inline(never)
func leakPlain() { unsafe memset(malloc(333), 1, 333) }
