import SaybusMessages
import Testing

@testable import SaybusListening

@Suite("Events for the listening task")
struct ListenInboxTests {
    private let speaker = Source(role: "audio", instance: "one")!

    private func sound(_ number: Int) -> ListenEvent {
        .playing([Int16(number % 100)], rate: 16_000, from: speaker, sent: 0, arrived: 0)
    }

    private func isSound(_ event: ListenEvent) -> Bool { if case .playing = event { true } else { false } }

    @Test("Events are taken in their order, and once")
    func order() {
        let inbox = ListenInbox()
        for limit in 1...3 { inbox.put(.request(ListenRequest(mode: .hold, maximumSpeechMs: limit), MessageID())) }
        let limits = inbox.take().map { event -> Int? in
            guard case .request(let request, _) = event else { return nil }
            return request.maximumSpeechMs
        }
        #expect(limits == [1, 2, 3])
        #expect(inbox.take().isEmpty)
    }

    @Test("A full inbox drops new audio, and drops old audio for a request or a key")
    func full() {
        let inbox = ListenInbox()
        for number in 0..<ListenInbox.capacity + 50 { inbox.put(sound(number)) }
        inbox.put(.request(ListenRequest(mode: .off), MessageID()))
        inbox.put(.key)
        let events = inbox.take()
        #expect(events.count == ListenInbox.capacity)
        #expect(events.count(where: isSound) == ListenInbox.capacity - 2)
        if case .playing(let samples, _, _, _, _)? = events.first { #expect(samples == [2], "the oldest went") }
        #expect(events.suffix(2).allSatisfy { !isSound($0) })
    }

    @Test("An inbox full of requests keeps them, and takes more once it has been emptied")
    func fullOfRequests() {
        let inbox = ListenInbox()
        for number in 0..<ListenInbox.capacity {
            inbox.put(.request(ListenRequest(mode: .hold, maximumSpeechMs: number), MessageID()))
        }
        inbox.put(sound(1))
        inbox.put(.key)
        let events = inbox.take()
        #expect(events.count == ListenInbox.capacity)
        #expect(events.allSatisfy { if case .request = $0 { true } else { false } })
        inbox.put(.key)
        #expect(inbox.take().count == 1)
    }
}
