import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusBroker

@Suite("Headers of the same form")
struct HeaderTemplateTests {
    private static func header(
        kind: Kind = "speech.intent", session: String = "den", source: String = "intent/one", run: UInt32 = 7,
        turn: Bool = true, causes: Int = 1, sequence: Int = 0
    ) throws -> Header {
        Header(
            kind: kind, session: try #require(Session(rawValue: session)), turn: turn ? TurnID() : nil,
            source: try #require(Source(source)), run: run, sequence: sequence, at: WallClock.microseconds(),
            causes: (0..<causes).map { _ in MessageID() }, deadline: WallClock.microseconds() + 1)
    }

    private static func matches(_ template: HeaderTemplate, _ header: Header) -> Bool {
        header.encoded().withUnsafeBytes { template.matches($0) }
    }

    @Test("the next messages of a program on a topic have the form of the first, whatever their ids and numbers")
    func next() throws {
        let template = try #require(HeaderTemplate(Self.header().encoded()))
        for sequence in [0, 1, 10, 99_999, 1 << 40] {
            #expect(Self.matches(template, try Self.header(sequence: sequence)))
        }
    }

    @Test("other claims, another run and other fields are another form")
    func others() throws {
        let template = try #require(HeaderTemplate(Self.header().encoded()))
        for other in [
            try Self.header(kind: "speech.partial"), try Self.header(session: "hall"), try Self.header(run: 8),
            try Self.header(source: "intent/two"), try Self.header(source: "dispatch/one"),
            try Self.header(turn: false),
            try Self.header(causes: 2), try Self.header(sequence: .max),
        ] { #expect(!Self.matches(template, other), "\(other)") }
        // A session may look like an id.
        let session = "01a20a81-4124-71f3-b4bd-3dbddab1782b"
        let odd = try #require(HeaderTemplate(Self.header(session: session).encoded()))
        #expect(Self.matches(odd, try Self.header(session: session)))
        #expect(!Self.matches(odd, try Self.header(session: session.replacing("a", with: "b"))))
    }

    @Test("a header of a known form can be read, and makes the same claims, however it was changed")
    func mutations() throws {
        let good = try Self.header()
        let template = try #require(HeaderTemplate(good.encoded()))
        var random = TestSeed.generator()
        var count = 0
        for _ in 0..<100_000 {
            var bytes = good.encoded()
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
                case 1: bytes[place] = UInt8.random(in: 0x30...0x39, using: &random)
                case 2: bytes.insert(UInt8.random(in: 0x30...0x39, using: &random), at: place)
                default: bytes.remove(at: place)
                }
            }
            guard bytes.withUnsafeBytes({ template.matches($0) }) else { continue }
            count += 1
            let header = try Header(parsing: bytes)
            #expect(
                header.topic == good.topic && header.source == good.source && header.run == good.run,
                "\(TestSeed.hint)")
        }
        #expect(count > 1000)
    }
}
