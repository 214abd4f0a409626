import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("Filters")
struct FilterTests {
    private let partial = SpeechPartial(text: "set a Timer", revision: 0)

    @Test(
        "a pattern matches its kind, or all kinds with its prefix",
        arguments: [
            ("speech.transcript", "speech.transcript", true), ("speech.transcript", "speech.partial", false),
            ("speech.*", "speech.partial", true), ("speech.", "speech.partial", true),
            ("speech.*", "audio.input", false),
            ("sp*", "speech.partial", true), ("*", "barrier", true), ("weather.*", "weather.now", true),
            ("shadow.speech.intent", "shadow.speech.intent", true), ("speech.intent", "shadow.speech.intent", false),
        ])
    func kinds(pattern: String, kind: String, fits: Bool) throws {
        #expect(try KindPattern(pattern).matches(Kind(stringLiteral: kind)) == fits)
    }

    @Test(
        "an unknown kind is rejected with the list of known kinds",
        arguments: ["speech.transcrpt", "speech", "x"])
    func unknownKind(pattern: String) {
        let error = #expect(throws: TapError.self) { try KindPattern(pattern) }
        #expect(error?.code == .unknownKind)
        for type in MessageCatalog.all { #expect(error?.reason.contains(type.kind.rawValue) == true) }
    }

    @Test("an invalid kind is rejected", arguments: ["", "Speech.*", "speech..*", "a b*", "**", ".*", "\u{1B}*"])
    func noKind(pattern: String) {
        #expect(throws: TapError.self) { try KindPattern(pattern) }
    }

    @Test("an invalid source or turn is rejected", arguments: ["", "/", "a/", "/b", "a/b/c", "ä", "a b"])
    func noSource(text: String) {
        #expect(throws: TapError.self) { try TapFilter(source: text) }
        #expect(throws: TapError.self) { try TapFilter(turn: text) }
    }

    @Test("a message must match all conditions")
    func conjunction() throws {
        let header = try Make.message(partial, session: Session(rawValue: "hall")!).header
        #expect(try TapFilter(kinds: ["speech.*"], source: "transcribe/one").admits(header))
        #expect(try TapFilter(kinds: ["audio.*", "speech.*"], source: "transcribe").admits(header))
        #expect(try !TapFilter(kinds: ["audio.*"], source: "transcribe").admits(header))
        #expect(try !TapFilter(kinds: ["speech.*"], source: "transcribe/two").admits(header))
        #expect(try TapFilter(session: Session(rawValue: "hall")).admits(header))
        #expect(try !TapFilter(session: .default).admits(header))
    }

    @Test(
        "a turn is selected by the first or last digits of its id, or by the whole id",
        arguments: ["abcd1234", "ABCD1234", "01890000", "1234"])
    func turns(text: String) throws {
        #expect(try TapFilter(turn: text).admits(Make.message(partial).header))
        #expect(try TapFilter(turn: Make.turn!.description).admits(Make.message(partial).header))
        #expect(try !TapFilter(turn: text).admits(Make.message(partial, turn: nil).header))
        #expect(try !TapFilter(turn: "9999").admits(Make.message(partial).header))
    }

    @Test("words are found in bodies and summaries regardless of case, but not in field names")
    func words() throws {
        for (text, isFound) in [
            ("TIMER", true), ("set a", true), ("speech.partial", true), ("isComplete", false), ("revision", false),
        ] {
            var printer = MessagePrinter(filter: try TapFilter(match: text))
            #expect(Make.lines(&printer, [try Make.message(partial)]).isEmpty == !isFound, "\(text)")
        }
    }

    @Test("malformed frames match unless the filter has a condition that they cannot satisfy")
    func malformed() throws {
        let error = MessageError(.header, "not JSON", source: Source("intent/one"))
        #expect(try TapFilter().admits(error))
        #expect(try TapFilter(source: "intent").admits(error))
        #expect(try !TapFilter(source: "audio").admits(error))
        #expect(try !TapFilter(kinds: ["speech.*"]).admits(error))
        #expect(try !TapFilter(match: "timer").admits(error))
        #expect(try !TapFilter(source: "intent").admits(MessageError(.header, "not JSON")))
    }

    @Test("malformed frames are filtered by the kind and the session of their topic")
    func malformedTopic() throws {
        var frames = try Make.message(partial).frames
        frames[1] = Array("{}".utf8)
        let error = try #require(throws: MessageError.self) { try RawMessage(frames: frames) }
        #expect(try TapFilter(kinds: ["speech.*"]).admits(error))
        #expect(try TapFilter(session: .default).admits(error))
        #expect(try TapFilter(turn: "1234").admits(error), "the turn is unknown")
        #expect(try !TapFilter(kinds: ["audio.*"]).admits(error))
        #expect(try !TapFilter(session: Session(rawValue: "hall")).admits(error))
        let json = JSONFormat(withAudio: false).line(.malformed(error))
        #expect(try JSONValue(parsing: Array(json.utf8))["malformed"]?["topic"] == "speech.partial/fe/default/")
    }
}
