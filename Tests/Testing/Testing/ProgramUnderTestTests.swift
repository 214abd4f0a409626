import Foundation
import Testing

@testable import SaybusTesting

@Suite("A program under test")
struct ProgramUnderTestTests {
    @Test("lines of both outputs are found, also those written before the wait")
    func lines() async throws {
        let shell = try ProgramUnderTest("/bin/sh", ["-c", "echo one; echo two >&2; printf three; exit 7"])
        try await shell.line(on: .standardError) { $0 == "two" }
        #expect(try await shell.exitCode() == 7)
        try await shell.line { $0 == "one" }
        #expect(shell.lines() == ["one", "three"])
    }

    @Test("a signal ends the program and determines its exit code")
    func signal() async throws {
        let shell = try ProgramUnderTest("/bin/sh", ["-c", "echo ready >&2; exec sleep 1000"])
        try await shell.line(on: .standardError) { $0 == "ready" }
        shell.send(SIGTERM)
        #expect(try await shell.exitCode() == 128 + SIGTERM)
    }

    @Test("input can be written and closed")
    func input() async throws {
        let cat = try ProgramUnderTest("/bin/cat", takesInput: true)
        try cat.write(Array("hello\n".utf8))
        try await cat.line { $0 == "hello" }
        cat.closeInput()
        #expect(try await cat.exitCode() == 0)
        #expect(throws: ProgramError.self) { try cat.write([1]) }
    }

    @Test("a missing line is an error that shows the lines received instead")
    func missing() async throws {
        let shell = try ProgramUnderTest("/bin/sh", ["-c", "echo other"])
        let error = await #expect(throws: ProgramError.self) { try await shell.line { $0 == "wanted" } }
        #expect(error?.code == .noLine)
        #expect(error?.description.contains("other") == true)
    }

    @Test("a missing program is an error with its path")
    func notBuilt() {
        let error = #expect(throws: ProgramError.self) { try ProgramUnderTest("no-such-program") }
        #expect(error?.code == .notBuilt)
        #expect(error?.description.contains("/no-such-program") == true)
        #expect(error?.description.contains("SAYBUS_PROGRAMS") == true && error?.description.contains("PATH") == true)
    }

    @Test("a program that is not beside the test is that of SAYBUS_PROGRAMS, else that of PATH")
    func elsewhere() throws {
        let folder = try TemporaryFolder()
        for name in ["own", "installed"] {
            let place = folder.url.appending(path: name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let program = place.appending(path: "saybus-elsewhere").path
            try "#!/bin/sh\n".write(toFile: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        }
        // A folder of the name is no program.
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "folder/saybus-elsewhere"), withIntermediateDirectories: true)
        let installed = "\(folder.path)/folder:\(folder.path)/installed"
        func found(_ environment: [String: String]) -> String {
            ProgramUnderTest.path(of: "saybus-elsewhere", environment: environment)
        }
        #expect(found(["PATH": installed]) == "\(folder.path)/installed/saybus-elsewhere")
        #expect(
            found(["PATH": installed, "SAYBUS_PROGRAMS": "\(folder.path)/own"]) == "\(folder.path)/own/saybus-elsewhere"
        )
        #expect(found(["PATH": "/nowhere"]) == "\(ProgramUnderTest.directory)/saybus-elsewhere")
    }

    @Test(
        "a program's children are killed when its object is released, even if the program has ended",
        .timeLimit(.minutes(1)), arguments: ["echo started; wait", "echo started"])
    func killed(end: String) async throws {
        let folder = try TemporaryFolder()
        let pipe = try NamedPipe(in: folder)
        var shell: ProgramUnderTest? = try ProgramUnderTest(
            "/bin/sh", ["-c", "exec 3>'\(pipe.path)'; sleep 1000 & \(end)"])
        try await shell?.line { $0 == "started" }
        if !end.contains("wait") { try await shell?.exitCode() }
        shell = nil
        // This returns when the last process that has the pipe open, the child of the shell, has ended.
        await pipe.waitForEnd()
    }
}
