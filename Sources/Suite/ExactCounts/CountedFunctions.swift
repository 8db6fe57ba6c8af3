/// The functions whose calls are counted.
enum CountedFunctions {
  static let allocations = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign",
  ]
  static let objects = ["swift_allocObject"]
  static let retains = [
    "swift_retain", "swift_retain_n", "swift_bridgeObjectRetain", "swift_bridgeObjectRetain_n",
    "swift_nonatomic_retain",
  ]
  static let releases = [
    "swift_release", "swift_release_n", "swift_bridgeObjectRelease",
    "swift_bridgeObjectRelease_n", "swift_nonatomic_release",
  ]
}
