import Foundation
import SaybusConformance
import SaybusTesting
import Testing

@Suite("Every stage keeps the contract of the wire")
struct StageConformanceTests {
    struct Trial: Sendable, CustomTestStringConvertible {
        let role: ConformanceRole
        let command: [String]
        /// The checks that do not apply to it.
        let skips: Set<ConformanceCheck>
        var testDescription: String { command.map { ($0 as NSString).lastPathComponent }.joined(separator: " ") }

        init(_ role: ConformanceRole, _ command: [String], skips: Set<ConformanceCheck> = []) {
            (self.role, self.command, self.skips) = (role, command, skips)
        }
    }

    @Test("the stages in Swift, and in Python where that is there")
    func all() async throws {
        try await hold(Self.swift + (Place.hasZeroMQ ? Self.python : []))
    }

    private static var swift: [Trial] {
        let app = Place.project + "/deploy/examples/kitchen.yaml"
        var trials = [
            Trial(.listen, [program("listen"), "--stdin"], skips: [.catalog, .outbox]),
            Trial(.intent, [program("intent")]),
            Trial(.intent, ["\(ProgramUnderTest.directory)/smallest-stage"]),
            Trial(.dispatch, [program("dispatch"), "--app", app]),
            Trial(.audio, [program("audio"), "--sink", "null"], skips: [.catalog, .outbox]),
        ]
        if FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us") {
            trials.append(Trial(.transcribe, [program("transcribe")], skips: [.receipts]))
        }
        return trials
    }

    private static var python: [Trial] {
        [
            Trial(.transcribe, script("transcriber.py", "next", "song"), skips: [.receipts, .catalog]),
            Trial(.intent, script("recognizer.py")), Trial(.intent, script("keywords.py")),
            Trial(.app, script("dice.py"), skips: [.outbox]),
        ]
    }

    private static func program(_ name: String) -> String { "\(ProgramUnderTest.directory)/saybus-\(name)" }

    private static func script(_ name: String, _ arguments: String...) -> [String] {
        [Place.python, "-B", "\(Place.project)/deploy/python/\(name)"] + arguments
    }

    /// Side by side: a trial waits more than it works.
    private func hold(_ trials: [Trial]) async throws {
        try await withThrowingTaskGroup { group in
            for trial in trials {
                group.addTask {
                    var options = ConformanceOptions()
                    options.answerTime = .seconds(15)
                    (options.startTime, options.noBusTime) = (.seconds(30), .seconds(40))
                    // Not the usual ten seconds, for the time of the tests.
                    let command = trial.command + ["--wait", "4"]
                    let kit = ConformanceKit(role: trial.role, command: command, options: options)
                    let results = try await kit.run()
                    for result in results where result.outcome == .failed {
                        Issue.record("\(trial.testDescription), \(result.check.rawValue): \(result.detail ?? "")")
                    }
                    let skipped = results.filter { $0.outcome == .skipped }
                    #expect(Set(skipped.map(\.check)) == trial.skips, "\(trial.testDescription): \(skipped)")
                    #expect(results.count == ConformanceCheck.allCases.count)
                }
            }
            try await group.waitForAll()
        }
    }
}
