import Foundation
import SaybusSkillHosting
import SaybusSkills
import SaybusStage
import SaybusTesting
import Testing

@Suite("Skills behind a web address and in programs")
struct HostingTests {
    private static let good =
        #"{"version":"1.0","response":{"outputSpeech":{"type":"PlainText","text":"Hello."},"shouldEndSession":true}}"#

    @Test("a request is posted as Alexa posts it, and the answer is spoken")
    func posted() async throws {
        let server = try WebServer { _ in WebServer.answer(Self.good) }
        var simulation = SkillSimulation(model: try pizzaModel(), skill: HTTPSkill(url: server.address))
        let turn = await simulation.say("ask pizza place to order a pizza")
        #expect(turn.speech == "Hello." && turn.output?.sessionState == .ends)
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
        "any invalid answer ends the turn with an apology and the session with a reason", arguments: badAnswers)
    func bad(answer: String, words: String, kind: SessionEndedError.Kind) async throws {
        let server = try WebServer { _ in answer }
        try await expectFailure(HTTPSkill(url: server.address), words, kind)
    }

    @Test("a skill that answers too late or is unreachable ends the session with a reason")
    func absent() async throws {
        let server = try WebServer { _ in nil }
        try await expectFailure(
            HTTPSkill(url: server.address, timeout: .milliseconds(200)),
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
        guard case .sessionEndedRequest(let request) = turn.output?.sessionEnded?.request else {
            Issue.record("the session ends")
            return
        }
        #expect(request.reason == .error && request.error?.type == kind)
        #expect(!simulation.isOpen)
    }

    @Test("a program answers line by line and keeps running between requests")
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

    @Test("a request cancelled before the program is free is not sent")
    func givenUp() async throws {
        let script = """
            n=0; while read -r line; do n=$((n + 1))
            echo '{"version": "1.0", "response": {"outputSpeech": {"type": "PlainText", "text": "'$n'"}}}'; done
            """
        let skill = ProgramSkill(["/bin/sh", "-c", script], timeout: .seconds(20))
        let givenUp = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await skill.invoke(envelope("den"))
        }
        let failure = await #expect(throws: SkillFailure.self) { try await givenUp.value }
        #expect(failure?.code == .timeout)
        #expect(try await skill.invoke(envelope("den")).response.outputSpeech?.content == "1")
    }

    @Test(
        "a program with several processes answers conversations in parallel, each always with the same process"
    )
    func processes() async throws {
        // A process blocks on a request of the den, and answers other requests with its process id.
        let script = """
            while read -r line; do case $line in
            *user.den*) cat > /dev/null;;
            *) echo '{"version": "1.0", "response": {"outputSpeech": {"type": "PlainText", "text": "'$$'"}}}';;
            esac; done
            """
        let skill = ProgramSkill(["/bin/sh", "-c", script], timeout: .seconds(20), processes: 4)
        let stuck = Task { try await skill.invoke(envelope("den")) }
        var runs: [String: Set<String>] = [:]
        // By their hashes, none of these users shares the den's process.
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

    @Test("a late answer, after a line that is none, is never that of another conversation that has waited meanwhile")
    func lateAnswer() async throws {
        let script = "read -r line; echo starting; read -r other; echo '\(Self.good)'; cat > /dev/null"
        let skill = ProgramSkill(["/bin/sh", "-c", script], timeout: .seconds(20))
        let requests = (0..<8).map { number in Task { try await skill.invoke(envelope("room\(number)")) } }
        for request in requests {
            let failure = await #expect(throws: SkillFailure.self) { try await request.value }
            #expect(failure?.code == .badAnswer)
        }
    }

    @Test("a program that says that it has failed fails its request only, and goes on")
    func refusal() async throws {
        let script = """
            read -r line; echo '{"error": "the oven is off"}'
            read -r line; echo '\(Self.good)'; read -r line
            """
        let skill = ProgramSkill(["/bin/sh", "-c", script], timeout: .seconds(20))
        let failure = await #expect(throws: SkillFailure.self) { try await skill.invoke(envelope("den")) }
        #expect(failure == SkillFailure(.refused, "the skill failed: the oven is off"))
        #expect(try await skill.invoke(envelope("den")).response.outputSpeech?.content == "Hello.")
    }

    @Test(
        "what is no answer is quoted, as far as it is printable, and an empty answer is called empty",
        arguments: [
            ("debug: hello", "is no JSON object: %: wrote: debug: hello"),
            ("{'version': 1}", "is no JSON object: %: wrote: {'version': 1}"),
            ("\"\u{1B}[1m", "is no JSON object: %: wrote: \" [1m"), ("17", "is no JSON object: %: wrote: 17"),
            (String(repeating: "<p>", count: 40), "wrote: " + String(repeating: "<p>", count: 26) + "<p…"),
            ("", "is empty"), (" ", "is empty"), ("{}", "cannot be read: the content lacks version"),
        ])
    func quoted(text: String, sentence: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("answer", text + "\n")
        let program = ProgramSkill(
            ["/bin/sh", "-c", "read line; cat '\(folder.path("answer"))'; read line"], timeout: .seconds(20))
        let server = try WebServer { _ in WebServer.answer(text) }
        for (writer, skill) in [("the program", program), ("the server", HTTPSkill(url: server.address))]
            as [(String, any Skill)]
        {
            let failure = await #expect(throws: SkillFailure.self) { try await skill.invoke(envelope("den")) }
            let expected = "the skill's answer " + sentence.replacing("%:", with: writer)
            #expect(failure?.code == .badAnswer)
            #expect(
                sentence.hasPrefix("wrote") ? failure?.reason.contains(sentence) == true : failure?.reason == expected,
                "\(failure?.reason ?? "")")
        }
    }

    @Test("a program that exits, writes garbage or is slow ends the turn with an apology, and is restarted")
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
            ProgramSkill(["/bin/sh", "-c", "read line; read line"], timeout: .milliseconds(200)),
            "Sorry, pizza place takes too long to answer.", .endpointTimeout)
        // Output after an invalid answer must not be taken for the next answer.
        let chatty = ProgramSkill([
            "/bin/sh", "-c", "read line; echo starting; echo '\(Self.good)'; while read line; do :; done",
        ])
        for _ in 0..<2 {
            try await expectFailure(
                chatty, "Sorry, I do not understand the answer of pizza place.", .invalidResponse)
        }
        // A program that exits after its answer is restarted before the next request waits for it.
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        let single = ProgramSkill(["/bin/sh", "-c", "exec 3>'\(path)'; read line; echo '\(Self.good)'"])
        for _ in 0..<2 {
            let pipe = try NamedPipe(in: folder, "pipe")
            var simulation = SkillSimulation(model: try pizzaModel(), skill: single)
            #expect(await simulation.say("open pizza place").speech == "Hello.")
            // Waits until the program has exited.
            await pipe.waitForEnd()
        }
        // The program fails once and then succeeds.
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
        "errors in a skill's description name the problem",
        arguments: [
            ("model: en-US.json", "one of endpoint and program"), ("endpoint: http://x/", "model is missing"),
            ("model: a\nendpoint: b\nprogram: c", "one of endpoint and program"),
            ("modle: a", "modle means nothing here"),
            ("model: a\nendpoint: b\ntimeout: soon", "timeout takes seconds"),
            ("model: a\nendpoint: b\nprocesses: 2", "processes takes a number"),
            ("model: a\nprogram: b\nprocesses: 17", "from 1 to 16"), ("- a", "a mapping is expected"),
            ("model: a\nprogram: []", "program is empty"),
            ("model: a\nprogram: [python3, [skill.py]]", "program has an entry that is no text"),
            ("skill: a b\nmodel: a\nendpoint: b", "cannot be a skill's name: use 1 to 64 letters a to z, digits"),
            ("model: a\nmodel: b", "line 1: expected every key once, found \"model\" twice"),
            ("model: [", "is not YAML"), ("model: a\nendpoint: b\ntimeout-requests: perhaps", "true or false"),
            ("model: a\nendpoint: localhost:4001", "an address such as http://127.0.0.1:4001/, found localhost:4001"),
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

    @Test("a web address is one also with its scheme in capitals")
    func endpoint() throws {
        let folder = try TemporaryFolder()
        try folder.write(SkillDescription.fileName, "model: a\nendpoint: HTTP://127.0.0.1:4001/")
        #expect(try SkillDescription(contentsOf: folder.path).host == .endpoint("HTTP://127.0.0.1:4001/"))
    }

    @Test(
        "errors in a script of dialogs name the problem, also fields that no script has",
        arguments: [
            ("dialogs: []", "no dialogs"), ("", "the file"), ("dialogs: [{name: a}]", "dialogs[0] lacks turns"),
            ("dialogs:\n- name: a\n  turns:\n  - {user: hi, speach: Hello.}", "line 4: there is no field \"speach\""),
            ("dialogs: [{name: a, turns: [{user: [1]}]}]", "dialogs[0].turns[0].user is of another kind"),
            ("dialogs: [{name: a, turns: []}]\nmore: 1", "no field \"more\""),
        ])
    func script(text: String, problem: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "dialogs.yaml")
        try Data(text.utf8).write(to: file)
        let error = #expect(throws: StageFailure.self) { try DialogScript(contentsOf: file.path) }
        let reason = try #require(error?.reason)
        #expect(error?.code == .configuration && reason.contains(problem) && !reason.contains("Error"), "\(reason)")
    }

    @Test("a pipe in the place of a description or of a script is refused at once")
    func pipes() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe.yaml")
        try #require(mkfifo(pipe, 0o600) == 0)
        for read: () throws -> Void in [
            { _ = try SkillDescription(contentsOf: pipe) }, { _ = try DialogScript(contentsOf: pipe) },
        ] {
            let error = #expect(throws: StageFailure.self) { try read() }
            #expect(error?.code == .noInput && error?.reason.contains("regular file") == true)
        }
    }

    @Test("a file beside the description that an argument names is found from anywhere")
    func arguments() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appending(path: "skill.py"))
        try Data("model: a\nprogram: [python3, -B, skill.py, other.py]".utf8).write(
            to: folder.appending(path: SkillDescription.fileName))
        guard case .program(let command) = try SkillDescription(contentsOf: folder.path).host else {
            throw StageFailure(.failed, "no program")
        }
        #expect(command.dropFirst().elementsEqual(["-B", "\(folder.path)/skill.py", "other.py"]), "\(command)")
    }

    @Test("relative paths in a description are relative to its folder")
    func folder() throws {
        let folder = root.appending(path: "deploy/examples/pizza-place")
        let description = try SkillDescription(contentsOf: folder.path)
        #expect(description.host == .endpoint("http://127.0.0.1:4001/"))
        #expect(try description.skillModel().app == "pizza-place")
        let program = try SkillDescription(contentsOf: folder.appending(path: "program.yaml").path)
        #expect(program.host == .program([ProgramUnderTest.path(of: "example-pizza-skill"), "--json-lines"]))
    }
}
