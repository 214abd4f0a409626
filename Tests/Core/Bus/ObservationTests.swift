import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Observers of everything on the wire")
struct ObservationTests {
    @Test(
        "an observer gets all messages and malformed frames with their treatment; those it cannot take are counted"
    )
    func everything() async throws {
        let test = try TestBus()
        let watcher = try test.connect(.tap)
        let (stream, continuation) = AsyncStream.makeStream(of: Observation.self)
        watcher.observe { observation in
            continuation.yield(observation)
            if case .malformed = observation { return false }
            return true
        }
        try await watcher.ready()
        let bus = try test.connect(.transcribe)
        let own = bus.subscribe(to: [SpeechPartial.self])
        try await bus.ready()
        try bus.publish(SpeechPartial(text: "a", revision: 0))
        try bus.publish(SpeechPartial(text: "b", revision: 1), deadline: 1)
        guard case .message(let message)? = await own.first() else {
            Issue.record("no message")
            return
        }
        #expect(message.stamp != nil)
        // Without the stamp, because the broker refuses a message of four frames.
        try bus.publishAgain([message])
        try bus.publish(frames: [[1], [2], [3]])
        let shown = await stream.collect(40) {
            if case .malformed = $0 { return true }
            return false
        }
        let treatments = shown.compactMap { observation -> Observation.Treatment? in
            guard case .message(let message, let treatment) = observation, message.header.kind == SpeechPartial.kind
            else { return nil }
            return treatment
        }
        #expect(treatments == [.delivered, .stale, .repeated])
        // The drop is counted after the observer has returned.
        try await watcher.ready()
        #expect(watcher.counters.dropped == 1)
    }
}

extension AsyncStream where Element: Sendable {
    /// Returns the elements up to the first one that matches, at most a certain number.
    fileprivate func collect(_ most: Int, until fits: (Element) -> Bool) async -> [Element] {
        var elements: [Element] = []
        for await element in self {
            elements.append(element)
            if fits(element) || elements.count >= most { break }
        }
        return elements
    }
}
