/// The numbers of fields of pprof's messages.
///
/// Source: proto/profile.proto of github.com/google/pprof; names are as there.
package enum Pprof {
  package enum Profile: UInt64 {
    case sampleType = 1
    case sample, mapping, location, function, stringTable
    case timeNanos = 9
    case durationNanos, periodType, period, comment, defaultSampleType
  }

  package enum ValueType: UInt64 {
    case type = 1
    case unit
  }

  package enum Sample: UInt64 {
    case locationID = 1
    case value, label
  }

  package enum Label: UInt64 {
    case key = 1
    case str, num
  }

  package enum Mapping: UInt64 {
    case id = 1
    case filename = 5
    case buildID, hasFunctions, hasFilenames, hasLineNumbers, hasInlineFrames
  }

  package enum Location: UInt64 {
    case id = 1
    case mappingID, address, line
  }

  package enum Line: UInt64 {
    case functionID = 1
    case line
  }

  package enum Function: UInt64 {
    case id = 1
    case name
    case filename = 4
  }
}
