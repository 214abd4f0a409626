import Dispatch
import SaybusTesting
import Testing

@testable import Sound

@Suite("Opening what may hang", .timeLimit(.minutes(1)))
struct PatientOpeningTests {
    @Test("One that hangs is given up, is begun but once, and what it opens in the end is for who comes next")
    func hangs() async throws {
        let opening = PatientOpening<Int>()
        let begun = Watched(0)
        let answer = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            let error = await #expect(throws: SoundError.self) {
                try await opening.open(within: .milliseconds(20)) {
                    begun.change { $0 += 1 }
                    answer.wait()
                    return 7
                }
            }
            #expect(error?.code == .deviceLost)
        }
        try await begun.require("the opening to begin") { $0 > 0 }
        answer.signal()
        let late = try await opening.open(within: .seconds(20)) { 8 }
        #expect(late == 7 && begun.value == 1)
        let next = try await opening.open(within: .seconds(20)) { 8 }
        #expect(next == 8)
    }

    @Test("What cannot be opened is an error at once, and may be tried again")
    func refused() async throws {
        let opening = PatientOpening<Int>()
        let error = await #expect(throws: SoundError.self) {
            try await opening.open(within: .seconds(20)) { throw SoundError(.deviceRefused, "It is held.") }
        }
        #expect(error?.code == .deviceRefused)
        let next = try await opening.open(within: .seconds(20)) { 8 }
        #expect(next == 8)
    }
}
