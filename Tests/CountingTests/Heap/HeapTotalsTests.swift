import Foundation
import Testing

@testable import Counting

@Suite struct HeapTotalsTests {
  /// As valgrind 3.19 writes it, without what isn't read; a frame each of main, of LTTng and of the start of a thread.
  private let profile = """
    {"dhatFileVersion":2
    ,"mode":"heap","verb":"Allocated"
    ,"cmd":"./t"
    ,"pps":
     [{"tb":1400,"tbk":3
      ,"mb":1000,"mbk":1
      ,"eb":300,"ebk":1
      ,"fs":[1,2]
      }
     ,{"tb":77,"tbk":1
      ,"eb":0,"ebk":0
      ,"fs":[1,3,2]
      }
     ,{"tb":5000,"tbk":70
      ,"eb":0,"ebk":0
      ,"fs":[1,4,2]
      }
     ,{"tb":432,"tbk":2
      ,"eb":0,"ebk":0
      ,"fs":[1,5,6,2]
      }
     ]
    ,"ftbl":
     ["[root]"
     ,"0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so)"
     ,"0x109191: main (in /tmp/t)"
     ,"0x109200: notlttng::allocate() (in /tmp/t)"
     ,"0x4B10000: ??? (in /usr/lib/x86_64-linux-gnu/liblttng-ust.so.1.0.0)"
     ,"0x4C10000: allocate_dtv (dl-tls.c:401)"
     ,"0x4C20000: pthread_create@@GLIBC_2.34 (pthread_create.c:650)"
     ]
    }
    """

  @Test func `the totals are those of the program, without the tracer and the starts of threads`()
    throws
  {
    let totals = try #require(HeapTotals(Data(profile.utf8)))
    #expect(totals.allocations == 4)
    #expect(totals.frees == 3)
    #expect(totals.bytes == 1477)
  }

  @Test(arguments: [
    "", "{\"dhatFileVersion\":2", "==1== Process terminating with default action of signal 11",
  ])
  func `a program that crashed has none`(text: String) {
    #expect(HeapTotals(Data(text.utf8)) == nil)
  }
}
