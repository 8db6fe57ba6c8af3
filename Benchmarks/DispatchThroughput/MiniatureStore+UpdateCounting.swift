import KatanaMiniature
import StoreWorkloads

extension MiniatureStore: UpdateCounting where S: BenchmarkState {
  var sum: Int { state.sum }
}
