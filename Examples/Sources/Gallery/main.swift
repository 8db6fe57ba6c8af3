// Gallery: 64 pictures are wanted at a time, of an actor that keeps those which are made already. With --outside they are made
// outside of the actor, which then only keeps them. docs/concurrency.md shows what the difference is.

/// Makes a picture of a number: work for some hundred microseconds.
@inline(never)
func render(_ picture: Int) -> Int {
  var value = UInt64(truncatingIfNeeded: picture) &+ 1
  for _ in 0..<1_000_000 { value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
  return Int(truncatingIfNeeded: value >> 33)
}

/// Makes it in the pool.
///
/// Where the compiler inlines the work, it sees nothing that needs another thread, and stays on the actor.
@inline(never)
func renderOutside(_ picture: Int) async -> Int { render(picture) }

actor Thumbnails {
  private var made: [Int: Int] = [:]

  func picture(_ number: Int) -> Int {
    if let known = made[number] { return known }
    let picture = render(number)
    made[number] = picture
    return picture
  }

  func pictureOutside(_ number: Int) async -> Int {
    if let known = made[number] { return known }
    // Meanwhile the actor is free; at worst a picture is made twice.
    let picture = await renderOutside(number)
    made[number] = picture
    return picture
  }
}

func show(_ count: Int, of thumbnails: Thumbnails, outside: Bool) async -> Int {
  await withTaskGroup(of: Int.self) { group in
    for number in 0..<count {
      group.addTask {
        outside ? await thumbnails.pictureOutside(number) : await thumbnails.picture(number)
      }
    }
    return await group.reduce(0, ^)
  }
}

let outside = CommandLine.arguments.contains("--outside")
print(await show(64, of: Thumbnails(), outside: outside))
