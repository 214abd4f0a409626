import SaybusMessages
import Testing

@Suite("Topics and names")
struct TopicTests {
    static let awkward = [
        "default", "a", "a.", "a-", "a_", "aa", "A", "_", "-", ".", "..", "0", "00", "default.", "default.default",
        String(repeating: "x", count: 63), String(repeating: "x", count: 64),
    ]

    @Test("no topic is a prefix of another")
    func prefixes() throws {
        let sessions = try Self.awkward.map { try #require(Session(rawValue: $0)) }
        let kinds = Samples.kinds + Samples.kinds.map(\.shadow)
        let topics = kinds.flatMap { kind in sessions.map { Topic(kind, $0).bytes } }
        // In byte order, a prefix immediately precedes its extension, or another extension of the same
        // prefix.
        let sorted = topics.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(!zip(sorted, sorted.dropFirst()).contains { $1.starts(with: $0) })
    }

    @Test("a topic is read back from its text, and begins with the prefixes of its subscriptions")
    func roundTrip() throws {
        for name in Self.awkward {
            let topic = Topic("speech.intent", try #require(Session(rawValue: name)))
            #expect(Topic(topic.description) == topic)
            #expect(topic.bytes.starts(with: Topic.prefix("speech.intent")))
            #expect(topic.bytes.starts(with: Topic.prefix("speech.intent", bucket: topic.session.bucket)))
        }
    }

    @Test(
        "a malformed topic is refused",
        arguments: [
            "", "/", "///", "speech.intent", "speech.intent/5f/a", "speech.intent/5f/a/b/", "Speech.intent/8c/a/",
            "speech.intent//a/", "speech.intent/00/a/", "speech.intent/8C/a/", "speech.intent/8c//", "/8c/a/",
            "speech.intent/8c/a/\0", "speech.intent/8c/a b/", "speech.intent/08c/a/", "speech..intent/8c/a/",
        ])
    func refused(text: String) {
        #expect(Topic(text) == nil)
    }

    /// Expected values from an independent implementation of FNV-1a 64 in Python.
    @Test(
        "the bucket is the low byte of the session's FNV-1a 64 hash",
        arguments: [
            ("default", 0xfe), ("kitchen", 0x8f), ("a", 0x8c), ("b", 0xa5), ("living-room", 0x28), ("A", 0xec),
            ("0", 0xaf),
            ("-", 0x98), ("..", 0x2d), ("caller_7", 0x70), (String(repeating: "x", count: 64), 0x25),
        ] as [(String, UInt8)])
    func bucket(name: String, bucket: UInt8) throws {
        let session = try #require(Session(rawValue: name))
        #expect(session.bucket == bucket)
        let hex = String(bucket, radix: 16)
        #expect(Topic("catalog", session).description == "catalog/\(hex.count == 1 ? "0" : "")\(hex)/\(name)/")
    }

    @Test(
        "a session has 1 to 64 letters, digits, dots, underscores and hyphens",
        arguments: ["", "a/b", "a b", "a\n", "ä", "a\0", "\u{0430}", "a\u{301}", String(repeating: "x", count: 65)])
    func sessions(name: String) {
        #expect(Session(rawValue: name) == nil)
        #expect(Source(role: Role(name), instance: "a") == nil)
        #expect(Source(role: Role("a"), instance: name) == nil)
    }

    @Test(
        "a kind has words of lower-case letters, digits and hyphens, joined by dots",
        arguments: [
            "", ".", "Speech", "speech_text", ".a", "a.", "a..b", "a/b", "ä", String(repeating: "x", count: 65),
        ])
    func kinds(name: String) {
        #expect(Kind(rawValue: name) == nil)
    }

    @Test("a source is read from role/instance only")
    func sources() {
        #expect(Source("transcribe/pocketsphinx-1")?.role == .transcribe)
        #expect(Source("transcribe/pocketsphinx-1")?.instance == "pocketsphinx-1")
        #expect(Source("transcribe/pocketsphinx-1")?.description == "transcribe/pocketsphinx-1")
        for text in ["", "/", "a", "a/", "/b", "a/b/c", "a//b", "a b/c"] { #expect(Source(text) == nil) }
    }
}
