/// Numbers keys from 0 on, in the order of their first use.
struct Numbering<Key: Hashable> {
  private(set) var keys: [Key] = []
  private let maximum: Int
  private var numbers: [Key: Int] = [:]
  /// A cache before the dictionary, a number for each slot; -1 for none: a trace has few keys at a time, and each begin looks up some.
  private var cache = Array(repeating: Int32(-1), count: 256)

  init(maximum: Int = .max) { self.maximum = maximum }

  /// The number of a key, which gets one if it is new.
  ///
  /// Few keys have the same `hint`; those beyond the maximum have the number of the `common` key.
  mutating func number(of key: Key, hint: Int, common: (Key) -> Key = { $0 }) -> Int {
    let slot = hint & (cache.count - 1)
    let cached = Int(cache[slot])
    if cached >= 0, keys[cached] == key { return cached }
    let number = storedNumber(of: key, common: common)
    cache[slot] = Int32(number)
    return number
  }

  private mutating func storedNumber(of key: Key, common: (Key) -> Key) -> Int {
    var key = key
    if let number = numbers[key] { return number }
    if keys.count >= maximum {
      key = common(key)
      if let number = numbers[key] { return number }
    }
    keys.append(key)
    numbers[key] = keys.count - 1
    return keys.count - 1
  }
}
