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
}
