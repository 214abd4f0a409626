import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusPipelineFiles

@Suite("saybus config, and saybus up with a file")
struct ConfigProgramTests {
    private func run(_ arguments: [String]) async throws -> (code: Int32, program: ProgramUnderTest) {
        let program = try ProgramUnderTest("saybus", arguments)
        return (try await program.exitCode(), program)
    }

    /// Writes the file of a pipeline with one app.
    func file(_ folder: TemporaryFolder, _ more: String = "") throws -> String {
        try folder.write("app.yaml", "app: lamp\ncommands: {On: {patterns: [lamp on], do: [{speak: It is on.}]}}\n")
        return try folder.write(
            "saybus.yaml",
            """
            bus: ipc://\(folder.path)/bus
            apps: app.yaml
            stages:
              broker:
              intent:
              dispatch:
              audio: {sink: "null"}
            hosts: {rack: [broker], hall: [intent, dispatch, audio]}
            \(more)
            """)
    }

    @Test("a right file is checked and shown, for all machines and for one")
    func show() async throws {
        let folder = try TemporaryFolder()
        let path = try file(folder)
        let (code, check) = try await run(["config", "check", path])
        #expect(code == 0 && check.lines().first?.contains("4 programs") == true, "\(check.report)")
        let (_, show) = try await run(["config", "show", path, "--host", "rack"])
        let commands = show.lines().filter { !$0.hasPrefix("#") }
        #expect(commands.count == 1 && commands[0].contains("saybus-broker --bus ipc://"), "\(show.report)")
        #expect(show.lines().contains { $0.hasPrefix("# SAYBUS_STATE=") && $0.hasSuffix("does not say it") })
    }

    @Test("an unknown option is refused with its line and the options that there are")
    func wrong() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("saybus.yaml", "stages:\n  intent: {enginee: pattern}\n")
        let (code, program) = try await run(["config", "check", path])
        let line = program.lines(.standardError).first ?? ""
        #expect(code == 78 && line.contains("saybus.yaml:2: ") && line.contains("has no option \"enginee\""), "\(line)")
        let (missing, _) = try await run(["config", "check", folder.path("none.yaml")])
        #expect(missing == 66)
        let (both, _) = try await run(["up", path, "--no-app"])
        #expect(both == 64)
    }

    @Test("a value that only the program knows to be wrong, and an app that is not there, are refused with their line")
    func wrongValues() async throws {
        let folder = try TemporaryFolder()
        for (stages, line, reason) in [
            ("  listen: {pause-factor: soft}\n", ":2: ", "pause-factor"), ("  mqtt:\n", ":2: ", "--broker"),
            ("  dispatch:\napps: none.yaml\n", ":3: ", "No such file"),
            ("  dispatch:\napps: [app.yaml, app.yaml]\n", ":3: ", "stands here twice"),
            ("  mqtt: {broker: \"http://x\"}\n", ":2: ", "http://x"),
            (
                "  broker:\n  intent: {metrics: \"127.0.0.1:9465\"}\nmetrics: 127.0.0.1:9464\n", ":3: ",
                "broker and intent would both listen at 127.0.0.1:9465"
            ),
        ] {
            let path = try folder.write("saybus.yaml", "stages:\n\(stages)")
            let (code, program) = try await run(["config", "check", path])
            let said = program.lines(.standardError).first ?? ""
            #expect(code == 78 && said.contains("saybus.yaml\(line)") && said.contains(reason), "\(said)")
        }
    }

    @Test("all errors are told at once, each with its line, and those of apps with theirs")
    func all() async throws {
        let folder = try TemporaryFolder()
        let app = try folder.write("app.yaml", "app: lamp\ncommands:\n  On: {paterns: [lamp on]}\n")
        for (text, expected) in [
            (
                "bus: udp://a\nstages:\n  a b:\n  intent: [x]\nlog-level: loud\n",
                ["saybus.yaml:1: ", "saybus.yaml:3: ", "saybus.yaml:4: ", "saybus.yaml:5: "]
            ),
            (
                "apps: app.yaml\nstages:\n  dispatch: {nonsense: 1}\n  intent: {enginee: x}\n",
                ["saybus.yaml:3: ", "saybus.yaml:4: ", "\(app):3: "]
            ),
            ("stages:\n\tbroker:\n", ["saybus.yaml:2: expected spaces before the first word of a line, found a tab"]),
        ] {
            let path = try folder.write("saybus.yaml", text)
            let (code, program) = try await run(["config", "check", path])
            let lines = program.lines(.standardError)
            #expect(code == 78 && lines.count >= expected.count, "\(program.report)")
            for (line, words) in zip(lines, expected) { #expect(line.contains(words), "\(program.report)") }
        }
    }

    @Test(
        "keys, policies and files that are named must be there, unless they are another machine's; a missing sound folder is noted"
    )
    func named() async throws {
        let folder = try TemporaryFolder()
        try folder.write("policy.yaml", "user: x\n")
        let stages = [
            "broker: {key: none, policy: \(folder.path("policy.yaml"))}", "dispatch: {token-file: /no/token}",
            "audio: {sink: \"null\", sounds: [lamp=/no/sounds]}", "intent: {key: other}",
        ]
        let text = "server-key: rack\nskills: [none]\nstages:\n" + stages.map { "  \($0)\n" }.joined()
        let path = try folder.write("saybus.yaml", text)
        let environment = ["XDG_CONFIG_HOME": folder.path]
        let check = try ProgramUnderTest("saybus", ["config", "check", path], environment: environment)
        #expect(try await check.exitCode() == 78)
        let lines = check.lines(.standardError)
        for words in [
            ":2: ", "no public key \"rack\"", ":4: stage broker: there is no secret key \"none\"", "policy.yaml:1: ",
            ":5: stage dispatch: /no/token of token-file",
            "note: \(path):6: stage audio: there is no folder /no/sounds",
            ":7: stage intent: there is no secret key \"other\"",
        ] {
            #expect(lines.contains { $0.contains(words) }, "\(words): \(check.report)")
        }
        let silent = try folder.write("silent.yaml", "stages:\n  audio: {sink: \"null\", sounds: [/no/sounds]}\n")
        let (right, noted) = try await run(["config", "check", silent])
        #expect(right == 0 && noted.lines(.standardError).contains { $0.contains("no folder") }, "\(noted.report)")
        let hosts = try folder.write(
            "hosts.yaml", "key: none\nstages:\n  intent:\n  audio: {sink: \"null\"}\nhosts: {a: [intent], b: [audio]}\n"
        )
        for (arguments, code) in [([], 0), (["--host", "a"], 78)] as [([String], Int32)] {
            let check = try ProgramUnderTest(
                "saybus", ["config", "check", hosts] + arguments, environment: environment)
            #expect(try await check.exitCode() == code, "\(check.report)")
        }
    }

    @Test("a file with a secret that others can read, which its program refuses, is an error")
    func secretFiles() async throws {
        let folder = try TemporaryFolder()
        for (mode, code) in [(0o600, 0), (0o640, 78)] as [(Int, Int32)] {
            let password = try folder.write("password-\(mode)", "secret\n", mode: mode)
            let stage = "mqtt: {broker: \"mqtt://localhost\", user: a, password-file: \(password)}"
            let path = try folder.write("saybus.yaml", "stages:\n  broker:\n  \(stage)\n")
            let (end, check) = try await run(["config", "check", path])
            #expect(end == code, "\(check.report)")
            let isNamed = check.lines(.standardError).contains {
                $0.contains(":3: stage mqtt: others can read the secret in \(password)")
            }
            #expect(isNamed == (code == 78), "\(check.report)")
        }
    }

    @Test("saybus up starts the stages of a file and answers, and ends them on a signal")
    func starts() async throws {
        let folder = try TemporaryFolder()
        let program = try ProgramUnderTest("saybus", ["up", try file(folder)])
        try await program.line { $0.hasPrefix("pipeline ready") }
        let ask = try ProgramUnderTest("saybus", ["ask", "--bus", "ipc://\(folder.path)/bus", "lamp on"])
        #expect(try await ask.exitCode() == 0, "\(ask.report)")
        #expect(ask.lines().contains { $0.contains("It is on.") }, "\(ask.report)")
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0, "\(program.report)")
    }

    @Test("stages whose roles are not their programs' names, such as a satellite, are seen to be ready")
    func otherRoles() async throws {
        let folder = try TemporaryFolder()
        let bus = "ipc://\(folder.path)/bus"
        let path = try folder.write(
            "saybus.yaml",
            """
            bus: \(bus)
            stages:
              broker:
              satellite: {program: wyoming, as-satellite: true, uri: "unix://\(folder.path)/wyoming", session: hall}
              device: {program: esphome, host: 127.0.0.1, port: 0, session: attic}
              speaker: {program: audio, from-bus: true, sink: "null", session: hall}
            """)
        let program = try ProgramUnderTest("saybus", ["up", path])
        try await program.line { $0.hasPrefix("pipeline ready") }
        let status = try ProgramUnderTest("saybus", ["status", "--bus", bus])
        #expect(try await status.exitCode() == 0, "\(status.report)")
        #expect(!status.lines().contains { $0.contains("is expected") }, "\(status.report)")
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0, "\(program.report)")
    }

    @Test(
        "options that a file would leave without effect are refused by their names",
        arguments: [
            (["--policy", "p.yaml", "--broker-key", "k", "--session=hall"], "--policy, --broker-key, --session"),
            (["--engine", "auto", "--model", "m", "--synthesizer", "piper"], "--engine, --model, --synthesizer"),
            (["--voice", "en", "--bus", "ipc:///b", "--wait", "1"], "--voice, --bus, --wait"),
            (["--key", "k", "--server-key", "s", "--log-level", "notice"], "--key, --server-key, --log-level"),
            (["--log", "json", "--no-app", "--traces", "http://localhost:4318"], "--no-app, --traces"),
            (["--profile", "wake-word-commands"], "--profile"),
        ])
    func withoutEffect(_ options: [String], _ named: String) async throws {
        let folder = try TemporaryFolder()
        let (code, program) = try await run(["up", try file(folder)] + options)
        let said = program.lines(.standardError).first ?? ""
        #expect(code == 64 && said.contains("put \(named) into it"), "\(program.report)")
    }

    @Test("the file of the settings is used only when no option says what is started")
    func found() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("settings/saybus"), withIntermediateDirectories: true)
        try folder.write("settings/saybus/saybus.yaml", "stages: {nonsense: }\n")
        for (options, code, reason) in [
            ([], 78, "saybus.yaml:1"), (["--log", "text"], 78, "saybus.yaml:1"),
            (["--app", "none.yaml", "--policy", "p.yaml"], 66, "none.yaml"),
            (["--policy", "p.yaml", "--bus", "nonsense"], 64, "nonsense"),
        ] as [([String], Int32, String)] {
            let program = try ProgramUnderTest(
                "saybus", ["up"] + options, environment: ["XDG_CONFIG_HOME": folder.path("settings")])
            #expect(try await program.exitCode() == code, "\(options): \(program.report)")
            #expect(program.lines(.standardError).contains { $0.contains(reason) }, "\(program.report)")
            guard options.first != "--log", let first = options.first else { continue }
            #expect(
                program.lines(.standardError).contains {
                    $0.contains("saybus.yaml is not used, because of \(first), ")
                },
                "\(program.report)")
        }
    }

    @Test("the keys of a file below /etc/saybus are where the services have them")
    func services() {
        for (path, home, expected) in [
            ("/etc/saybus/saybus.yaml", nil, "/etc"), ("/etc/saybus/saybus.yaml", "/s", "/s"),
            ("/home/a/saybus.yaml", nil, nil),
        ] as [(String, String?, String?)] {
            var environment = ["HOME": "/home/a"]
            environment["XDG_CONFIG_HOME"] = home
            let variables = PipelineFileCheck.variables(ofFile: path, environment)
            #expect(variables["XDG_CONFIG_HOME"] == expected && variables["HOME"] == "/home/a")
        }
    }

    @Test("what this user may not look at is a note, and other errors are problems")
    func notes() {
        #expect(NamedFinding("/k", EACCES, "no key") == .note("not checked, since this user may not read /k"))
        #expect(NamedFinding("/k", ENOENT, "no key") == .problem("no key"))
        #expect(NamedFinding("/k", 0, "no key") == .problem("no key"))
    }

    @Test("a pipe that nobody writes to ends the check, and is no file to run; one that is written to can be checked")
    func pipes() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe.yaml")
        try #require(mkfifo(pipe, 0o600) == 0)
        let (empty, check) = try await run(["config", "check", pipe])
        #expect(empty == 78 && check.lines(.standardError).first?.contains("is empty") == true, "\(check.report)")
        let (refused, up) = try await run(["up", pipe])
        #expect(refused == 66 && up.lines(.standardError).first?.contains("regular file") == true, "\(up.report)")
        let saybus = ProgramUnderTest.directory + "/saybus"
        let substituted = try ProgramUnderTest(
            "/bin/bash", ["-c", "\"$0\" config check <(cat \"$1\")", saybus, try file(folder)])
        #expect(try await substituted.exitCode() == 78)
        #expect(
            substituted.lines(.standardError).first?.contains("app.yaml cannot be read") == true,
            "paths are relative to the pipe: \(substituted.report)")
    }

    @Test("one stage of a file runs in the place of saybus, and tells its service manager when it is ready and stops")
    func one() async throws {
        let folder = try TemporaryFolder()
        let path = try file(folder)
        #expect(try await run(["config", "run", "broker", path, "--condition"]).code == 0)
        let (absent, condition) = try await run(["config", "run", "listen", path, "--condition"])
        #expect(absent == 1 && condition.lines() == ["\(path) has no stage listen"])
        let hall = try folder.write("hall.yaml", "stages: {hall: {program: listen}}\n")
        let (named, advice) = try await run(["config", "run", "listen", hall, "--condition"])
        #expect(named == 1)
        #expect(
            advice.lines() == [
                "\(hall) has no stage listen; instead run: systemctl enable --now saybus-listen@hall"
            ])
        let (code, refused) = try await run(["config", "run", "listen", path])
        #expect(code == 78 && refused.lines(.standardError).first?.contains("no stage \"listen\"") == true)
        var programs: [ProgramUnderTest] = []
        for stage in ["broker", "intent"] {
            let manager = try DatagramReceiver(in: folder, stage)
            let program = try ProgramUnderTest(
                "saybus", ["config", "run", stage, path],
                environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "1000000"])
            try await program.ready()
            #expect(await manager.lines(with: "READY=1")?.last == "STATUS=ready", "\(stage)")
            #expect(await manager.lines(with: "WATCHDOG=1") != nil, "\(stage)")
            programs.append(program)
            guard stage == "intent" else { continue }
            program.send(SIGTERM)
            #expect(await manager.lines(with: "STOPPING=1") != nil)
            #expect(try await program.exitCode() == 0, "\(program.report)")
        }
    }

    @Test("the schema knows the options of the programs")
    func schema() async throws {
        let (code, program) = try await run(["config", "schema"])
        #expect(code == 0)
        let schema = try JSONValue(parsing: Array(program.lines().joined(separator: "\n").utf8))
        let intent = schema["properties"]?["stages"]?["properties"]?["intent"]?["properties"]
        guard case .object(let options)? = intent else { throw PipelineFileError(.field, file: "", "no options") }
        #expect(options["engine"] != nil && options["bus"] == nil)
    }

    @Test(
        "by the schema, a right file is right, and one with an unknown option, a wrong choice or an unknown field is not",
        .enabled(if: ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] != nil))
    func judged() async throws {
        let folder = try TemporaryFolder()
        let right =
            #"{"apps":"a.yaml","stages":{"broker":null,"intent":{"engine":"pattern"}},"hosts":{"h":["intent"]}}"#
        let files = [
            right, right.replacing("engine", with: "enginee"), right.replacing("pattern", with: "patern"),
            right.replacing("hosts", with: "host"),
        ]
        try folder.write("files.json", "[\(files.joined(separator: ","))]")
        let (_, schema) = try await run(["config", "schema"])
        try folder.write("schema.json", schema.lines().joined(separator: "\n"))
        let script = """
            import json, sys, jsonschema
            schema, files = [json.load(open(path)) for path in sys.argv[1:]]
            jsonschema.Draft202012Validator.check_schema(schema)
            print([jsonschema.Draft202012Validator(schema).is_valid(file) for file in files])
            """
        let judge = try ProgramUnderTest(
            PythonInterpreter.path, ["-c", script, folder.path("schema.json"), folder.path("files.json")])
        #expect(try await judge.exitCode() == 0, "\(judge.report)")
        #expect(judge.lines() == ["[True, False, False, False]"])
    }

    @Test("two machines start their parts of one file, which make one pipeline; the same part is not started twice")
    func machines() async throws {
        let folder = try TemporaryFolder()
        let path = try file(folder)
        let rack = try ProgramUnderTest("saybus", ["up", path, "--host", "rack"])
        try await rack.line(on: .standardError) { $0.contains("ready role=broker") }
        let hall = try ProgramUnderTest("saybus", ["up", path, "--host", "hall"])
        let ask = try ProgramUnderTest(
            "saybus", ["ask", "--bus", "ipc://\(folder.path)/bus", "--wait", "20", "lamp on"])
        #expect(try await ask.exitCode() == 0, "\(ask.report)")
        let (refused, second) = try await run(["up", path, "--host", "hall"])
        let reason = second.lines(.standardError).first ?? ""
        #expect(refused == 69 && reason.contains("runs the same stages"), "\(second.report)")
        for machine in [hall, rack] {
            machine.send(SIGTERM)
            #expect(try await machine.exitCode() == 0, "\(machine.report)")
        }
        let (code, stranger) = try await run(["up", path, "--host", "attic"])
        #expect(code == 78 && stranger.lines(.standardError).first?.contains("attic") == true, "\(stranger.report)")
    }

    @Test("without a file, the user's own is taken, and then the machine's")
    func places() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/saybus", withIntermediateDirectories: true)
        let path = try folder.write("saybus/saybus.yaml", "stages: {broker: }\n")
        let own = try ProgramUnderTest("saybus", ["config", "check"], environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(try await own.exitCode() == 0)
        #expect(own.lines().first == "\(path): 1 program, no errors")
        #expect(PipelineFile.places.last == "/etc/saybus/saybus.yaml")
    }
}
