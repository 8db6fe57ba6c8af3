import Katana
import Synchronization
import Foundation
struct S8: State { var n = 0 }
struct Inc: StateUpdater { func updateState(_ s: inout S8) { s.n += 1 } }
@inline(never) func now() -> Double { var t = timespec(); clock_gettime(CLOCK_MONOTONIC, &t); return Double(t.tv_sec)*1e9+Double(t.tv_nsec) }
func best(_ name: String, _ n: Int, _ f: (Int) -> Void) {
  var m = Double.infinity; var all: [Double] = []
  for _ in 0..<15 { let t = now(); f(n); let d = (now()-t)/Double(n); all.append(d); m = min(m, d) }
  all.sort(); print(name, String(format: "min %.1f med %.1f", m, all[7]))
}
final class CasFloor: Sendable { let w = Atomic<Int>(0); nonisolated(unsafe) let p = UnsafeMutablePointer<S8>.allocate(capacity: 1)
  init() { p.initialize(to: S8()) } }
let floor = CasFloor()
let store = Store<S8>()
let m = Mutex(S8())
@inline(never) func casLoop(_ n: Int) { for _ in 0..<n { if floor.w.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { Inc().updateState(&floor.p.pointee); _ = floor.w.compareExchange(expected: 1, desired: 0, ordering: .releasing) } } }
@inline(never) func dispLoop(_ n: Int) { for _ in 0..<n { store.dispatch(Inc()) } }
@inline(never) func mutexLoop(_ n: Int) { for _ in 0..<n { m.withLock { Inc().updateState(&$0) } } }
@inline(never) func snapLoop(_ n: Int) { for _ in 0..<n { if store.state.n == -1 { print() } } }
for _ in 0..<2 {
best("cas", 100000, casLoop)
best("dispatch", 100000, dispLoop)
best("mutex", 100000, mutexLoop)
best("snap", 100000, snapLoop)
for t in [2,4] {
  func team(_ name: String, _ n: Int, _ f: @escaping @Sendable (Int) -> Void) {
    best(name, n) { n in
      let g = DispatchGroup(); let go = Atomic<Bool>(false)
      _ = go
      var ths: [Thread] = []
      for _ in 0..<t { g.enter(); let th = Thread { f(n/t); g.leave() }; ths.append(th); th.start() }
      g.wait()
    }
  }
  team("mutex \(t)", 2_000_000) { mutexLoop($0) }
  team("dispatch \(t)", 2_000_000) { dispLoop($0) }
}
}
print(store.state.n)
