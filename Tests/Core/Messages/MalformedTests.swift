import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@Suite("Malformed messages")
struct MalformedTests {
    private static func frames(_ change: (inout [[UInt8]]) -> Void) throws -> [[UInt8]] {
        var frames = try Samples.raw(SpeechPartial(text: "set", revision: 0), stamp: Samples.stamp).frames
        change(&frames)
        return frames
    }

    private static func replacing(_ text: String, _ replacement: String, in frame: Int) throws -> [[UInt8]] {
        let frames = try frames { _ in }
        let parts = String(decoding: frames[frame], as: UTF8.self).split(
            separator: text, omittingEmptySubsequences: false)
        try #require(parts.count > 1)
        return try Self.frames { $0[frame] = Array(parts.joined(separator: replacement).utf8) }
    }

    private func expect(
        _ code: MessageError.Code, _ frames: [[UInt8]], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: MessageError.self, sourceLocation: sourceLocation) {
            try MessageCatalog.decode(RawMessage(frames: frames))
        }
        #expect(error?.code == code, "\(error?.description ?? "")", sourceLocation: sourceLocation)
        #expect(error?.reason.isEmpty == false, sourceLocation: sourceLocation)
    }

    @Test("a message with another number of frames than three or four is malformed")
    func frameCount() throws {
        expect(.frameCount, [])
        expect(.frameCount, [[]])
        expect(.frameCount, try Self.frames { $0.removeLast(2) })
        expect(.frameCount, try Self.frames { $0.append([]) })
        expect(.frameCount, Array(repeating: [], count: 10_000))
    }

    @Test("a message of more than 1 MiB in the publisher's frames together is malformed; the stamp does not count")
    func tooLarge() throws {
        let frames = try Self.frames { _ in }
        let rest = frames[0].count + frames[1].count
        let largest = try Self.frames { $0[2] = Array(repeating: 0, count: RawMessage.maximumSize - rest) }
        #expect(try RawMessage(frames: largest).body.count == RawMessage.maximumSize - rest)
        expect(.tooLarge, try Self.frames { $0[2] = Array(repeating: 0, count: RawMessage.maximumSize - rest + 1) })
        expect(.tooLarge, try Self.frames { $0[1] = Array(repeating: 0, count: RawMessage.maximumSize + 1) })
    }

    @Test("a header that is not JSON, or lacks a field, is malformed")
    func header() throws {
        expect(.header, try Self.frames { $0[1] = [] })
        expect(.header, try Self.frames { $0[1] = Array("hello".utf8) })
        expect(.header, try Self.frames { $0[1] = Array("[]".utf8) })
        expect(.header, try Self.frames { $0[1] = Array("{}".utf8) })
        expect(.header, try Self.frames { $0[1] = Array(repeating: UInt8(ascii: "["), count: 500_000) })
        expect(.header, try Self.frames { $0[1].removeLast() })
        expect(.header, try Self.replacing(#""run""#, #""rum""#, in: 1))
        expect(.header, try Self.replacing(#""session":"default""#, #""session":"../..""#, in: 1))
    }

    @Test("an unknown version is reported as an unknown version, whatever else the header contains")
    func unknownVersion() throws {
        for version in ["0", "2", "-1", "9223372036854775807"] {
            expect(.unknownVersion, try Self.replacing(#""v":1"#, #""v":\#(version)"#, in: 1))
        }
        expect(.unknownVersion, try Self.frames { $0[1] = Array(#"{"v":2}"#.utf8) })
        expect(.unknownVersion, try Self.frames { $0[1] = Array(#"{"v":2,"id":7,"source":{"role":"x"}}"#.utf8) })
    }

    @Test("a malformed topic is reported")
    func topic() throws {
        for text in ["", "speech.partial", "speech.partial/fe/default", "speech.partial/ff/default/", "a/b/c/d/e/"] {
            expect(.topic, try Self.frames { $0[0] = Array(text.utf8) })
        }
        expect(.topic, try Self.frames { $0[0] = [0xFF, 0xFE] })
        expect(.topic, try Self.frames { $0[0] = Array(repeating: UInt8(ascii: "/"), count: 500_000) })
    }

    @Test("a topic that differs from the header's topic is reported")
    func mismatch() throws {
        expect(.mismatch, try Self.frames { $0[0] = Topic("speech.transcript").bytes })
        let session = try #require(Session(rawValue: "kitchen"))
        expect(.mismatch, try Self.frames { $0[0] = Topic("speech.partial", session).bytes })
        expect(.mismatch, try Self.replacing(#""kind":"speech.partial""#, #""kind":"speech.intent""#, in: 1))
    }

    @Test("an unknown kind, and a kind other than the requested one, are reported")
    func unknownKind() throws {
        let message = RawMessage(header: try Samples.header(kind: "my.kind"), body: [])
        expect(.unknownKind, message.frames)
        let error = #expect(throws: MessageError.self) { try message.decode(SpeechPartial.self) }
        #expect(error?.code == .unknownKind)
    }

    @Test("a body that does not conform to its kind is malformed")
    func body() throws {
        for text in ["", "null", "[]", "{}", "7", "{\"text\":\"a\",\"revision\":0", #"{"text":"a","revision":"0"}"#] {
            expect(.body, try Self.frames { $0[2] = Array(text.utf8) })
        }
        expect(.body, try Self.frames { $0[2] = Array(#"{"text":"a","revision":99999999999999999999}"#.utf8) })
        expect(.body, try Self.frames { $0[2] = Array(repeating: UInt8(ascii: "["), count: 500_000) })
        expect(.body, try Self.frames { $0[2] = [0xFF] + $0[2] })
    }

    @Test("a malformed stamp is reported")
    func stamp() throws {
        for text in ["", "{}", "[]", #"{"offset":-1,"epoch":1,"at":1}"#, #"{"offset":1,"epoch":4294967296,"at":1}"#] {
            expect(.stamp, try Self.frames { $0[3] = Array(text.utf8) })
        }
    }

    @Test("nested audio events are read up to a maximum depth, and refused beyond it")
    func nesting() throws {
        func body(_ depth: Int) -> [UInt8] {
            let open = String(repeating: #"{"type":"composite","events":["#, count: depth)
            return Array((#"{"events":["# + open + String(repeating: "]}", count: depth) + "]}").utf8)
        }
        let header = try Samples.header(kind: AudioSequence.kind)
        let deepest = AudioEvent.maximumDepth
        #expect(try RawMessage(header: header, body: body(deepest)).decode(AudioSequence.self).body.spokenText == "")
        for depth in [deepest + 1, 100, 254, 255, 256, 1000, 25_000] {
            expect(.body, RawMessage(header: header, body: body(depth)).frames)
        }
    }

    @Test("nested JSON is read up to a maximum depth, and refused beyond it")
    func depth() throws {
        func lists(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        let value = try JSONValue(parsing: lists(JSONValue.maximumDepth))
        #expect(Array(value.text().utf8) == lists(JSONValue.maximumDepth))
        for depth in [JSONValue.maximumDepth + 2, 500, 600, 500_000] {
            #expect(throws: DecodingError.self) { try JSONValue(parsing: lists(depth)) }
        }
    }

    @Test("every error has a sentence, and the source from the header")
    func description() throws {
        let error = #expect(throws: MessageError.self) {
            try MessageCatalog.decode(RawMessage(frames: Self.frames { $0[2] = Array("{}".utf8) }))
        }
        #expect(error?.description == #"malformed message (body): speech.partial: the body has no "text""#)
        #expect(error?.source?.description == "test/one-1")
    }

    @Test("ten thousand damaged messages each give an error, or a message that can be sent on")
    func damaged() throws {
        var generator = SplitMix(seed: 4)
        let originals = try Samples.everyExample().map(\.frames)
        var (read, refused) = (0, [MessageError.Code: Int]())
        for _ in 0..<10_000 {
            var frames = originals[Int.random(in: originals.indices, using: &generator)]
            let other = originals[Int.random(in: originals.indices, using: &generator)]
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                Self.damage(&frames, other, using: &generator)
            }
            do {
                let message = try RawMessage(frames: frames)
                #expect(try RawMessage(frames: message.frames) == message)
                let body = try MessageCatalog.decode(message)
                var header = message.header
                _ = try body.wire(header: &header)
                read += 1
            } catch let error as MessageError {
                refused[error.code, default: 0] += 1
            }
        }
        #expect(read > 100)
        // Random damage does not produce the same unknown kind in topic and header, and rarely another
        // version.
        for code in MessageError.Code.allCases where ![.tooLarge, .unknownKind, .unknownVersion].contains(code) {
            #expect(refused[code, default: 0] > 0, "\(code) did not occur")
        }
    }

    @Test("random bytes always give an error")
    func noise() {
        var generator = SplitMix(seed: 5)
        for _ in 0..<5000 {
            let frames = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                (0..<Int.random(in: 0...200, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
                }
            }
            #expect(throws: MessageError.self) { try RawMessage(frames: frames) }
        }
    }

    private static func damage(_ frames: inout [[UInt8]], _ other: [[UInt8]], using generator: inout SplitMix) {
        guard !frames.isEmpty else { return }
        let index = Int.random(in: frames.indices, using: &generator)
        let position = Int.random(in: 0...frames[index].count, using: &generator)
        let byte = UInt8.random(in: 0...255, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: frames.remove(at: index)
        case 1: frames.append(frames[index])
        case 2: frames[index] = other[min(index, other.count - 1)]
        case 3: frames.swapAt(index, 0)
        case 4: frames[index].removeSubrange(position...)
        case 5: frames[index].insert(byte, at: position)
        case 6: frames[index].insert(contentsOf: frames[index].prefix(position), at: position)
        case 7:
            let digits = frames[index].indices.filter { (0x30...0x39).contains(frames[index][$0]) }
            if let digit = digits.randomElement(using: &generator) {
                frames[index][digit] = UInt8.random(in: 0x30...0x39, using: &generator)
            }
        default:
            if position < frames[index].count { frames[index][position] = byte }
        }
    }

    @Test(
        "a number of the header that cannot be held is reported with its field and its publisher",
        arguments: [("at", "1780000000000000"), ("run", "2309737967"), ("seq", "3")])
    func headerNumber(field: String, value: String) throws {
        let frames = try Self.replacing("\"\(field)\":\(value)", "\"\(field)\":1.5", in: 1)
        let error = #expect(throws: MessageError.self) { try RawMessage(frames: frames) }
        #expect(error?.reason.contains("\(field): expected a whole number, not 1.5") == true, "\(error?.reason ?? "")")
        #expect(error?.source?.description == "test/one-1")
    }

    @Test("a header without a field is reported in the words of JSON, with its publisher, topic and stamp")
    func headerField() throws {
        let error = #expect(throws: MessageError.self) {
            try RawMessage(frames: Self.replacing(#""id""#, #""no""#, in: 1))
        }
        #expect(error?.reason == #"the header is not as the contract says: the header has no "id""#)
        #expect(error?.source?.description == "test/one-1")
        #expect(error?.topic == Topic(SpeechPartial.kind))
        #expect(error?.stamp == Samples.stamp)
    }

    @Test(
        "a confidence that is not from 0 to 1 is malformed, whichever decoder reads the body",
        arguments: ["1.5", "-0.5", "5", "-1", "1e3"], ["", #","note":"\u00e9""#])
    func confidence(value: String, more: String) throws {
        func expect(_ kind: Kind, _ body: String, _ field: String) throws {
            let message = RawMessage(header: try Samples.header(kind: kind), body: Array(body.utf8))
            let error = #expect(throws: MessageError.self) { try MessageCatalog.decode(message) }
            #expect(error?.code == .body)
            #expect(
                error?.reason.contains("\(field): expected a number from 0 to 1") == true, "\(error?.reason ?? "")")
        }
        try expect("speech.transcript", #"{"text":"a","confidence":\#(value),"engine":"x"\#(more)}"#, "confidence")
        try expect(
            "speech.transcript",
            #"{"text":"a","confidence":1,"engine":"x","alternatives":[{"text":"b","confidence":\#(value)}]\#(more)}"#,
            "alternatives.0.confidence")
        let hypothesis = #"{"app":"a","type":"B","confidence":\#(value),"parameters":{}}"#
        try expect(
            "speech.intent", #"{"text":"a","engine":"x","hypotheses":[\#(hypothesis)]\#(more)}"#,
            "hypotheses.0.confidence")
        try expect(
            "command.invoked",
            #"{"app":"a","type":"B","parameters":{},"confidence":\#(value),"text":"a"\#(more)}"#, "confidence")
        for threshold in ["confirmBelow", "refuseBelow"] {
            let command = #"{"type":"B","patterns":["b"],"\#(threshold)":\#(value)}"#
            try expect(
                "catalog", #"{"app":"a","language":"en-US","revision":"1","commands":[\#(command)]\#(more)}"#,
                "commands.0.\(threshold)")
        }
    }
}
