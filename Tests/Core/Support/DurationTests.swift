import Testing

@testable import SaybusSupport

@Suite("Durations in units")
struct DurationTests {
    @Test("a duration is rounded toward zero")
    func rounded() {
        #expect(Duration.milliseconds(1500).milliseconds == 1500)
        #expect(Duration.nanoseconds(1_999_999).milliseconds == 1)
        #expect(Duration.nanoseconds(-1_999_999).milliseconds == -1)
        #expect(Duration.nanoseconds(1999).microseconds == 1)
        #expect((Duration.seconds(-3) + .microseconds(1)).microseconds == -2_999_999)
        #expect(Duration.zero.microseconds == 0)
    }

    @Test("seconds have a fraction")
    func seconds() {
        #expect(Duration.milliseconds(250).seconds == 0.25)
        #expect(Duration.milliseconds(-1500).seconds == -1.5)
    }

    @Test("a duration beyond the range of Int64 becomes the nearest Int64")
    func saturated() {
        #expect(Duration.seconds(Int64.max).microseconds == .max)
        #expect(Duration.seconds(Int64.min).microseconds == .min)
        #expect(Duration.seconds(Int64.max).milliseconds == .max)
        let edge = Duration(secondsComponent: Int64.max / 1_000_000, attosecondsComponent: 999_999_000_000_000_000)
        #expect(edge.microseconds == .max)
    }
}
