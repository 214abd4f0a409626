import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Replacing a key")
struct KeyRotationTests {
    private static let all = #"publish: ["*"], subscribe: ["*"]"#

    @Test(
        "while a user has two keys, both are let in under one name; then the old one's connections are closed, and no others"
    )
    func rotate() async throws {
        let test = try SecuredBus(["hall": Self.all, "tap": Self.all])
        _ = try test.keys.make("hall-2")
        let tap = try test.connect(.tap, key: "tap")
        let heard = tap.subscribe(SpeechPartial.self)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let old = try test.connect(.transcribe, key: "hall")
        try await old.ready()
        try test.reload(["hall": "key: [hall, hall-2], " + Self.all, "tap": Self.all])
        // The open connection goes on.
        try old.publish(SpeechPartial(text: "old", revision: 0))
        #expect(await heard.first()?.body.text == "old")
        // The same program with its new key, under the same name of its stage.
        await old.close()
        let new = try test.connect(.transcribe, key: "hall-2")
        try await new.ready()
        try new.publish(StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
        try new.publish(SpeechPartial(text: "new", revision: 1))
        let partial = await heard.first()
        #expect(partial?.body.text == "new" && partial?.stamp?.user == "hall")
        // Another program of the user, still with the old key.
        let forgotten = try test.connect(.console, key: "hall")
        let overheard = forgotten.subscribe(SpeechPartial.self)
        try await forgotten.ready()
        try test.reload(["hall": "key: hall-2, " + Self.all, "tap": Self.all])
        let late = try test.connect(.intent, key: "hall")
        let refused = await #expect(throws: BusError.self) { try await late.ready(within: .seconds(20)) }
        #expect(refused?.code == .refused)
        try forgotten.publish(SpeechPartial(text: "revoked", revision: 9))
        try new.publish(SpeechPartial(text: "still", revision: 2))
        #expect(await heard.first()?.body.text == "still")
        let closed = await #expect(throws: BusError.self) { try await forgotten.ready(within: .seconds(20)) }
        #expect(closed?.code == .refused)
        await forgotten.close()
        #expect(await overheard.first() == nil)
        withExtendedLifetime(statuses) {}
    }

    @Test(
        "a list of keys is refused when it is empty, too long, or names a key twice",
        arguments: ["key: [], ", "key: [hall, hall], ", "key: [a, b, c, d, e], "])
    func wrong(_ keys: String) throws {
        let test = try SecuredBus(["hall": Self.all])
        #expect(throws: PolicyError.self) { try test.reload(["hall": keys + Self.all]) }
    }
}
