import SaybusOperations
import SaybusTesting
import Testing

@testable import SaybusPipelineFiles

@Suite("The check of a pipeline's file")
struct PipelineFileCheckTests {
    private func check(_ path: String) throws -> PipelineFileCheck {
        let file = try PipelineFile(at: path)
        let finder = ProgramFinder(executable: ProgramUnderTest.directory + "/saybus")
        return PipelineFileCheck(file, host: nil, bus: file.bus ?? "ipc:///nowhere/at/all", finder: finder)
    }

    @Test("the error of a stage hides none of another stage, and each is told once")
    func allAtOnce() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "saybus.yaml",
            """
            stages:
              broker:
              transcribe: {patience: abc}
              intent: {enginee: pattern}
              audio: {sink: "wav:/nowhere/at/all/x.wav"}
              dispatch:
            """)
        let problems = try await check(path).run().problems
        #expect(problems.compactMap(\.line).sorted() == [3, 4, 5, 6], "\(problems)")
    }

    @Test("two brokers on one bus are refused, unless they are those of two machines")
    func brokers() async throws {
        let folder = try TemporaryFolder()
        let stages = "bus: ipc://\(folder.path)/bus\nstages:\n  broker:\n  other: {program: broker}\n"
        for (text, isRight) in [(stages, false), (stages + "hosts: {rack: [broker], hall: [other]}\n", true)] {
            let problems = try await check(folder.write("saybus.yaml", text)).run().problems
            #expect(problems.isEmpty == isRight)
            #expect(isRight || problems.first?.line == 4)
        }
    }

    @Test("a stage that no machine runs is told of")
    func unassigned() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("saybus.yaml", "stages:\n  broker:\n  intent:\nhosts: {rack: [intent]}\n")
        let (programs, problems, notes) = try await check(path).run()
        #expect(programs == 2 && problems.isEmpty)
        #expect(notes.map(\.line) == [2] && notes.first?.reason.contains("the stage broker") == true)
    }

    @Test("dispatch stages that have the same apps for the same conversations are refused")
    func rivals() async throws {
        let folder = try TemporaryFolder()
        let phrases = "commands: {On: {patterns: [lamp on], do: [{speak: It is on.}]}}\n"
        for name in ["lamp", "door"] { try folder.write("\(name).yaml", "app: \(name)\n" + phrases) }
        let token = try folder.write("token", "secret\n", mode: 0o600)
        let home = "home-assistant: \"http://h:8123\", token-file: \(token), sentences: \(folder.path)"
        for (stages, isRight) in [
            ("dispatch: , den: {program: dispatch}", false),
            ("dispatch: {session: hall}, den: {program: dispatch, session: den}", true),
            ("dispatch: {standby: true}, den: {program: dispatch, standby: true}", true),
            ("dispatch: {buckets: 0/2}, den: {program: dispatch, buckets: 1/2}", true),
            ("dispatch: , den: {program: dispatch}}\nhosts: {a: [dispatch], b: [den]", true),
            ("dispatch: {\(home)}", false), ("dispatch: , home: {program: dispatch, \(home)}", true),
        ] {
            let text = "apps: [lamp.yaml, door.yaml]\nstages: {\(stages)}\n"
            let problems = try await check(folder.write("saybus.yaml", text)).run().problems
            #expect(problems.isEmpty == isRight, "\(stages): \(problems)")
        }
    }

    @Test("who starts a stage that a second app has divided is told the names of its instances")
    func instances() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("saybus.yaml", "apps: [lamp.yaml, door.yaml]\nstages: {broker: , dispatch: }\n")
        let run = try ProgramUnderTest("saybus", ["config", "run", "dispatch", path])
        #expect(try await run.exitCode() == 78, "\(run.report)")
        let line = run.lines(.standardError).first ?? ""
        #expect(line.hasSuffix("there are broker, dispatch-lamp, dispatch-door"), "\(line)")
    }
}
