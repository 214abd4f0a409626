import Foundation
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusTesting
import Testing

@Suite("Skills behind a web address, and in programs")
struct HostingTests {
    private static let good =
        #"{"version":"1.0","response":{"outputSpeech":{"type":"PlainText","text":"Hello."},"shouldEndSession":true}}"#

    @Test("the request is posted as Alexa posts it, and the answer is spoken")
    func posted() async throws {
        let server = try WebServer { _ in WebServer.answer(Self.good) }
        var simulation = SkillSimulation(model: try pizzaModel(), skill: HTTPSkill(url: server.address))
        let turn = await simulation.say("ask pizza place to order a pizza")
        #expect(turn.speech == "Hello." && turn.output?.then == .ends)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST / HTTP/1.1\r\n"))
        #expect(request.lowercased().contains("content-type: application/json"))
        let body = try #require(request.range(of: "\r\n\r\n")).upperBound
        let envelope = try RequestEnvelope(parsing: request[body...].utf8)
        #expect(envelope.session?.new == true && envelope.request.intent?.name == "OrderIntent")
        #expect(envelope.context.system.application == envelope.session?.application)
    }

    private static let confused = "Sorry, I do not understand the answer of pizza place."
    private static let badAnswers: [(answer: String, words: String, kind: SessionEndedError.Kind)] = [
        (
            WebServer.answer("", status: "500 Internal Server Error"), "Sorry, something went wrong in pizza place.",
            .internalServiceError
        ),
        (WebServer.answer("<html>"), confused, .invalidResponse),
        (WebServer.answer(#"{"version":"1.0","response":{"outputSpeech":7}}"#), confused, .invalidResponse),
        (WebServer.answer("[]"), confused, .invalidResponse),
        (WebServer.answer(String(repeating: " ", count: 121 << 10)), confused, .invalidResponse),
    ]

    @Test(
        "whatever is wrong with an answer, the turn ends in words and the session with a reason", arguments: badAnswers)
    func bad(answer: String, words: String, kind: SessionEndedError.Kind) async throws {
        let server = try WebServer { _ in answer }
        try await expectFailure(HTTPSkill(url: server.address), words, kind)
    }

    @Test("a skill that does not answer in time, or is not there")
    func absent() async throws {
        let server = try WebServer { _ in nil }
        try await expectFailure(
            HTTPSkill(url: server.address, patience: .milliseconds(200)),
            "Sorry, pizza place takes too long to answer.",
            .endpointTimeout)
        try await expectFailure(
            HTTPSkill(url: "http://127.0.0.1:9"), "Sorry, pizza place cannot be reached.", .internalServiceError)
        try await expectFailure(
            HTTPSkill(url: "nowhere"), "Sorry, pizza place cannot be reached.", .internalServiceError)
    }

    private func expectFailure(_ skill: any Skill, _ words: String, _ kind: SessionEndedError.Kind) async throws {
        var simulation = SkillSimulation(model: try pizzaModel(), skill: skill)
        let turn = await simulation.say("open pizza place")
        #expect(turn.speech == words && turn.output?.failure != nil)
        guard case .sessionEndedRequest(let request) = turn.output?.farewell?.request else {
            Issue.record("the session ends")
            return
        }
        #expect(request.reason == .error && request.error?.type == kind)
        #expect(!simulation.isOpen)
    }

    @Test("a program answers line for line, and goes on living between them")
    func program() async throws {
        let skill = ProgramSkill([ProgramUnderTest.path(of: "example-pizza-skill"), "--json-lines"])
        let script = try DialogScript(contentsOf: root.appending(path: "deploy/examples/pizza-place/dialogs.yaml").path)
        let differences = await script.differences(model: try pizzaModel(), skill: skill)
        #expect(differences == [])
    }

    private func envelope(_ user: String) -> RequestEnvelope {
        let identity = SkillIdentity(applicationID: "a", userID: "user.\(user)", deviceID: "d")
        let stamp = RequestStamp.now()
        return RequestEnvelope(
            context: identity.context,
            request: .launchRequest(LaunchRequest(requestId: stamp.id, timestamp: stamp.timestamp, locale: "en-US")))
    }

    @Test("what is given up before a program has time for it is not asked")
    func givenUp() async throws {
        let script = """
            n=0; while read -r line; do n=$((n + 1))
            echo '{"version": "1.0", "response": {"outputSpeech": {"type": "PlainText", "text": "'$n'"}}}'; done
            """
        let skill = ProgramSkill(["/bin/sh", "-c", script], patience: .seconds(20))
        let givenUp = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await skill.invoke(envelope("den"))
        }
        let failure = await #expect(throws: SkillFailure.self) { try await givenUp.value }
        #expect(failure?.code == .timeout)
        #expect(try await skill.invoke(envelope("den")).response.outputSpeech?.content == "1")
    }

    @Test(
        "a program that is run several times answers one conversation while it thinks about another, each by one of its runs"
    )
    func processes() async throws {
        // One run waits for the end of its input in the conversation of the den; the others answer with their number.
        let script = """
            while read -r line; do case $line in
            *user.den*) cat > /dev/null;;
            *) echo '{"version": "1.0", "response": {"outputSpeech": {"type": "PlainText", "text": "'$$'"}}}';;
            esac; done
            """
        let skill = ProgramSkill(["/bin/sh", "-c", script], patience: .seconds(20), processes: 4)
        let stuck = Task { try await skill.invoke(envelope("den")) }
        var runs: [String: Set<String>] = [:]
        // By their hashes, none of them has to do with the run of the den.
        for _ in 0..<2 {
            for room in ["attic", "kitchen", "porch"] {
                let speech = try await skill.invoke(envelope(room)).response.outputSpeech?.content
                runs[room, default: []].insert(try #require(speech))
            }
        }
        #expect(runs.values.allSatisfy { $0.count == 1 })
        #expect(Set(runs.values).count == 3)
        stuck.cancel()
    }

    @Test("a program that ends, talks nonsense or is slow ends the turn in words, and is started anew")
    func badProgram() async throws {
        try await expectFailure(
            ProgramSkill(["/bin/sh", "-c", "read line"]), "Sorry, pizza place cannot be reached.", .internalServiceError
        )
        try await expectFailure(
            ProgramSkill(["/no/such/program"]), "Sorry, pizza place cannot be reached.", .internalServiceError)
        try await expectFailure(
            ProgramSkill(["/bin/sh", "-c", "read line; echo hello; read line"]),
            "Sorry, I do not understand the answer of pizza place.", .invalidResponse)
        try await expectFailure(
            ProgramSkill(["/bin/sh", "-c", "read line; head -c 200000 /dev/zero; read line"]),
            "Sorry, I do not understand the answer of pizza place.", .invalidResponse)
        try await expectFailure(
            ProgramSkill(["/bin/sh", "-c", "read line; read line"], patience: .milliseconds(200)),
            "Sorry, pizza place takes too long to answer.", .endpointTimeout)
        // What comes behind an answer that is none is no answer to the next request.
        let chatty = ProgramSkill([
            "/bin/sh", "-c", "read line; echo starting; echo '\(Self.good)'; while read line; do :; done",
        ])
        for _ in 0..<2 {
            try await expectFailure(
                chatty, "Sorry, I do not understand the answer of pizza place.", .invalidResponse)
        }
        // One that ended after its answer is started anew before anybody waits for it.
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        let single = ProgramSkill(["/bin/sh", "-c", "exec 3>'\(path)'; read line; echo '\(Self.good)'"])
        for _ in 0..<2 {
            let pipe = try NamedPipe(in: folder, "pipe")
            var simulation = SkillSimulation(model: try pizzaModel(), skill: single)
            #expect(await simulation.say("open pizza place").speech == "Hello.")
            // Until the program has ended.
            await pipe.waitForEnd()
        }
        // It fails once; then it is there.
        let mark = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: mark) }
        let late = "if [ -e \(mark) ]; then while read line; do echo '\(Self.good)'; done; else touch \(mark); fi"
        let skill = ProgramSkill(["/bin/sh", "-c", late])
        try await expectFailure(skill, "Sorry, pizza place cannot be reached.", .internalServiceError)
        var simulation = SkillSimulation(model: try pizzaModel(), skill: skill)
        let turn = await simulation.say("open pizza place")
        #expect(turn.speech == "Hello.")
    }

    @Test(
        "a skill's description says what is wrong with it",
        arguments: [
            ("model: en-US.json", "one of endpoint and program"), ("endpoint: http://x/", "model is missing"),
            ("model: a\nendpoint: b\nprogram: c", "one of endpoint and program"),
            ("modle: a", "modle means nothing here"),
            ("model: a\nendpoint: b\ntimeout: soon", "timeout takes seconds"),
            ("model: a\nendpoint: b\nprocesses: 2", "processes takes a number"),
            ("model: a\nprogram: b\nprocesses: 17", "from 1 to 16"), ("- a", "a mapping is expected"),
            ("model: a\nprogram: []", "program is empty"),
            ("skill: a b\nmodel: a\nendpoint: b", "cannot be a skill's name"),
            ("model: [", "no YAML"), ("model: a\nendpoint: b\ntimeout-requests: perhaps", "true or false"),
        ])
    func description(text: String, problem: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appending(path: SkillDescription.fileName))
        let error = #expect(throws: (any Error).self) { try SkillDescription(contentsOf: folder.path) }
        let sentence = "\(try #require(error))"
        #expect(sentence.contains(problem), "\(sentence)")
    }

    @Test("a folder's description has its paths there")
    func folder() throws {
        let folder = root.appending(path: "deploy/examples/pizza-place")
        let description = try SkillDescription(contentsOf: folder.path)
        #expect(description.host == .endpoint("http://127.0.0.1:4001/"))
        #expect(try description.skillModel().app == "pizza-place")
        let program = try SkillDescription(contentsOf: folder.appending(path: "program.yaml").path)
        #expect(program.host == .program([ProgramUnderTest.path(of: "example-pizza-skill"), "--json-lines"]))
    }
}
