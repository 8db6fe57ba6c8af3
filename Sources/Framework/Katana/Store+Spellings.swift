/// The name that the README of Katana 6 gives to `AnyDispatch`.
///
/// Source: SEMANTICS.md, section 0.
public typealias PromisableStoreDispatch = AnyDispatch

extension Store {
  /// Makes a store, with the label that the README of Katana 6 has; see `init(interceptors:)`.
  public convenience init(
    interceptor interceptors: [StoreInterceptor],
    configuration: StoreConfiguration = StoreConfiguration(),
    initialState: S = S()
  ) {
    self.init(
      interceptors: interceptors,
      configuration: configuration,
      initialState: initialState
    )
  }
}
