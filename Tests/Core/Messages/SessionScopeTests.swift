import SaybusMessages
import Testing

@Suite("Session scopes and shares")
struct SessionScopeTests {
    @Test("every bucket belongs to exactly one of n shares, and a share subscribes to its own buckets")
    func shares() throws {
        for count in [1, 2, 3, 4, 7, 256] {
            let shares = try (0..<count).map { try #require(BucketShare(index: $0, count: count)) }
            #expect(shares.flatMap(\.buckets).sorted() == (0...255).map { UInt8($0) })
            for number in 0..<100 {
                let session = try #require(Session(rawValue: "session-\(number)"))
                let owners = shares.filter { $0.contains(session) }
                #expect(owners.count == 1)
                let topic = Topic(SpeechIntent.kind, session).bytes
                for share in shares {
                    let prefixes = SessionScope(share: share).prefixes(of: SpeechIntent.kind)
                    #expect(prefixes.contains { topic.starts(with: $0) } == share.contains(session))
                }
            }
        }
    }

    @Test("a share is read and written as i/n", arguments: ["0/1", "3/4", "255/256"])
    func text(_ text: String) throws { #expect(try #require(BucketShare(rawValue: text)).description == text) }

    @Test(
        "a malformed share is refused",
        arguments: [
            "", "/", "1", "4/4", "-1/4", "0/0", "0/257", "a/b", "0/4/1", "0 /4", "0x1/4", "99999999999999999999/4",
        ])
    func nonsense(_ text: String) { #expect(BucketShare(rawValue: text) == nil) }

    @Test("a single session is one topic; a session outside the share has no topic")
    func session() throws {
        let session = try #require(Session(rawValue: "den"))
        let own = BucketShare(index: Int(session.bucket) % 2, count: 2)
        let other = BucketShare(index: (Int(session.bucket) + 1) % 2, count: 2)
        #expect(
            SessionScope(session: session, share: own).prefixes(of: Catalog.kind) == [
                Topic(Catalog.kind, session).bytes
            ])
        #expect(SessionScope(session: session, share: other).prefixes(of: Catalog.kind).isEmpty)
        #expect(SessionScope.all.prefixes(of: Catalog.kind) == [Topic.prefix(Catalog.kind)])
    }

    @Test("a shadow kind is recognized by its name, and names the kind that it shadows")
    func shadows() throws {
        let kind = SpeechIntent.kind.shadow
        #expect(kind.rawValue == "shadow.speech.intent")
        #expect(kind.isShadow && !SpeechIntent.kind.isShadow)
        #expect(kind.shadowed == SpeechIntent.kind)
        #expect(SpeechIntent.kind.shadowed == nil)
        #expect(MessageCatalog.type(of: kind)?.kind == SpeechIntent.kind)
        #expect(MessageCatalog.type(of: "shadow.no.such") == nil)
    }
}
