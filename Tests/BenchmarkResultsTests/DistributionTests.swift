import FoundationEssentials
import Testing

@testable import BenchmarkResults

struct DistributionTests {
  @Test func `the pattern of a row matches no other`() throws {
    let names = ["a.b/size=1", "a+b", #"(a|b)[c]{2}^$?*\"#, "a-b = #1"]
    for name in names {
      let pattern = try Regex(RowName.pattern(name))
      #expect(name.contains(pattern))
      for other in names + ["axb/size=1", "\(name)x", "x\(name)"] where other != name {
        #expect(!other.contains(pattern), "\(other)")
      }
    }
  }

  @Test func `the spread is the interquartile range over the median`() {
    // Quartiles 2 and 4 around the median 3.
    let distribution = Distribution(nanosecondsPerOperation: [5, 1, 4, 2, 3])
    #expect(distribution.minimum == 1)
    #expect(distribution.median == 3)
    #expect(distribution.maximum == 5)
    #expect(abs(distribution.spread - 2.0 / 3.0) < 1e-9)
  }

  @Test func `the mean has what few samples have, and files of before it was kept can be read`()
    throws
  {
    let distribution = Distribution(nanosecondsPerOperation: [1, 1, 1, 1, 96])
    #expect(distribution.median == 1)
    #expect(distribution.mean == 20)
    #expect(distribution.rounded().mean == 20)
    let text = #"{"minimum":1,"median":9,"spread":0,"p50":1,"p90":1,"p99":1,"p999":1,"maximum":1}"#
    let old = try JSONDecoder().decode(Distribution.self, from: Data(text.utf8))
    #expect(old.mean == nil)
  }

  @Test func `percentiles are the smallest samples that so many don't exceed`() {
    let distribution = Distribution(nanosecondsPerOperation: (1...1000).map(Double.init))
    #expect(distribution.p50 == 500)
    #expect(distribution.p90 == 900)
    #expect(distribution.p99 == 990)
    #expect(distribution.p999 == 999)
    #expect(distribution.maximum == 1000)
    let few = Distribution(nanosecondsPerOperation: [1, 1e30])
    #expect(few.p50 == 1 && few.p90 == 1e30 && few.p999 == 1e30)
  }

  @Test func `operations below a nanosecond keep their digits`() {
    let distribution = Distribution(nanosecondsPerOperation: [0.312, 0.312, 0.312])
    #expect(abs(distribution.p50 - 0.312) <= 0.001)
    #expect(distribution.median == 0.312)
  }

  @Test func `no percentile lies beyond the slowest sample`() {
    let distribution = Distribution(nanosecondsPerOperation: [1.0, 5_555_555.555])
    #expect(distribution.p999 <= distribution.maximum)
    #expect(distribution.p999 > 5_550_000)
  }

  @Test func `samples of no time have no spread`() {
    let distribution = Distribution(nanosecondsPerOperation: [0, 0])
    #expect(distribution.spread == 0)
    #expect(distribution.p99 == 0)
  }
}
