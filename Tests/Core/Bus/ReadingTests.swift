import Dispatch
import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@Suite("Reading on the bus's thread")
struct ReadingTests {
    @Test("messages are handled on the bus's thread, those of a flood elsewhere, all of them in their order")
    func flood() async throws {
        let test = try TestBus()
        let (reader, witness) = (try test.connect(.intent), try test.connect(.tap))
        let publisher = try test.connect(.transcribe)
        let messages = reader.subscribe(to: [SpeechPartial.self], buffer: 1_000)
        let seen = witness.subscribe(SpeechPartial.self, buffer: 1_000)
        for bus in [reader, witness, publisher] { try await bus.ready() }
        let count = 500
        let isFlooded = DispatchSemaphore(value: 0)
        async let flooded: Void = {
            for revision in 0..<count { try publisher.publish(SpeechPartial(text: "a", revision: revision)) }
            _ = await seen.collect(count)
            isFlooded.signal()
        }()
        var revisions: [Int] = []
        var threads: [String] = []
        await reader.forEach(of: messages) { message in
            if revisions.isEmpty { Self.wait(for: isFlooded) }
            threads.append(Self.threadName())
            revisions.append((try? message.decode(SpeechPartial.self).body.revision) ?? -1)
            if revisions.count == count { messages.end() }
        }
        try await flooded
        #expect(revisions == Array(0..<count))
        #expect(threads.first == "saybus-bus")
        #expect(threads.contains { $0 != "saybus-bus" })
    }

    @Test("a reader that was behind handles messages on the bus's thread again")
    func back() async throws {
        let test = try TestBus()
        let (reader, publisher) = (try test.connect(.intent), try test.connect(.transcribe))
        let messages = reader.subscribe(to: [SpeechPartial.self])
        try await reader.ready()
        try await publisher.ready()
        for revision in 0..<100 { try publisher.publish(SpeechPartial(text: "a", revision: revision)) }
        var threads: [String] = []
        await reader.forEach(of: messages) { message in
            threads.append(Self.threadName())
            // From here on each message is published when the one before is being handled. On a busy machine it may
            // come too early for the bus's thread, but not each time.
            guard threads.count >= 100 else { return }
            _ = try? publisher.publish(SpeechPartial(text: "b", revision: 0))
            if threads.count > 100, threads.last == "saybus-bus" || threads.count == 1_000 { messages.end() }
        }
        #expect(threads.last == "saybus-bus")
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

    private static func threadName() -> String {
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        return name?.trimmingCharacters(in: .newlines) ?? ""
    }
}
