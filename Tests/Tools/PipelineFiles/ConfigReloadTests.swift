import Foundation
import SaybusTesting
import Testing

@Suite("Changes of the file of a running pipeline")
struct ConfigReloadTests {
    @Test("changes are taken while the pipeline runs: only what changed is started again, and a broken file is refused")
    func changes() async throws {
        let folder = try TemporaryFolder()
        let path = try ConfigProgramTests().file(folder)
        let bus = "ipc://\(folder.path)/bus"
        let up = try ProgramUnderTest("saybus", ["up", path])
        try await up.line { $0.hasPrefix("pipeline ready") }
        struct Stage: Decodable { let role: String, pid: Int, state: String }
        func stages() async throws -> [String: Stage] {
            let status = try ProgramUnderTest(
                "saybus", ["status", "--json", "--bus", bus, "--require", "intent,dispatch,audio,up", "--wait", "20"])
            #expect(try await status.exitCode() == 0, "\(status.report)")
            let all = try JSONDecoder().decode([Stage].self, from: Data(status.lines().joined().utf8))
            return Dictionary(all.map { ($0.role, $0) }, uniquingKeysWith: { $1 })
        }
        let before = try await stages()
        #expect(before["up"] != nil, "the supervisor has a status of its own")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try folder.write(
            "saybus.yaml", text.replacing("  intent:\n", with: "  intent: {engine: pattern, log-level: info}\n"))
        try await up.line(on: .standardError) { $0.contains("the pipeline has changed: starts again intent") }
        // Only the new one logs that much.
        try await up.line(on: .standardError) { $0.contains("intent") && $0.contains("takes over") }
        let after = try await stages()
        #expect(after["intent"]?.pid != before["intent"]?.pid)
        for role in ["broker", "dispatch", "audio"] { #expect(after[role]?.pid == before[role]?.pid, "\(role)") }

        try folder.write("saybus.yaml", text.replacing("  intent:\n", with: "  intent: {enginee: pattern}\n"))
        try await up.line(on: .standardError) { $0.contains("is refused") && $0.contains("saybus.yaml:5: ") }
        try folder.write("saybus.yaml", text.replacing("/bus\n", with: "/other\n"))
        try await up.line(on: .standardError) { $0.contains("is refused") && $0.contains("until the next start") }
        try folder.write(
            "saybus.yaml", text.replacing("  intent:\n", with: "  intent: {engine: pattern, log-level: info}\n"))
        try await up.line(on: .standardError) { $0.contains("saybus.yaml is taken again") }
        // An option that only the program itself can refuse.
        try folder.write("saybus.yaml", text.replacing("  intent:\n", with: "  intent: {trained: none.model}\n"))
        try await up.line(on: .standardError) { $0.contains("it runs as before until the file is mended") }
        let ask = try ProgramUnderTest("saybus", ["ask", "--bus", bus, "--wait", "20", "lamp on"])
        #expect(try await ask.exitCode() == 0, "\(ask.report)")
        #expect(try await stages()["dispatch"]?.pid == before["dispatch"]?.pid)
        up.send(SIGTERM)
        #expect(try await up.exitCode() == 0, "\(up.report)")
    }

    @Test("a stage that never runs is taken out of the file, and the pipeline is ready without it")
    func mended() async throws {
        let folder = try TemporaryFolder()
        let right = "bus: ipc://\(folder.path)/bus\nstages:\n  broker:\n  audio: {sink: \"null\"}\n"
        let wrong = "  wyoming: {uri: \"unix://\(folder.path)/none/socket\"}\n"
        let path = try folder.write("saybus.yaml", right + wrong)
        let up = try ProgramUnderTest("saybus", ["up", path])
        try await up.line(on: .standardError) { $0.contains("wyoming ended with exit code 69") }
        try folder.write("saybus.yaml", right)
        try await up.line { $0.hasPrefix("pipeline ready") }
        up.send(SIGTERM)
        #expect(try await up.exitCode() == 0, "\(up.report)")
    }

    @Test("a file with more programs than the limit of open files allows is refused, and the pipeline goes on")
    func openFiles() async throws {
        let folder = try TemporaryFolder()
        let few = "bus: ipc://\(folder.path)/bus\nstages:\n  broker:\n  audio: {sink: \"null\"}\n"
        let path = try folder.write("saybus.yaml", few)
        let up = try ProgramUnderTest(
            "/bin/sh", ["-c", "ulimit -n 80; exec \"$0\" up \"$1\"", ProgramUnderTest.path(of: "saybus"), path])
        try await up.line { $0.hasPrefix("pipeline ready") }
        try folder.write("saybus.yaml", few + "  intent:\n")
        try await up.line(on: .standardError) {
            $0.contains("is refused, and the pipeline goes on as before") && $0.contains("may have only 80 files open")
        }
        up.send(SIGTERM)
        #expect(try await up.exitCode() == 0, "\(up.report)")
    }
}
