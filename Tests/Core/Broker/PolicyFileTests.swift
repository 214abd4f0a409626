import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Policy files")
struct PolicyFileTests {
    private static let key = PolicyTests.key

    private func read(_ text: String, mode: Int = 0o644) throws(PolicyError) -> Policy {
        let folder = NSTemporaryDirectory() + "saybus-policy-" + UUID().uuidString.prefix(13).lowercased()
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try? text.write(toFile: folder + "/policy.yaml", atomically: true, encoding: .utf8)
        chmod(folder + "/policy.yaml", mode_t(mode))
        return try Policy(file: folder + "/policy.yaml", keys: KeyDirectory(folder))
    }

    @Test("a policy is read with its keys")
    func good() throws {
        let policy = try read(
            """
            users:
              hall:
                key: "\(Self.key)"
                publish: [speech.*, stage.status]
                subscribe: ["*", audio.input]
                sessions: [den]
                roles: [listen, "shadow.*"]
                instances: ["den-*"]
                apps: ["kitchen*"]
            """)
        #expect(policy.count == 1)
        #expect(try read("users: {}").count == 0)
    }

    @Test(
        "a file with an error is refused as a whole, with the line and the expectation",
        arguments: [
            ("", nil, "empty"),
            ("users: [a]", 1, "by name"),
            ("users:\n  hall:\n    key: short", 3, "no public key \"short\""),
            ("users:\n  hall:\n    publish: [speech.*]", 2, "no public key \"hall\""),
            ("users:\n  hall:\n    key: \"\(key)\"\n    publsh: [x]", 4, "publsh"),
            ("users:\n  hall:\n    key: \"\(key)\"\n    publish: speech.*", 4, "list"),
            (
                "users:\n  hall:\n    key: \"\(key)\"\n    publish:\n      - speech.*\n      - Speech", 6,
                "\"Speech\" is no kind"
            ),
            ("users:\n  hall:\n    key: \"\(key)\"\n  den:\n    key: \"\(key)\"", 4, "same key"),
            (
                "users:\n  hall:\n    key: \"\(key)\"\n    sessions: [\"a b\"]", 4,
                "session's name: use 1 to 64 letters a to z, digits"
            ),
            ("users:\n  hall:\n    unix: no-such-user", 3, "no user no-such-user"),
            ("users:\n  hall:\n    unix: root\n    key: \"\(key)\"", 3, "a key and a unix user"),
            ("users:\n  hall:\n    unix: root\n  den:\n    unix: 0", 4, "same unix user"),
            ("users:\n  hall:\n    key: \"\(key)\"\n    roles: [a/b]", 4, "role"),
            ("users:\n  hall:\n    key: \"\(key)\"\n    instances: [\"a b*\"]", 4, "instance"),
            ("users:\n  hall: {key: \"\(key)\"\n", 3, "YAML"),
            ("users:\n\thall: {unix: root}", 2, "found a tab"),
            ("users:\n  hall: {unix: root}\n  hall: {unix: 1}", 2, "here and at 3:3"),
            ("users:\n  ha ll:\n    key: \"\(key)\"", 2, "user's name"),
            ("keys: {}", 1, "\"users\""),
        ] as [(String, Int?, String)])
    func wrong(_ text: String, _ line: Int?, _ words: String) {
        let error = #expect(throws: PolicyError.self) { try read(text) }
        #expect(error?.line == line, "\(error?.description ?? "")")
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("policy.yaml") == true)
    }

    @Test("a file that others can write, everybody or a group, is refused with the remedy", arguments: [0o646, 0o664])
    func open(mode: Int) {
        let error = #expect(throws: PolicyError.self) { try read("users: {}", mode: mode) }
        #expect(error?.code == .open)
        #expect(error?.description.contains("chmod go-w") == true)
    }

    @Test("a key that may announce the commands of any app is a warning, unless it may do everything")
    func anyApp() throws {
        let start = "users:\n  hall:\n    key: \"\(Self.key)\"\n"
        let loose = try read(start + "    publish: [catalog]")
        #expect(loose.remarks.count == 1 && loose.remarks.first?.contains("apps") == true)
        #expect(try read(start + "    publish: [catalog]\n    apps: [kitchen]").remarks.isEmpty)
        #expect(try read(start + "    publish: [\"*\"]").remarks.isEmpty)
    }

    @Test("the policy of each role is a valid policy without a warning")
    func roles() throws {
        for grants in RoleGrants.all {
            let policy = try read("users:\n" + grants.policy(name: "hall", publicKey: Self.key))
            #expect(policy.count == 1 && policy.remarks.isEmpty, "\(grants.role): \(policy.remarks)")
        }
    }

    @Test("a console may be the listener and the loudspeaker of its pages, hears the sound of turns, and replays them")
    func console() throws {
        let console = try #require(RoleGrants.of(.console))
        for role in [Role.listen, .audio] {
            let stage = try #require(RoleGrants.of(role))
            #expect(console.roles.contains(role) && Set(stage.publish).isSubset(of: console.publish), "\(role)")
        }
        #expect(console.subscribe == ["*", "audio.input"])
        let inputs: Set = ["speech.started", "audio.input", "speech.ended", "speech.transcript", "speech.intent"]
        #expect(console.roles.contains(.tap) && inputs.isSubset(of: console.publish))
    }

    @Test("who has a text spoken may stop it")
    func say() throws {
        let say = try #require(RoleGrants.of(.say))
        #expect(say.publish == ["audio.sequence", "audio.control"])
    }

    @Test("an unknown kind is a warning")
    func remark() throws {
        let policy = try read("users:\n  hall:\n    key: \"\(Self.key)\"\n    publish: [speech.transcipt]")
        #expect(policy.remarks.count == 1 && policy.remarks.first?.contains(":4:") == true)
    }
}
