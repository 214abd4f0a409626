import SaybusStage
import SaybusTesting
import Testing

@Suite("A file with a secret")
struct SecretFileTests {
    @Test("a new file is empty, and has the secret that is written into it")
    func new() throws {
        let folder = try TemporaryFolder()
        let file = try SecretFile(folder.path("secret"), of: "key")
        #expect(try file.text() == "")
        try file.write("abc")
        #expect(try SecretFile(folder.path("secret"), of: "key").text() == "abc")
    }

    @Test("a file that cannot be read is an error, not an empty file that gets a new secret")
    func unreadable() throws {
        // The first page of a process is never mapped, so that reading it fails.
        let file = try SecretFile("/proc/self/mem", of: "key")
        let error = #expect(throws: StageFailure.self) { try file.text() }
        #expect(error?.code == .inputOutput)
        #expect(error?.reason == "the key's file /proc/self/mem cannot be read: Input/output error")
    }
}
