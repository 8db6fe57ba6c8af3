package import SampleFiles

/// A look at a thread that waited by futex(2).
package struct FutexLook: Sendable {
  package let time: UInt64
  package let futex: SampledWait.Futex
}
