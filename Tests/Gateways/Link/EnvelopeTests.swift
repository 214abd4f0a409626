import SaybusMessages
import Testing

@testable import SaybusLink

@Suite("Messages of the line")
struct EnvelopeTests {
    private static let kitchen = SiteName(rawValue: "kitchen-7")
    private static let centre = SiteName(rawValue: "centre-1")

    private static func header(_ session: Session = .default, instance: String = "mic") throws -> Header {
        Header(
            kind: SpeechPartial.kind, session: session, turn: TurnID(),
            source: try #require(Source(role: .listen, instance: instance)), run: 7, sequence: 3)
    }

    private static func line(
        _ header: Header, _ direction: LinkSubject.Direction = .say, origin: SiteName?
    ) throws -> LineMessage {
        let site = try #require(kitchen)
        let subject = try #require(LinkSubject(direction, site, header.kind, header.session))
        return LinkEnvelope.line(header, [1, 2], subject, origin: try #require(origin))
    }

    @Test("a message of another site has that site's name in its session and its publisher")
    func names() throws {
        let header = try Self.header()
        let incoming = try LinkEnvelope.read(
            try Self.line(header, origin: Self.kitchen), at: try #require(Self.centre))
        #expect(incoming.message.header.session.rawValue == "kitchen-7..default")
        #expect(incoming.message.header.source.description == "link/kitchen-7..listen.mic")
        #expect(incoming.message.header.id == header.id && incoming.message.body == [1, 2])
        let answer = try LinkEnvelope.read(
            try Self.line(header, .hear, origin: Self.centre), at: try #require(Self.kitchen))
        #expect(answer.message.header.session == .default && answer.origin == Self.centre)
    }

    @Test("nothing crosses twice, comes back to its own site, or speaks for another one")
    func loops() throws {
        let own = try Self.line(try Self.header(), .hear, origin: Self.kitchen)
        #expect(throws: MessageError.self) { try LinkEnvelope.read(own, at: try #require(Self.kitchen)) }
        let twice = try Self.line(try Self.header(instance: "den..mic"), origin: Self.kitchen)
        #expect(throws: MessageError.self) { try LinkEnvelope.read(twice, at: try #require(Self.centre)) }
        let posing = try Self.line(try Self.header(), origin: SiteName(rawValue: "den"))
        #expect(throws: MessageError.self) { try LinkEnvelope.read(posing, at: try #require(Self.centre)) }
    }

    @Test("garbage is refused with a sentence, and never a crash")
    func garbage() throws {
        let good = try Self.line(try Self.header(), origin: Self.kitchen)
        var messages: [LineMessage] = []
        for text in ["", "{", "null", "{\"v\":9}", String(repeating: "x", count: 20_000), "\u{0}"] {
            var message = good
            message.fields[.header] = text
            messages.append(message)
        }
        for field in [LineMessage.Field.header, .site] {
            var message = good
            message.fields[field] = nil
            messages.append(message)
        }
        var other = good
        other.subject = "say.kitchen-7.speech.partial.00.default"
        messages.append(other)
        let kitchen = try #require(Self.kitchen)
        other.subject = try #require(LinkSubject(.say, kitchen, AudioInput.kind, .default)).description
        messages.append(other)
        other = good
        other.body = [UInt8](repeating: 0, count: RawMessage.maximumSize)
        messages.append(other)
        for message in messages {
            let error = #expect(throws: MessageError.self) {
                try LinkEnvelope.read(message, at: try #require(Self.centre))
            }
            #expect(error?.reason.isEmpty == false)
        }
    }

    @Test("numbers that cross begin at 0, keep the holes, and are the same for a message that is sent again")
    func numbers() throws {
        var numbers = RelayedSequences(run: 5)
        var header = try Self.header()
        func next(_ sequence: Int) -> Header {
            header.id = MessageID()
            header.sequence = sequence
            return header
        }
        let first = next(40)
        numbers.receive(first)
        #expect(numbers.renumbered(first, to: "a").sequence == 0)
        #expect(numbers.renumbered(first, to: "a").run == 7 ^ 5)
        // Messages that do not cross leave no hole.
        for sequence in 41...43 { numbers.receive(next(sequence)) }
        let second = next(44)
        numbers.receive(second)
        #expect(numbers.renumbered(second, to: "a").sequence == 1)
        // Two messages never came.
        let third = next(47)
        numbers.receive(third)
        #expect(numbers.renumbered(third, to: "a").sequence == 4)
        #expect(numbers.renumbered(second, to: "a").sequence == 1)
        // Another receiver has seen none of them.
        #expect(numbers.renumbered(third, to: "b").sequence == 0)
    }
}
