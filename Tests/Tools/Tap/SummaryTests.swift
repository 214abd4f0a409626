import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("Summaries")
struct SummaryTests {
    private static let header = Header(
        kind: "receipt", session: .default, source: Source("transcribe/pocketsphinx-1")!, run: 1, sequence: 0)

    /// The expected summaries of each kind's examples.
    private static let golden: [String: [String]] = [
        "listen.request": ["follow-up speech within 6 s at most 10 s expects yes | no", "off", "no more of "],
        "listen.level": ["-24 dB, peak 0 dB speech 12 samples clipped", "-100 dB, peak -100 dB"],
        "speech.started": [
            "at 1.2 s of order.flac, after \"hey computer\" request upstairs: 24 dB", "at 0 ms",
        ],
        "audio.input": ["chunk 3, 188 µs, -2 dB", "chunk 4, 0 µs, silent last"],
        "speech.ended": ["after 1.84 s: silence, 31 chunks"],
        "speech.partial": ["\"set a timer …\"", "\"set …\""],
        "speech.transcript": [
            "\"next song\" 0.87 pocketsphinx or \"next sum\" 0.10, \"next song please\" 0.10 whisper "
                + "1 chunk missing 1 of 32 chunks was lost",
            "nothing heard: silence pocketsphinx", "\"next song\" 1.00 text",
        ],
        "speech.intent": [
            "SetTimer(minutes=10) 1.00 kitchen pattern or Play(song=Ten) 0.50",
            "nothing to understand: silence pattern",
            "not understood: \"blue sky\" pattern",
        ],
        "command.invoked": [
            "answer given mail: Choose(answer=Toby Pikachu, index=0) 1.00 \"the first one\"",
            "answer cancelled mail: Choose() the user called it off 1.00 \"never mind\"",
            "mail: Choose(name=Pikachu) 0.90 \"i choose you pikachu\" for app/mail-1", "kitchen: Next() 1.00 \"next\"",
        ],
        "command.response": [
            "failed: The third is asleep. \"I found two.\" asks \"Toby or Susan?\" (select: Toby | Susan) "
                + "plays ♪880Hz 120 ms ♫bell.wav pause 200 ms \"Ask again.\" to be continued",
            "asks \"How many?\" (number)", "asks \"Where to?\" (pattern)", "done",
        ],
        "voice.request": [
            "invalid: \"Toby or Susan?\" (select: Toby | Susan) \"Peter\" is not on the list",
            "presented: \"How many?\" (number)", "listening: \"What is your name?\" (string)",
        ],
        "intent.offer": [
            "sleep-sounds: PlaySound yes 1 value",
            "zoo-sounds: PlaySound no zoo-sounds did not answer within 2 seconds",
        ],
        "card.shown": [
            "pet-match: Standard \"Your pet\" \"A small dog. It likes to run.\" https://example.org/dog.png",
            "pet-match: Hint", "pet-match: LinkAccount",
        ],
        "audio.sequence": ["♪880Hz 80 ms pause 100 ms ♫door bell.flac \"Ten minutes.\" interrupt", "\"Done.\""],
        "audio.control": ["rate 200 en-gb on main", "stop"],
        "audio.playback": ["skipped item 1 at 0 ms \"\" no voice is called ", "started of "],
        "audio.output": ["chunk 0, 91 µs, -86 dB last"],
        "mqtt.publish": ["zigbee2mqtt/lamp/set \"{\"state\":\"ON\"}\" retained", "home/door \"open\""],
        "turn.ended": [
            "failed kitchen: Light \"Sorry, that did not work.\" the program ended with code 1 "
                + "transcribe 120 ms, intent 310 µs, dispatch 900 µs",
            "no-speech",
        ],
        "catalog": [
            "kitchen: 1 command, 2 patterns, 1 slot type en-US kitchen@",
            "home: 1 command, 1 pattern, 3 slot types en-US home@", "mail has gone",
        ],
        "stage.status": [
            "failed pocketsphinx the model cannot be read refused 2 kitchen@9f2c41d07be3a865 up 1 min 1 s",
            "intent/intent-1 ready up 1 s",
        ],
        "receipt": [
            "refused speech.intent intent/mine published a message that cannot be read: speech.intent: "
                + "the body has no \"text\"",
            "took speech.intent",
        ],
        "refusal": [
            "publish refused the policy does not let \"satellite\" publish command.invoked 4×",
            "subscribe refused the policy withholds audio.input, audio.output from \"tap\" 1×",
        ],
        "barrier": ["try 0", "try 0 asks for the end of 1 turn"],
    ]

    @Test("every kind of message has a summary")
    func complete() {
        for type in MessageCatalog.all { #expect(type is any Summarized.Type, "\(type)") }
        #expect(Set(MessageCatalog.all.map { $0.kind.rawValue }) == Set(Self.golden.keys))
    }

    @Test("the summaries of the examples are as expected", arguments: golden.keys.sorted())
    func examples(name: String) throws {
        let type = try #require(MessageCatalog.type(of: Kind(stringLiteral: name)))
        let texts = summaries(of: type)
        let wanted = try #require(Self.golden[name])
        #expect(texts.count == wanted.count)
        for (text, wanted) in zip(texts, wanted) {
            // Ids and hashes at the end differ between runs.
            #expect(
                ["audio.playback", "catalog", "listen.request"].contains(name)
                    ? text.hasPrefix(wanted) : text == wanted, "\(text)")
        }
    }

    private func summaries<Body: BusMessage>(of type: Body.Type) -> [String] {
        Body.examples.map { Summary.of($0, Self.header)?.text ?? "none" }
    }

    @Test("the increase of a counter since the previous status is shown")
    func rises() {
        var earlier = Make.status(.ready, lost: 3)
        earlier.counters.malformed = 1
        var status = earlier
        status.counters.lost = 5
        #expect(status.summary(Self.header, since: earlier).text == "intent/one ready lost 5 (+2) malformed 1 up 1 s")
    }

    @Test("extreme numbers do not crash the summaries")
    func extremes() {
        let ended = TurnEnded(outcome: .handled, timings: ["a": .max, "b": .min])
        #expect(Summary.of(ended, Self.header) != nil)
        var status = Make.status(.ready, lost: .min, uptimeMs: .min)
        status.counters.lost = .max
        #expect(!status.summary(Self.header, since: Make.status(.ready, lost: .min)).isEmpty)
        let tone = AudioSequence([.tone(.init(frequency: 1e300, durationMs: .max)), .silence(durationMs: .min)])
        #expect(Summary.of(tone, Self.header) != nil)
        let control = AudioControl(.rate, value: -1e308)
        #expect(Summary.of(control, Self.header) != nil)
        let transcript = SpeechTranscript(text: "x", confidence: 1e300, engine: "e", missingChunks: .min)
        #expect(Summary.of(transcript, Self.header) != nil)
    }

    @Test("no number in a message of any kind crashes its summary")
    func anyNumber() throws { for type in MessageCatalog.all { try expectSummaries(of: type) } }

    /// Expects a summary of each of a kind's examples with each of its numbers replaced, unless the kind refuses that.
    private func expectSummaries<Body: BusMessage>(of type: Body.Type) throws {
        for example in Body.examples {
            var header = Self.header
            header.kind = Body.kind
            let text = String(decoding: try example.wire(header: &header), as: UTF8.self)
            for number in text.matches(of: /[:\[,](-?[0-9]+(\.[0-9]+)?)/) {
                for extreme in ["1e308", "-1e308", "\(Int64.max)", "\(Int64.min)", "0"] {
                    var body = text
                    body.replaceSubrange(number.output.1.startIndex..<number.output.1.endIndex, with: extreme)
                    let message = RawMessage(header: header, body: Array(body.utf8))
                    guard let decoded = try? message.decode(Body.self) else { continue }
                    #expect(Summary.of(decoded.body, header) != nil)
                }
            }
        }
    }

    @Test("long lists are cut and show the number of elements left out")
    func longLists() throws {
        let request = ListenRequest(mode: .followUp, phrases: (1...100).map { "p\($0)" })
        #expect(try #require(Summary.of(request, Self.header)).text.hasSuffix("p6 | … 94 more"))
        let sequence = AudioSequence((1...100).map { .silence(durationMs: $0) })
        #expect(try #require(Summary.of(sequence, Self.header)).text.hasSuffix("pause 12 ms … 88 more"))
    }

    @Test("a transcript with a text and a reason for an empty one shows both")
    func textAndEmpty() {
        let transcript = SpeechTranscript(text: "next song", engine: "x", empty: .silence)
        #expect(transcript.emptyReason == nil, "the text counts")
        let text = transcript.summary(Self.header).text
        #expect(text.contains("\"next song\"") && text.contains("yet empty: silence"), "\(text)")
    }
}
