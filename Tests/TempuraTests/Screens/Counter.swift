import Katana
import NativeViews
import Tempura

/// A state of which screens read different parts.
struct AppState: State, Equatable {
  var counter = 0
  var title = "title"
  var isMissing = false
  var entities = Entities<Int, String>()
}

struct Dependencies: SideEffectDependencyContainer {
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

typealias TestedStore = Store<AppState, Dependencies>

struct SetState: StateUpdater {
  let change: @Sendable (inout AppState) -> Void
  init(_ change: @escaping @Sendable (inout AppState) -> Void) { self.change = change }
  func updateState(_ state: inout AppState) { change(&state) }
}

extension Store<AppState, Dependencies> {
  func change(_ change: @escaping @Sendable (inout AppState) -> Void) { dispatch(SetState(change)) }
  func increment() { change { $0.counter += 1 } }
}

struct CounterModel: ViewModelWithState {
  var count: Int
  init(count: Int) { self.count = count }
  init?(state: AppState) {
    if state.isMissing { return nil }
    count = state.counter
  }
}

/// A view that notes what it is told.
final class CounterView: NativeView, ViewControllerModellableView {
  typealias VM = CounterModel
  var log: [String] = []
  let label = TitleLabel()
  var onTap: () -> Void = {}

  func setup() {
    log.append("setup")
    append(label)
  }
  func style() { log.append("style") }
  func update(oldModel: CounterModel?) {
    let old = oldModel.map { "\($0.count)" } ?? "nil"
    let new = model.map { "\($0.count)" } ?? "nil"
    log.append("update \(old) \(new)")
    label.text = new
    setNeedsLayout()
  }
  override func layoutSubviews() {
    log.append("layout")
    label.frame = bounds
  }

  var updates: [String] { log.filter { $0.hasPrefix("update") } }
}

/// A screen that notes what it is told.
class CounterScreen: ViewController<CounterView> {
  var log: [String] = []

  func take() -> [String] {
    defer { log = [] }
    return log
  }

  override func setup() { log.append("setup \(connected)") }
  override func setupInteraction() {
    log.append("setupInteraction")
    rootView.onTap = { [weak self] in self?.dispatch(SetState { $0.counter += 1 }) }
  }
  override func willUpdate(new: CounterModel?) {
    log.append("willUpdate \(new.map { "\($0.count)" } ?? "nil")")
  }
  override func didUpdate(old: CounterModel?) {
    log.append("didUpdate \(old.map { "\($0.count)" } ?? "nil")")
  }
  override func willUnsubscribe() { log.append("willUnsubscribe") }
}
