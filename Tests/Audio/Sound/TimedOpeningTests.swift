import Dispatch
import SaybusTesting
import Testing

@testable import SaybusSound

@Suite("Opening of devices that may hang", .timeLimit(.minutes(1)))
struct TimedOpeningTests {
    @Test("opening that hangs times out, is started once only, and its late result goes to the next call")
    func hangs() async throws {
        let opening = TimedOpening<Int>("The device")
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

    @Test(
        "after close(), a device that opens late is dropped, and so is one that was not returned yet",
        arguments: [false, true])
    func closed(isLate: Bool) async throws {
        final class Device: Sendable {
            let isGone: Watched<Bool>
            init(_ isGone: Watched<Bool>) { self.isGone = isGone }
            deinit { isGone.change { $0 = true } }
        }
        let opening = TimedOpening<Device>("The device")
        let (isOpen, isGone) = (Watched(false), Watched(false))
        let answer = DispatchSemaphore(value: 0)
        await #expect(throws: SoundError.self) {
            try await opening.open(within: .milliseconds(20)) {
                answer.wait()
                defer { isOpen.change { $0 = true } }
                return Device(isGone)
            }
        }
        if !isLate {
            answer.signal()
            try await isOpen.require("it to open") { $0 }
            #expect(!isGone.value)
        }
        opening.close()
        answer.signal()
        try await isGone.require("it to be let go of") { $0 }
    }

    @Test("opening that fails throws at once, and may be tried again")
    func refused() async throws {
        let opening = TimedOpening<Int>("The device")
        let error = await #expect(throws: SoundError.self) {
            try await opening.open(within: .seconds(20)) { throw SoundError(.deviceRefused, "It is held.") }
        }
        #expect(error?.code == .deviceRefused)
        let next = try await opening.open(within: .seconds(20)) { 8 }
        #expect(next == 8)
    }
}
