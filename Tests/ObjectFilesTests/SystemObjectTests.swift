import ObjectFiles
import Testing

struct SystemObjectTests {
  @Test(arguments: [
    "/usr/lib/x86_64-linux-gnu/libc.so.6", "/lib/ld.so", "/lib64/ld-linux-x86-64.so.2",
    "/usr/bin/sh", "/bin/sh", "[vdso]",
    "???", "/opt/swift/usr/lib/swift/linux/libswiftCore.so",
    "/home/me/swift/usr/lib/swift/linux/libFoundation.so",
  ])
  func `what the system and toolchains have is theirs`(path: String) {
    #expect(SystemObject.contains(path))
  }

  @Test(arguments: [
    "/usr/src/app/.build/release/app", "/usr/local/bin/app", "/library/app", "/libs/libapp.so",
    "/home/me/app", "/binaries/app", "/opt/app/bin/app",
  ])
  func `what somebody has built is not`(path: String) {
    #expect(!SystemObject.contains(path))
    #expect(!SystemObject.isRuntime(path))
  }

  @Test func `the runtime is where a program has brought it`() {
    #expect(SystemObject.isRuntime("/srv/app/lib/libswift_Concurrency.so"))
    #expect(SystemObject.isRuntime("/usr/lib/x86_64-linux-gnu/libc.so.6"))
    #expect(!SystemObject.isRuntime("/usr/lib/x86_64-linux-gnu/libgtk-4.so.1"))
  }
}
