import SaybusBus
import SaybusMessages
import SaybusTerminal
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("Stages that a supervisor expects")
struct ExpectedStageTests {
    private static let now: Int64 = 1_780_000_060_000_000

    private static func looping(_ state: SupervisedProgram.State = .waiting) -> SupervisedProgram {
        var program = SupervisedProgram(role: .listen, instance: "listen", state: state, restarts: 4)
        (program.lastEnd, program.lastMessage) = ("exit code 69", "saybus-listen: there is no microphone")
        program.lastEndAt = now - 2_000_000
        if state == .waiting { program.nextStartMs = 8000 } else { program.pid = 7 }
        return program
    }

    private static func status(
        _ role: Role, _ state: StageStatus.State = .ready, pid: Int = 7, problem: String? = nil
    ) -> StageStatus {
        StageStatus(role: role, instance: role.rawValue, state: state, pid: pid, uptimeMs: 61_000, problem: problem)
    }

    private static func supervisor(_ programs: [SupervisedProgram]) -> StageStatus {
        StageStatus(role: .up, instance: "saybus-1", state: .ready, pid: 1, uptimeMs: 1, supervises: programs)
    }

    @Test("a crash loop is told with its restarts, its last end and the line that says why")
    func loop() throws {
        let stage = try #require(ExpectedStage.list([Self.supervisor([Self.looping()])]).first)
        #expect(stage.isAbsent && stage.word == "waiting")
        #expect(
            stage.trouble(now: Self.now)
                == "listen is expected, but absent: it ended with exit code 69: saybus-listen: there is no microphone; it was started again 4 times, and starts again in 8 s"
        )
        var sentence = Self.looping()
        sentence.lastMessage = "saybus-listen: There is no microphone."
        let trouble = ExpectedStage(program: sentence, status: nil).trouble(now: Self.now)
        #expect(trouble?.contains("There is no microphone; it was started again") == true, "\(trouble ?? "")")
        let back = try #require(
            ExpectedStage.list([Self.supervisor([Self.looping(.running)]), Self.status(.listen)]).first)
        #expect(!back.isAbsent && back.word == "ready")
        #expect(
            back.trouble(now: Self.now)?.hasPrefix("listen was started again 4 times, last 2 s ago after exit code 69")
                == true)
        #expect(back.trouble(now: Self.now + ExpectedStage.memory) == nil, "it is long ago")
    }

    @Test("a stage whose process runs, but that has not reported, is starting; a problem is a word of its own")
    func words() {
        let programs = [Role.broker, .audio, .intent, .transcribe].map {
            SupervisedProgram(role: $0, instance: $0.rawValue, pid: 7)
        }
        let members = [
            Self.status(.broker), Self.status(.audio, problem: "no loudspeaker"),
            Self.status(.intent, .lost, pid: 6),
        ]
        let stages = ExpectedStage.list(programs, members)
        #expect(stages.map(\.word) == ["ready", "problem", "starting", "starting"])
        #expect(stages[3].trouble(now: 0)?.contains("has not reported yet; process 7 runs") == true)
        #expect(
            PipelineLine.text(stages) == "ready: broker · problem: audio · starting: intent, transcribe")
        let many = ExpectedStage.list(
            (0..<40).map { (number: Int) in SupervisedProgram(role: .intent, instance: "intent.\(number)", pid: number)
            }
                + [Self.looping()],
            (0..<40).map { StageStatus(role: .intent, instance: "intent.\($0)", state: .ready, pid: $0, uptimeMs: 1) })
        #expect(PipelineLine.text(many, columns: 60) == "ready: 40 · waiting: listen (starts in 8 s, start 6)")
    }

    @Test(
        "the status shows absent stages and problems in full below the table, at every width",
        arguments: [80, 132, nil])
    func status(width: Int?) {
        let problem =
            "the sound file gone.wav is not played: There is no file, and this sentence is longer than a line of eighty columns"
        let report = StatusReport(
            [
                Self.status(.broker), Self.status(.audio, problem: problem), Self.supervisor([Self.looping()]),
                Self.status(.transcribe), Self.status(.dispatch),
            ], at: Self.now)
        let lines = report.lines(Style(isColoured: false), width: width)
        for line in lines { #expect(line.count <= width ?? .max, "\(line)") }
        let page = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(page.contains("! audio: \(problem)"))
        #expect(
            page.contains("✗ listen is expected, but absent:") && page.contains("saybus-listen: there is no microphone")
        )
        #expect(lines.contains { $0.hasPrefix("listen") && $0.contains("absent") })
    }

    @Test("a refused pipeline file is told by the status and the doctor, and the trouble of a program only once")
    func refused() throws {
        let refusal = "home.yaml is refused, and the pipeline goes on as before: line 3: there is no engine \"fish\""
        let loop = try #require(ExpectedStage.list([Self.supervisor([Self.looping()])]).first?.trouble(now: Self.now))
        for (problem, count) in [(refusal, 1), (loop, 0)] {
            var up = Self.supervisor([Self.looping()])
            up.problem = problem
            let later = Self.now + 1_000_000
            let lines = StatusReport([up], at: later).lines(Style(isColoured: false))
            #expect(lines.count { $0.contains(problem) && $0.contains("saybus-1") } == count, "\(lines)")
            #expect(lines.count { $0.contains("listen is expected, but absent") } == 1)
            let other = StatusReport([up, Self.status(.audio, problem: problem)], at: later)
            #expect(
                other.lines(Style(isColoured: false)).contains { $0.contains("audio: \(problem)") },
                "what another stage says is told")
            var presence = Presence()
            _ = presence.update(up, run: 1)
            let findings = try BusChecks(address: BusAddress("ipc:///b")).stages(presence, now: later)
            #expect(findings.count { $0.subject == "pipeline" && $0.detail == problem } == count, "\(findings)")
            #expect(findings.count { $0.detail.contains("listen is expected, but absent") } == 1)
        }
    }

    @Test("the doctor tells why an expected stage is absent, rather than how to start it, and that is a failure")
    func doctor() throws {
        var presence = Presence()
        for status in [
            Self.supervisor([Self.looping(), SupervisedProgram(role: .intent, instance: "intent", pid: 7)]),
            Self.status(.intent), Self.status(.audio, .failed, problem: "the disk is full"),
        ] {
            _ = presence.update(status, run: 1)
        }
        let findings = try BusChecks(address: BusAddress("ipc:///b")).stages(presence, now: Self.now)
        let listen = findings.first { $0.subject == "listen stage" }
        #expect(listen?.state == .missing && listen?.detail.contains("there is no microphone") == true)
        #expect(listen?.remedy?.contains("saybus-listen --bus") == false)
        #expect(findings.first { $0.subject == "intent stage" }?.state == .good)
        let audio = findings.first { $0.subject == "audio stage" }
        #expect(audio?.state == .hint && audio?.remedy?.hasPrefix("mend that, then") == true)
        let transcribe = findings.first { $0.subject == "transcribe stage" }
        #expect(transcribe?.state == .hint && transcribe?.remedy == "if you want one: saybus-transcribe --bus ipc:///b")
    }

    @Test("lines are broken at spaces and indented; a word that is too long is broken")
    func wrap() {
        #expect(TextWrap.lines("one two three", after: "! ", width: 12) == ["! one two", "  three"])
        #expect(TextWrap.lines("one two", after: "! ", width: nil) == ["! one two"])
        #expect(TextWrap.lines("abcdefghijklmnop", width: 10) == ["abcdefghij", "klmnop"])
    }
}
