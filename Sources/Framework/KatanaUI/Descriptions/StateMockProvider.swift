/// Overrides the states of nodes, whatever they set: for pictures and tests of cases that are hard to reach.
///
/// Source: docs/semantics/ui.md, U16.
@MainActor
public final class StateMockProvider {
  private struct Mock {
    let state: any NodeDescriptionState
    let passes: (any NodeDescriptionProps) -> Bool
  }

  private var mocks: [ObjectIdentifier: [Mock]] = [:]

  /// Makes a provider without mocks.
  public init() {}

  /// Sets the state of the nodes of a type whose props pass a filter; the first mock that passes applies.
  public func mockState<Description: NodeDescription>(
    _ state: Description.StateType,
    for type: Description.Type,
    passing filter: @escaping (Description.PropsType) -> Bool = { _ in true }
  ) {
    let mock = Mock(state: state) { ($0 as? Description.PropsType).map(filter) ?? false }
    mocks[ObjectIdentifier(type), default: []].append(mock)
  }

  /// The mocked state of a node with some props, or `nil` if none applies.
  public func state<Description: NodeDescription>(
    for type: Description.Type,
    props: Description.PropsType
  ) -> Description.StateType? {
    mocks[ObjectIdentifier(type)]?.first { $0.passes(props) }?.state as? Description.StateType
  }
}
