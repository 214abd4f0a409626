import Foundation
import SaybusSupport
import Testing

@Suite("Waiting for a file descriptor until another thread interrupts", .timeLimit(.minutes(1)))
struct InterruptibleWaitTests {
    @Test("an interruption ends the wait of another thread")
    func otherThread() async throws {
        let wait = try InterruptibleWait()
        let ended = Watched<InterruptibleWait.Outcome?>(nil)
        Thread.detachNewThread {
            let outcome = try? wait.wait(for: -1, POLLIN)
            ended.change { $0 = outcome }
        }
        wait.interrupt()
        let outcome = try await ended.require("the end of the wait") { $0 != nil }
        #expect(outcome?.isInterrupted == true)
    }

    @Test("an interruption ends every later wait until it is cleared")
    func stays() throws {
        let wait = try InterruptibleWait()
        for _ in 1...3 { wait.interrupt() }
        for _ in 1...2 { #expect(try wait.wait(for: -1, POLLIN).isInterrupted) }
        wait.clear()
        #expect(try !wait.wait(for: -1, POLLIN, within: .zero).isInterrupted)
    }

    @Test("input, a closed other end and the time limit are told apart")
    func events() throws {
        let wait = try InterruptibleWait()
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let nothing = try wait.wait(for: descriptor, POLLIN, within: .milliseconds(1))
        #expect(!nothing.canRead && !nothing.isInterrupted)
        try pipe.fileHandleForWriting.write(contentsOf: [1])
        let input = try wait.wait(for: descriptor, POLLIN)
        #expect(input.canRead && input.isFree(for: POLLIN))
        _ = try pipe.fileHandleForReading.read(upToCount: 1)
        try pipe.fileHandleForWriting.close()
        let end = try wait.wait(for: descriptor, POLLIN)
        #expect(end.canRead && !end.isFree(for: POLLIN))
    }
}
