import Foundation
import SaybusConformance
import SaybusTesting
import Testing

@Suite("Faults found by the conformance kit", .enabled(if: TestEnvironment.hasZeroMQ, "python3 has pyzmq"))
struct FaultTests {
    /// Each fault of faulty.py with the check that must find it and a word of the check's message.
    static let faults: [(fault: String, check: ConformanceCheck, word: String)] = [
        ("never-ready", .ready, "starting"),
        ("no-barrier", .barrier, "barrier"),
        ("silent", .answer, "within 3 s, got "),
        ("wrong-kind", .answer, "speech.partial"),
        ("wrong-causes", .answer, "causes"),
        ("wrong-turn", .answer, "turn"),
        ("wrong-session", .answer, "session"),
        ("misunderstands", .answer, "Explode"),
        ("invents", .answer, "casino/Bet"),
        ("ignores-scopes", .answer, "conform-vault"),
        ("forgets-confidence", .answer, "0.75"),
        ("answers-with-two", .answer, "answered 2 times"),
        ("disorder", .order, "order"),
        ("answers-twice", .repeats, "twice"),
        ("no-receipts", .receipts, "receipt"),
        ("takes-stale", .stale, "deadline"),
        ("dies-on-garbage", .garbage, "ended"),
        ("uncounted-garbage", .garbage, "malformed"),
        ("takes-any-turn", .garbage, "`turn` is \"none\""),
        ("no-refusals", .garbage, "was not refused"),
        ("deaf-to-catalogs", .catalog, "mow the lawn"),
        ("not-tracked", .outbox, "again"),
        ("leaves-turns-open", .outbox, "by its deadline"),
        ("no-beats", .beats, "every second"),
        ("holes", .envelope, "seq"),
        ("wrong-body", .envelope, "/hypotheses/0/"), ("wrong-body", .answer, "/hypotheses/0/"),
        ("not-retained", .envelope, "retained"),
        ("dies-with-broker", .rejoin, "ended"),
        ("ignores-sigterm", .drain, "SIGTERM"),
        ("dies-of-sigterm", .drain, "143"),
        ("not-stopped", .drain, "stopped"),
        ("same-run", .restart, "run"),
        ("ignores-session", .session, "stage.status"),
        ("hears-all-sessions", .session, "said in default"),
        ("wrong-usage-code", .usage, "64"),
        ("wrong-no-bus-code", .noBus, "69"),
    ]

    @Test("each fault is found by its check, with a message that names it")
    func caught() async throws {
        // Eight at a time: each run has a Python process and a bus, and works for a tenth of a second in four.
        var rest = Self.faults[...]
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                guard let next = rest.popFirst() else { break }
                group.addTask { try await check(next) }
            }
            while try await group.next() != nil {
                if let next = rest.popFirst() { group.addTask { try await check(next) } }
            }
        }
    }

    private func check(_ example: (fault: String, check: ConformanceCheck, word: String)) async throws {
        let results = try await runKit(example.fault, checks: [example.check])
        let result = try #require(results.first)
        #expect(result.outcome == .failed, "\(example.fault) has passed \(result.check.rawValue)")
        #expect(result.detail?.contains(example.word) == true, "\(example.fault): \(result.detail ?? "")")
    }

    @Test("all fields of a body that are wrong are named at once, with what was expected")
    func allViolations() async throws {
        let results = try await runKit("wrong-body", checks: [.answer, .envelope])
        for result in results {
            let lines = result.detail?.split(separator: "\n").map(String.init) ?? []
            for (field, expected) in [
                ("app", "expected text, not 7"), ("type", "expected text, and it is missing"),
                ("confidence", "missing"), ("parameters", "expected an object, and it is missing"),
            ] {
                #expect(
                    lines.contains {
                        $0.contains("speech.intent") && $0.contains("/hypotheses/0/\(field): ") && $0.contains(expected)
                    },
                    "\(result.check), \(field): \(lines)")
            }
        }
    }

    @Test("the same stage without a fault passes all checks")
    func faultless() async throws {
        let results = try await runKit("none", checks: Set(ConformanceCheck.allCases))
        for result in results { #expect(result.outcome == .passed, "\(result.check.rawValue): \(result.detail ?? "")") }
    }

    @Test("a stage whose messages have more time than a check takes is not said to leave turns open")
    func patient() async throws {
        let results = try await runKit("patient", checks: [.outbox])
        #expect(results.map(\.outcome) == [.passed], "\(results.first?.detail ?? "")")
    }

    @Test("one fault fails one check only, even if the stage dies during that check")
    func isolated() async throws {
        let checks = Set(ConformanceCheck.allCases).subtracting([.noBus, .usage, .outbox])
        let results = try await runKit("dies-on-garbage", checks: checks)
        #expect(results.filter { $0.outcome == .failed }.map(\.check) == [.garbage])
    }

    /// Each fault of a player, an app or a transcriber with the check that must find it and a word of its message.
    static let otherFaults: [(role: ConformanceRole, fault: String, check: ConformanceCheck, word: String)] = [
        (.audio, "ignores-stop", .answer, "action stop"), (.app, "takes-ended-turns", .answer, "had ended before"),
        (.app, "no-scopes", .session, "no scope"), (.app, "catalog-first", .catalog, "before the catalog"),
        (.transcribe, "waits-for-last-chunk", .answer, "last chunk was lost"),
        (.transcribe, "counts-no-loss", .answer, "missingChunks says 0"),
    ]

    @Test(
        "a player that does not stop is found, an app that takes what is not for it, and a transcriber deaf to losses")
    func otherRoles() async throws {
        // Side by side: each run mostly waits.
        try await withThrowingTaskGroup { group in
            for fault in Self.otherFaults { group.addTask { try await check(fault) } }
            try await group.waitForAll()
        }
    }

    private func check(
        _ example: (role: ConformanceRole, fault: String, check: ConformanceCheck, word: String)
    ) async throws {
        let program = "faulty_\(example.role.rawValue).py"
        let right = try await runKit("none", checks: [example.check], role: example.role, program: program)
        #expect(right.map(\.outcome) == [.passed], "\(program): \(right.first?.detail ?? "")")
        let wrong = try await runKit(example.fault, checks: [example.check], role: example.role, program: program)
        #expect(wrong.map(\.outcome) == [.failed], "\(example.fault) has passed")
        let detail = wrong.first?.detail ?? ""
        #expect(detail.contains(example.word), "\(example.fault): \(detail)")
    }

    private func runKit(
        _ fault: String, checks: Set<ConformanceCheck>, role: ConformanceRole = .intent, program: String = "faulty.py"
    ) async throws -> [ConformanceResult] {
        var options = ConformanceOptions()
        options.checks = checks
        options.startTime = .seconds(fault == "never-ready" ? 2 : 20)
        options.answerTime = .seconds(fault == "none" ? 10 : 3)
        options.noBusTime = .seconds(20)
        let kit = ConformanceKit(
            role: role,
            // A shorter wait for the broker than the default of ten seconds keeps the test short.
            command: [
                TestEnvironment.python, "-B", "\(TestEnvironment.project)/Tests/Programs/Conformance/\(program)", fault,
                "--wait", "2",
            ],
            options: options)
        return try await kit.run()
    }
}
