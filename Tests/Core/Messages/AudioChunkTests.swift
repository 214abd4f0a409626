import SaybusMessages
import Testing

/// The raw bodies of `audio.input` and `audio.output`, whose other fields are in the header.
@Suite("Raw audio")
struct AudioChunkTests {
    static let format = "audio/L16;rate=16000;channels=1"

    private func read(
        _ body: [UInt8], content: String? = format, index: Int? = 0, last: Bool? = nil
    ) throws -> AudioInput {
        let header = try Samples.header(kind: AudioInput.kind, content: content, index: index, last: last)
        let received = try RawMessage(frames: RawMessage(header: header, body: body).frames)
        return try received.decode(AudioInput.self).body
    }

    @Test("number, end and format are read from the header, the samples from the body")
    func header() throws {
        let chunk = AudioInput(
            index: 5, isLast: true, format: PCMFormat(rate: 48_000, channels: 2), samples: [1, 2, 3, 4])
        var header = try Samples.header(kind: AudioInput.kind)
        let body = chunk.wire(header: &header)
        #expect(body == [1, 2, 3, 4])
        #expect(header.content == "audio/L16;rate=48000;channels=2")
        #expect(header.index == 5)
        #expect(header.last == true)
        #expect(try AudioInput(wire: body, header: header) == chunk)
    }

    @Test("rendered audio has its purpose in the content type; without one it is a reference, which no receiver plays")
    func use() throws {
        for use in AudioOutput.Use.allCases {
            let chunk = AudioOutput(
                index: 0, isLast: false, format: PCMFormat(rate: 22_050, channels: 1), samples: [1, 2], use: use)
            var header = try Samples.header(kind: AudioOutput.kind)
            let body = chunk.wire(header: &header)
            #expect(header.content == "audio/L16;rate=22050;channels=1;use=\(use)")
            #expect(try AudioOutput(wire: body, header: header) == chunk)
            #expect(PCMFormat(contentType: header.content ?? "") == chunk.format)
        }
        var header = try Samples.header(kind: AudioOutput.kind, content: Self.format, index: 0)
        #expect(try AudioOutput(wire: [1, 2], header: header).use == .reference)
        header.content = Self.format + "; Use=SPEAKER"
        #expect(try AudioOutput(wire: [1, 2], header: header).use == .speaker)
        header.content = Self.format + ";use=ceiling"
        let error = #expect(throws: MessageError.self) { try AudioOutput(wire: [1, 2], header: header) }
        #expect(error?.code == .body && error?.reason.contains("ceiling") == true)
    }

    @Test("a chunk whose header lacks the field last is not the last one")
    func notLast() throws {
        #expect(try read([1, 2]).isLast == false)
        #expect(try read([], last: true) == AudioInput(index: 0, isLast: true, samples: []))
    }

    @Test(
        "a chunk without an index, or with one that no stream has, with half a sample or with another content type is malformed"
    )
    func malformed() {
        let wrong: [() throws -> AudioInput] = [
            { try read([1, 2], index: nil) }, { try read([1, 2], index: -1) }, { try read([1, 2, 3]) },
            { try read([1, 2], index: .max) }, { try read([1, 2], index: 1 << 40) },
            { try read([1, 2], content: "audio/L16;rate=16000;channels=2") }, { try read([1, 2], content: nil) },
            { try read([1, 2], content: "application/json") }, { try read([1, 2], content: "audio/L16") },
        ]
        for read in wrong {
            let error = #expect(throws: MessageError.self) { try read() }
            #expect(error?.code == .body)
            #expect(error?.source?.description == "test/one-1")
            #expect(error?.reason.contains("malformed") == false)
        }
    }

    @Test("JSON with an audio content type is malformed, and so is audio with a JSON content type")
    func contentOfOtherKinds() throws {
        let header = try Samples.header(kind: SpeechPartial.kind, content: Self.format)
        let message = RawMessage(header: header, body: Array(#"{"text":"a","revision":0}"#.utf8))
        #expect(throws: MessageError.self) { try message.decode(SpeechPartial.self) }
        var json = message
        json.header.content = "application/json"
        #expect(try json.decode(SpeechPartial.self).body == SpeechPartial(text: "a", revision: 0))
    }

    @Test(
        "the format is read with spaces, in any case and in any order",
        arguments: [
            ("audio/L16;rate=16000;channels=1", 16_000, 1), ("audio/L16;rate=16000", 16_000, 1),
            ("audio/l16; Rate=8000; CHANNELS=2", 8000, 2), ("audio/L16;channels=32;rate=384000", 384_000, 32),
            ("audio/L16;rate=1;channels=1", 1, 1),
            ("audio/L16;use=speaker;rate=16000;colour=blue", 16_000, 1),
            ("audio/L16;rate=16000;fresh;use=;codec=\"a=b\"", 16_000, 1),
        ])
    func format(text: String, rate: Int, channels: Int) throws {
        let format = try #require(PCMFormat(contentType: text))
        #expect(format == PCMFormat(rate: rate, channels: channels))
        #expect(PCMFormat(contentType: format.contentType) == format)
    }

    @Test(
        "another format is refused",
        arguments: [
            "", ";", "audio/L16", "audio/L24;rate=16000", "audio/L16;rate=0", "audio/L16;rate=-1",
            "audio/L16;rate=384001",
            "audio/L16;rate=16000;channels=0", "audio/L16;rate=16000;channels=33", "audio/L16;rate=16k",
            "audio/L16;rate=",
            "audio/L16;rate", "audio/L16;rate=1=2", "audio/L16;rate=99999999999999999999", "rate=16000;audio/L16",
        ])
    func wrongFormat(text: String) {
        #expect(PCMFormat(contentType: text) == nil)
    }
}
