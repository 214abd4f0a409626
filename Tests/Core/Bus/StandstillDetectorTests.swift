import Testing

@testable import SaybusBus

@Suite("Standstills of a program")
struct StandstillDetectorTests {
    private let second: Int64 = 1_000_000

    @Test("a thread that sleeps as long as it wanted, or less, or works on, has not stood still")
    func none() {
        var standstill = StandstillDetector()
        standstill.willSleep(at: 10 * second, for: 1000)
        standstill.didWake(at: 11 * second + StandstillDetector.tolerance)
        #expect(!standstill.isBehind(at: 11 * second + StandstillDetector.tolerance))
        standstill.willSleep(at: 12 * second, for: nil)
        standstill.didWake(at: 500 * second)
        standstill.willSleep(at: 500 * second, for: .max)
        standstill.didWake(at: 501 * second)
        #expect(!standstill.isBehind(at: 501 * second))
    }

    @Test("a thread that wakes late, or does not come to sleep in time, stood still; a second later it has caught up")
    func some() {
        for isAsleep in [true, false] {
            var standstill = StandstillDetector()
            standstill.didWake(at: 10 * second)
            if isAsleep {
                standstill.willSleep(at: 10 * second, for: 100)
                standstill.didWake(at: 13 * second)
            } else {
                standstill.willSleep(at: 13 * second, for: 100)
            }
            #expect(standstill.isBehind(at: 14 * second - 1))
            #expect(!standstill.isBehind(at: 14 * second))
        }
    }
}
