import SaybusMessages
import Testing

@testable import SaybusListening

@Suite("Events for the listening task")
struct ListenInboxTests {
    private let speaker = Source(role: .audio, instance: "one")!

    private func sound(_ number: Int) -> ListenEvent {
        .playing(
            LoudspeakerChunk(
                samples: [Int16(number % 100)], rate: 16_000, isLast: false, source: speaker, sent: 0, arrived: 0))
    }

    private func request(_ mode: ListenRequest.Mode, _ number: Int? = nil) -> ListenEvent {
        .request(
            Message(
                header: Header(
                    kind: ListenRequest.kind, session: .default, source: speaker, run: 1, sequence: number ?? 0),
                body: ListenRequest(mode: mode, maximumSpeechMs: number)))
    }

    /// Adds an event.
    /// - Returns: The limits of the requests that it has replaced; nil when there was no room.
    @discardableResult
    private func put(_ event: ListenEvent, in inbox: ListenInbox) -> [Int?]? {
        switch inbox.put(event) {
        case .added(let replaced): replaced.map(\.body.maximumSpeechMs)
        case .refused: nil
        }
    }

    private func isSound(_ event: ListenEvent) -> Bool { if case .playing = event { true } else { false } }

    @Test("events are taken in their order, and once")
    func order() {
        let inbox = ListenInbox()
        for limit in 1...3 { inbox.put(request(.hold, limit)) }
        let limits = inbox.take().map { event -> Int? in
            guard case .request(let request) = event else { return nil }
            return request.body.maximumSpeechMs
        }
        #expect(limits == [1, 2, 3])
        #expect(inbox.take().isEmpty)
    }

    @Test("a full inbox drops new audio, and drops old audio for a request or a key")
    func full() {
        let inbox = ListenInbox()
        for number in 0..<ListenInbox.capacity + 50 { inbox.put(sound(number)) }
        inbox.put(request(.pushToTalk))
        inbox.put(.key)
        let events = inbox.take()
        #expect(events.count == ListenInbox.capacity)
        #expect(events.count(where: isSound) == ListenInbox.capacity - 2)
        if case .playing(let chunk)? = events.first { #expect(chunk.samples == [2], "the oldest went") }
        #expect(events.suffix(2).allSatisfy { !isSound($0) })
    }

    @Test("an inbox full of requests keeps them, says that it takes no more, and takes more once it has been emptied")
    func fullOfRequests() {
        let inbox = ListenInbox()
        for number in 0..<ListenInbox.capacity { #expect(put(request(.hold, number), in: inbox) == []) }
        #expect(put(sound(1), in: inbox) == nil)
        #expect(put(.key, in: inbox) == nil)
        #expect(put(request(.continuous), in: inbox) == nil)
        let events = inbox.take()
        #expect(events.count == ListenInbox.capacity)
        #expect(events.allSatisfy { if case .request = $0 { true } else { false } })
        inbox.put(.key)
        #expect(inbox.take().count == 1)
    }

    @Test("a request to stop listening replaces the requests before it, which are told, even in a full inbox")
    func off() {
        let inbox = ListenInbox()
        inbox.put(sound(1))
        for number in 1..<ListenInbox.capacity { inbox.put(request(.hold, number)) }
        let replaced = put(request(.off), in: inbox)
        #expect(replaced == (1..<ListenInbox.capacity).map { Optional($0) })
        let events = inbox.take()
        #expect(events.count == 2)
        guard case .request(let last)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(last.body.mode == .off)
    }

    @Test("a request to stop listening takes no turn back that another listener has claimed")
    func claimBeforeOff() {
        let inbox = ListenInbox()
        inbox.put(.key)
        inbox.put(
            .claimed(
                TurnClaim(turn: TurnID(), session: .default, listener: speaker, at: 0, clarityDb: 0, occasion: nil)))
        #expect(put(request(.off), in: inbox) == [])
        let events = inbox.take()
        #expect(events.count == 2)
        guard case .claimed? = events.first else {
            Issue.record("\(events)")
            return
        }
    }

    @Test("a request wakes the listening task while the source gives no audio, and audio does not")
    func awake() async throws {
        let inbox = ListenInbox()
        inbox.put(sound(1))
        inbox.put(request(.off))
        guard case .events? = try await inbox.next() else {
            Issue.record("no events")
            return
        }
        #expect(inbox.take().count == 2)
    }

    @Test("a block is read when the one before has been processed, and the end comes after the last block")
    func blocks() async throws {
        let (inbox, source) = (ListenInbox(), CountingSource(blocks: 3))
        async let reading: Void = inbox.read(source)
        for number in 1...3 {
            guard case .block(let block)? = try await inbox.next() else {
                Issue.record("no block \(number)")
                return
            }
            #expect(block.position == number)
            #expect(await source.count == number)
        }
        #expect(try await inbox.next() == nil)
        await reading
    }
}

/// A source of empty blocks, whose positions count them from 1.
private actor CountingSource: AudioSource {
    private let blocks: Int
    private(set) var count = 0

    init(blocks: Int) { self.blocks = blocks }

    func next() -> AudioBlock? {
        guard count < blocks else { return nil }
        count += 1
        return AudioBlock(samples: [], source: "test", position: count)
    }

    func stop() {}
}
