/// An event that changes the state, as programs of Katana 0.8 and 2.x write it.
///
///     struct IncrementCounter: Action {
///       func updatedState(currentState: any State) -> any State {
///         guard var state = currentState as? CounterState else { return currentState }
///         state.counter += 1
///         return state
///       }
///     }
///
/// It is an erased updater: any store takes it. `updatedState` gets a copy, so that what it changes of an
/// array is copied; a `StateUpdater` changes the state where it lies. It may throw, for example
/// `StoreError.wrongStateType` where the originals stopped the program. Its description is
/// `debugDescription`, by default the qualified name of the type.
///
/// Source: SEMANTICS.md, L1.
public protocol Action: ErasedStateUpdater {}
