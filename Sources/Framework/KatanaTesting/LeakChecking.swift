#if canImport(LeakChecking)
@_exported public import LeakChecking
#endif
