import Foundation
import SaybusBus
import SaybusTesting
import Testing

@Suite("saybus keys")
struct KeysTests {
    private let folder = NSTemporaryDirectory() + "saybus-keys-" + UUID().uuidString.prefix(13).lowercased()

    private func keys(_ arguments: String...) throws -> ProgramUnderTest {
        try ProgramUnderTest("saybus", ["keys"] + arguments + ["--directory", folder])
    }

    @Test("a new key is two files: a secret one that only its owner can read, and a public one")
    func make() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = try keys("new", "hall")
        #expect(try await made.exitCode() == 0)
        let secret = try KeyFile(path: folder + "/hall.secret")
        let open = try KeyFile(path: folder + "/hall.public")
        #expect(secret.secretKey != nil && open.secretKey == nil && secret.publicKey == open.publicKey)
        #expect(made.lines().first == "\(open.publicKey)  hall")
        #expect(!made.lines().contains { $0.contains(secret.secretKey ?? "") })
        let mode = try FileManager.default.attributesOfItem(atPath: folder + "/hall.secret")[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        let again = try keys("new", "hall")
        #expect(try await again.exitCode() == 78)
        #expect(again.lines(.standardError).first?.contains("already") == true)
        #expect(try KeyFile(path: folder + "/hall.secret") == secret)
        let list = try keys("list")
        #expect(try await list.exitCode() == 0)
        #expect(list.lines() == ["\(open.publicKey)  hall  (with its secret half)"])
        let wrong = try keys("new", "../hall")
        #expect(try await wrong.exitCode() == 64)
    }

    @Test("a new key for a role comes with its policy, and a role without rights makes no key")
    func role() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = try keys("new", "kitchen", "--role", "app")
        #expect(try await made.exitCode() == 0)
        let key = try KeyFile(path: folder + "/kitchen.public").publicKey
        let policy = try #require(RoleGrants.of(.app)).policy(name: "kitchen", publicKey: key)
        #expect(made.lines().joined(separator: "\n").hasSuffix(policy.dropLast()))
        #expect(policy.contains("# the app's name in its catalog:\n    apps: [kitchen]\n"))
        #expect(policy.contains("roles: [app]") && policy.contains(key))
        let both = try keys("new", "hall", "--role", "listen", "--role", "up", "--role", "tap")
        #expect(try await both.exitCode() == 0)
        let lines = both.lines().map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.contains("roles: [listen, up, tap]") && lines.contains("subscribe: [audio.output, \"*\"]"))
        let wrong = try keys("new", "den", "--role", "butler")
        #expect(try await wrong.exitCode() == 64)
        #expect(wrong.lines(.standardError).first?.contains("transcribe") == true)
        #expect(!FileManager.default.fileExists(atPath: folder + "/den.secret"))
    }

    @Test(
        "making a key on a full disk ends with exit code 74 and one line, leaves no file, and works once there is room",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system, as the superuser has"))
    func fullDisk() async throws {
        let disk = try SmallDisk(kilobytes: 16)
        let filler = disk.path + "/filler"
        let full = FileManager.default.createFile(atPath: filler, contents: nil)
        let handle = try #require(full ? FileHandle(forWritingAtPath: filler) : nil)
        while (try? handle.write(contentsOf: Data(count: 1024))) != nil {}
        let new = try ProgramUnderTest("saybus", ["keys", "new", "hall", "--directory", disk.path])
        #expect(try await new.exitCode() == 74)
        let errors = new.lines(.standardError)
        #expect(errors.count == 1 && errors[0].contains("No space left on device"), "\(errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["filler"])
        try handle.truncate(atOffset: 0)
        let again = try ProgramUnderTest("saybus", ["keys", "new", "hall", "--directory", disk.path])
        #expect(try await again.exitCode() == 0, "\(again.report)")
    }

    @Test("a path with the length and the characters of a key is still a path")
    func pathLikeKey() throws {
        let folder = "/tmp/saybus-" + UUID().uuidString.filter { $0 != "-" }.prefix(16)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let key = try KeyDirectory(folder).make("hall")
        let path = folder + "/hall.public"
        #expect(PublicKey.isValid(path), "the test needs a path that could be a key")
        #expect(try KeyDirectory().publicKey(path) == key.publicKey)
        #expect(try KeyDirectory().publicKey(key.publicKey) == key.publicKey)
    }

    @Test("every program refuses a secret key that others can read, with exit code 78 and the remedy")
    func readable() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let directory = KeyDirectory(folder)
        for name in ["hall", "broker"] { _ = try directory.make(name) }
        chmod(folder + "/hall.secret", 0o640)
        try "users: {}".write(toFile: folder + "/policy.yaml", atomically: true, encoding: .utf8)
        // A umask of 002 would let the group write it.
        chmod(folder + "/policy.yaml", 0o644)
        for (name, arguments) in [
            ("saybus-tap", ["--key", folder + "/hall.secret", "--server-key", folder + "/broker.public"]),
            ("saybus-broker", ["--key", folder + "/hall.secret", "--policy", folder + "/policy.yaml"]),
            ("saybus", ["status", "--key", folder + "/hall.secret", "--server-key", folder + "/broker.public"]),
        ] {
            let program = try ProgramUnderTest(name, arguments)
            #expect(try await program.exitCode() == 78, "\(name)")
            let line = program.lines(.standardError).first ?? ""
            #expect(line.contains("chmod 600") && line.contains("hall.secret") && line.hasPrefix(name), "\(line)")
        }
        let list = try keys("list")
        #expect(try await list.exitCode() == 78)
        #expect(list.lines().contains { $0.hasSuffix("  broker  (with its secret half)") })
    }

    @Test("an incomplete, missing or malformed key is refused with a sentence")
    func incomplete() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try KeyDirectory(folder).make("hall")
        try "public-key short\n".write(toFile: folder + "/bad.public", atomically: true, encoding: .utf8)
        for (arguments, words) in [
            (["--key", folder + "/hall.secret"], "--server-key"), (["--server-key", folder + "/hall.public"], "--key"),
            (["--key", "nobody", "--server-key", "x"], "saybus keys new nobody"),
            (["--key", folder + "/hall.public", "--server-key", folder + "/hall.public"], "secret-key"),
            (["--key", folder + "/hall.secret", "--server-key", folder + "/bad.public"], "line 1"),
        ] {
            let program = try ProgramUnderTest(
                "saybus", ["status"] + arguments,
                environment: ["XDG_CONFIG_HOME": folder, "SAYBUS_KEY": "", "SAYBUS_SERVER_KEY": ""])
            #expect(try await program.exitCode() == 78, "\(arguments)")
            #expect(program.lines(.standardError).first?.contains(words) == true, "\(program.lines(.standardError))")
        }
    }

    @Test("the key directory is in the user's configuration directory")
    func directory() {
        #expect(KeyDirectory(environment: ["XDG_CONFIG_HOME": "/c"]).path == "/c/saybus/keys")
        #expect(KeyDirectory(environment: ["HOME": "/home/me"]).path == "/home/me/.config/saybus/keys")
        #expect(KeyDirectory("/k", environment: [:]).path == "/k")
    }
}
