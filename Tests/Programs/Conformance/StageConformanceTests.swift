import Foundation
import SaybusConformance
import SaybusTesting
import Testing

@Suite("Conformance of every stage to the wire contract")
struct StageConformanceTests {
    struct StageUnderTest: Sendable, CustomTestStringConvertible {
        let role: ConformanceRole
        let command: [String]
        /// The checks that do not apply to the stage.
        let skips: Set<ConformanceCheck>
        var testDescription: String { command.map { ($0 as NSString).lastPathComponent }.joined(separator: " ") }

        init(_ role: ConformanceRole, _ command: [String], skips: Set<ConformanceCheck> = []) {
            (self.role, self.command, self.skips) = (role, command, skips)
        }
    }

    @Test("the stages in Swift conform, and those in Python if pyzmq is installed")
    func all() async throws {
        try await check(Self.swift + (TestEnvironment.hasZeroMQ ? Self.python : []))
    }

    private static var swift: [StageUnderTest] {
        let app = TestEnvironment.project + "/deploy/examples/kitchen.yaml"
        var runs = [
            StageUnderTest(.listen, [program("listen"), "--stdin"], skips: [.catalog, .outbox]),
            StageUnderTest(.intent, [program("intent")]),
            StageUnderTest(.intent, ["\(ProgramUnderTest.directory)/smallest-stage"]),
            StageUnderTest(.dispatch, [program("dispatch"), "--app", app]),
            StageUnderTest(.audio, [program("audio"), "--sink", "null"], skips: [.catalog, .outbox]),
        ]
        if FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us") {
            runs.append(StageUnderTest(.transcribe, [program("transcribe")], skips: [.receipts]))
        }
        return runs
    }

    private static var python: [StageUnderTest] {
        [
            StageUnderTest(.transcribe, script("transcriber.py", "next", "song"), skips: [.receipts, .catalog]),
            StageUnderTest(.intent, script("recognizer.py")), StageUnderTest(.intent, script("keywords.py")),
            StageUnderTest(.app, script("dice.py"), skips: [.outbox]),
        ]
    }

    private static func program(_ name: String) -> String { "\(ProgramUnderTest.directory)/saybus-\(name)" }

    private static func script(_ name: String, _ arguments: String...) -> [String] {
        [TestEnvironment.python, "-B", "\(TestEnvironment.project)/deploy/python/\(name)"] + arguments
    }

    /// Checks the stages in parallel, since each run mostly waits.
    private func check(_ runs: [StageUnderTest]) async throws {
        try await withThrowingTaskGroup { group in
            for run in runs {
                group.addTask {
                    var options = ConformanceOptions()
                    options.answerTime = .seconds(15)
                    (options.startTime, options.noBusTime) = (.seconds(30), .seconds(40))
                    // A shorter wait for the broker than the default of ten seconds keeps the test short.
                    let command = run.command + ["--wait", "4"]
                    let kit = ConformanceKit(role: run.role, command: command, options: options)
                    let results = try await kit.run()
                    for result in results where result.outcome == .failed {
                        Issue.record("\(run.testDescription), \(result.check.rawValue): \(result.detail ?? "")")
                    }
                    let skipped = results.filter { $0.outcome == .skipped }
                    #expect(Set(skipped.map(\.check)) == run.skips, "\(run.testDescription): \(skipped)")
                    #expect(results.count == ConformanceCheck.allCases.count)
                }
            }
            try await group.waitForAll()
        }
    }
}
