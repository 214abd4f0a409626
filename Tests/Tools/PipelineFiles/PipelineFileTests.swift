import SaybusMessages
import SaybusOperations
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusPipelineFiles

@Suite("A pipeline in a file")
struct PipelineFileTests {
    private static let transcribe = ProgramOptions([
        "command": [
            "arguments": [
                [
                    "kind": "option", "names": [["kind": "long", "name": "engine"]],
                    "allValues": ["pocketsphinx", "wyoming"],
                ],
                ["kind": "flag", "names": [["kind": "long", "name": "shadow"]]],
                ["kind": "option", "isRepeating": true, "names": [["kind": "long", "name": "model"]]],
                ["kind": "option", "names": [["kind": "long", "name": "log-level"]]],
                ["kind": "option", "names": [["kind": "long", "name": "instance"]]],
                ["kind": "positional", "parsingStrategy": "postTerminator"],
            ]
        ]
    ])

    private func read(_ text: String) throws -> PipelineFile {
        var reader = PipelineFileReader(path: "/etc/saybus/saybus.yaml", environment: ["HOST": "hall"])
        return try reader.read(text)
    }

    private func arguments(_ stage: String) throws -> [String] {
        let programs = try read("stages:\n  transcribe: \(stage)").programs(
            of: nil, bus: "ipc:///b", finder: ProgramFinder(), options: ["transcribe": Self.transcribe])
        return try #require(programs.first).arguments
    }

    @Test("a stage gets its options, and those of the whole pipeline")
    func options() throws {
        #expect(
            try arguments("{engine: wyoming, shadow: true, model: [a, b], command: [python3, -u]}") == [
                "--bus", "ipc:///b", "--log-level", "notice", "--instance", "transcribe", "--engine=wyoming",
                "--shadow",
                "--model=a", "--model=b", "--", "python3", "-u",
            ])
        #expect(try arguments("{shadow: false, log-level: debug}").contains("notice") == false)
        #expect(try arguments("").contains("--shadow") == false)
    }

    @Test("variables stand for their values, and paths of apps are relative to the file")
    func variables() throws {
        let file = try read(
            "session: ${HOST}-1\napps: kitchen.yaml\nskills: [../pizza]\nenvironment: {A: 1}\nstages: {dispatch: }")
        #expect(file.session == "hall-1" && file.environment == ["A": "1"])
        #expect(file.apps == ["/etc/saybus/kitchen.yaml"] && file.skills == ["/etc/pizza"])
    }

    @Test("a stage has variables of its own, over those of the file")
    func ownVariables() throws {
        let file = try read(
            "environment: {A: 1, B: 2}\nstages: {transcribe: {engine: wyoming, environment: {B: \"${HOST}\", C: 3}}}")
        let programs = try file.programs(
            of: nil, bus: "ipc:///b", finder: ProgramFinder(), options: ["transcribe": Self.transcribe])
        let transcribe = try #require(programs.first)
        #expect(transcribe.environment == ["A": "1", "B": "hall", "C": "3"])
        #expect(transcribe.arguments.contains("--engine=wyoming"))
        #expect(throws: PipelineFileError.self) { try read("stages: {transcribe: {environment: C}}") }
    }

    @Test("each machine runs its part, the broker first and the listener last")
    func hosts() throws {
        let file = try read(
            "stages: {listen: , mine: {program: intent}, broker: }\nhosts: {hall: [listen], rack: [mine, broker]}")
        #expect(try file.stages(of: "hall").map(\.program) == ["listen"])
        #expect(try file.stages(of: "rack").map(\.program) == ["intent", "broker"])
        #expect(throws: PipelineFileError.self) { try file.stages(of: "attic") }
        let empty = ProgramOptions(.null)
        let programs = try file.programs(
            of: nil, bus: "b", finder: ProgramFinder(), options: ["listen": empty, "intent": empty, "broker": empty])
        #expect(programs.map(\.name) == ["broker", "mine", "listen"])
    }

    @Test("each stage is started after those to which it sends, and so ended before them, wherever the file has it")
    func order() throws {
        let names = ["listen", "transcribe", "mqtt", "intent", "dispatch", "audio", "broker"]
        let file = try read("stages: {" + names.map { "\($0): " }.joined(separator: ", ") + "}")
        let options = Dictionary(uniqueKeysWithValues: names.map { ($0, ProgramOptions(.null)) })
        let programs = try file.programs(of: nil, bus: "b", finder: ProgramFinder(), options: options)
        #expect(programs.map(\.name) == ["broker", "audio", "dispatch", "intent", "transcribe", "mqtt", "listen"])
    }

    private static let observed = ProgramOptions([
        "command": [
            "arguments": .array(
                ["metrics", "traces"].map { ["kind": "option", "names": [["kind": "long", "name": .string($0)]]] })
        ]
    ])

    @Test("each program has a port for its metrics, by its place in the file, whichever machine runs it")
    func metrics() throws {
        let file = try read(
            """
            metrics: "[::1]:9464"
            traces: http://collector:4318
            apps: [a.yaml, b.yaml]
            stages: {listen: , dispatch: , intent: {metrics: "127.0.0.1:80"}, audio: , broker: }
            hosts: {hall: [audio, broker]}
            """)
        let options = Dictionary(
            uniqueKeysWithValues: ["listen", "dispatch", "intent", "audio", "broker"].map { ($0, Self.observed) })
        func ports(_ file: PipelineFile, _ host: String? = nil) throws -> [String: [String]] {
            let programs = try file.programs(of: host, bus: "b", finder: ProgramFinder(), options: options)
            return Dictionary(uniqueKeysWithValues: programs.map { ($0.name, $0.arguments.filter { $0 != "b" }) })
        }
        let all = try ports(file)
        let traces = ["--traces", "http://collector:4318"]
        #expect(all["listen"] == ["--bus", "--metrics", "[::1]:9465"] + traces)
        #expect(all["dispatch-a"]?.starts(with: ["--bus", "--metrics", "[::1]:9466"]) == true)
        #expect(all["dispatch-b"]?.starts(with: ["--bus", "--metrics", "[::1]:9467"]) == true)
        #expect(all["intent"] == ["--bus"] + traces + ["--metrics=127.0.0.1:80"])
        #expect(all["audio"]?.contains("[::1]:9469") == true)
        #expect(try ports(file, "hall") == all.filter { ["audio", "broker"].contains($0.key) })
        #expect(try ports(#require(file.only("audio"))) == all.filter { $0.key == "audio" })
    }

    @Test("addresses of metrics and traces that are none are refused, and so are ports that do not exist")
    func wrongAddresses() throws {
        for text in ["metrics: 9464", "metrics: a:b", "traces: https://a", "traces: a:4318"] {
            #expect(throws: PipelineFileError.self) { try read(text) }
        }
        let error = #expect(throws: PipelineFileError.self) { try read("traces: http://me:secret@a") }
        #expect(error?.reason.contains("secret") == false)
        let file = try read("metrics: 127.0.0.1:65535\nstages: {intent: }")
        #expect(throws: StageFailure.self) {
            try file.programs(of: nil, bus: "b", finder: ProgramFinder(), options: ["intent": Self.observed])
        }
        let free = try read("metrics: 127.0.0.1:0\nstages: {intent: }").programs(
            of: nil, bus: "b", finder: ProgramFinder(), options: ["intent": Self.observed])
        #expect(free.first?.arguments.contains("127.0.0.1:0") == true)
    }

    @Test("each app and skill has a dispatch stage of its own")
    func apps() throws {
        let file = try read("apps: [a.yaml, b.yaml]\nstages: {dispatch: }")
        let programs = try file.programs(
            of: nil, bus: "b", finder: ProgramFinder(), options: ["dispatch": ProgramOptions(.null)])
        #expect(programs.map(\.name) == ["dispatch-a", "dispatch-b"])
        #expect(programs[1].arguments.suffix(2) == ["--app", "/etc/saybus/b.yaml"])
        let changed = try read(
            "apps: [b.yaml, old/c.yaml, new/c.yaml]\nskills: [my skill]\nstages: {dispatch: , dispatch-my-skill: {program: intent}}"
        ).programs(
            of: nil, bus: "b", finder: ProgramFinder(),
            options: ["dispatch": ProgramOptions(.null), "intent": ProgramOptions(.null)])
        #expect(
            changed.map(\.name).filter { $0 != "dispatch-my-skill" } == [
                "dispatch-b", "dispatch-old-c", "dispatch-new-c", "dispatch-my-skill-2",
            ])
        #expect(changed[0].arguments == programs[1].arguments, "the app that stays goes on")
    }

    @Test(
        "what is wrong is told with its line",
        arguments: [
            ("stages:\n  transcribe: {engin: x}", ":2: ", "has no option \"engin\""),
            ("stages:\n  transcribe:\n    engine: x", ":3: ", "takes pocketsphinx, wyoming"),
            ("stages:\n  transcribe: {shadow: maybe}", ":2: ", "true or false"),
            ("stages:\n  transcribe: {engine: [wyoming, wyoming]}", ":2: ", "one value"),
            ("stages:\n  transcribe: {bus: x}", ":2: ", "leave it out"),
            ("stages:\n  a b: {}", ":2: ", "cannot be a stage's name"), ("stage: {}", ":1: ", "no field \"stage\""),
            ("session: a b", ":1: ", "session's name: use 1 to 64 letters a to z, digits"),
            ("bus: ${NONE}", ":1: ", "no variable NONE"), ("bus: [", "", "not YAML"), ("", "", "empty"),
            ("stages: {}\nhosts: {hall: [listen]}", "", "not under stages"),
            ("stages: 7", ":1: ", "fields with values"), ("stages: {}\nlog-level: loud", ":2: ", "takes trace, debug"),
            ("stages: {}\nbus: udp://a", ":2: ", "udp"), ("stages: {intent: }\napps: a.yaml", ":2: ", "dispatch"),
        ])
    func wrong(text: String, place: String, reason: String) {
        let error = #expect(throws: PipelineFileError.self) {
            let file = try read(text)
            _ = try file.programs(
                of: nil, bus: "b", finder: ProgramFinder(), options: ["transcribe": Self.transcribe])
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.hasPrefix("/etc/saybus/saybus.yaml\(place)") && text.contains(reason), "\(text)")
    }

    @Test("keys are given to all programs but the broker, recognizers are on standby, and rooms have their devices")
    func keysAndRooms() throws {
        let file = try read(
            """
            key: rack
            server-key: broker
            stages:
              broker: {key: broker}
              intent:
              candidate: {program: intent, shadow: true}
              hall: {program: listen, session: hall, mic: USB, key: hall, wake: [hey computer]}
            """)
        func option(_ name: String) -> JSONValue {
            ["kind": "option", "names": [["kind": "long", "name": .string(name)]]]
        }
        func options(_ names: [String], flags: [String] = []) -> ProgramOptions {
            let flags = flags.map { name -> JSONValue in
                ["kind": "flag", "names": [["kind": "long", "name": .string(name)]]]
            }
            return ProgramOptions(["command": ["arguments": .array(names.map(option) + flags)]])
        }
        let programs = try file.programs(
            of: nil, bus: "b", finder: ProgramFinder(),
            options: [
                "broker": options(["key", "policy"]),
                "intent": options(["key", "server-key"], flags: ["standby", "shadow"]),
                "listen": options(["key", "server-key", "session", "mic", "wake"]),
            ])
        let arguments = Dictionary(uniqueKeysWithValues: programs.map { ($0.name, $0.arguments.dropFirst(2)) })
        #expect(arguments["broker"] == ["--key=broker"])
        #expect(arguments["intent"] == ["--key", "rack", "--server-key", "broker", "--standby"])
        #expect(arguments["candidate"] == ["--key", "rack", "--server-key", "broker", "--shadow"])
        #expect(
            arguments["hall"] == [
                "--server-key", "broker", "--session=hall", "--mic=USB", "--key=hall", "--wake=hey computer",
            ])
    }

    @Test("saybus up is on the bus with a key of its machine")
    func ownKeys() throws {
        let file = try read(
            """
            key: rack
            server-key: broker
            stages: {broker: {key: broker}, intent: , hall: {program: listen, key: hall}}
            hosts: {rack: [broker, intent, hall], hall: [hall], vault: [broker]}
            """)
        let none = { (_: String) in false }
        #expect(
            try file.ownKeys(of: "rack", isHere: none) == ("rack", "broker")
                && file.ownKeys(of: nil, isHere: none) == ("rack", "broker"))
        #expect(try file.ownKeys(of: "hall", isHere: none) == ("hall", "broker"))
        #expect(try file.ownKeys(of: "hall", isHere: { $0 == "rack" }) == ("rack", "broker"))
        #expect(try file.ownKeys(of: "vault", isHere: none) == ("rack", "broker"))
    }

    @Test("a variable counts unless the file says it; the value of one that stands in the file is not shown")
    func environment() throws {
        let file = try read(
            "bus: ipc:///b\nserver-key: ${HOST}\nenvironment: {SAYBUS_STATE: /s}\nstages: {broker: {policy: p.yaml}}")
        let environment = [
            "SAYBUS_BUS": "ipc:///other", "SAYBUS_KEY": "rack", "SAYBUS_STATE": "/home", "SAYBUS_POLICY": "q",
            "HOST": "hall",
            "VOSK_MODEL": "/models/a b", "PATH": "/bin", "SAYBUS_LOG": "",
        ]
        #expect(
            try EnvironmentInfluence.list(environment, on: file, host: nil).map(\.line) == [
                "HOST stands in the file as ${HOST}",
                "SAYBUS_BUS=ipc:///other is not used: the file has bus",
                "SAYBUS_KEY=rack is used: the file does not say it",
                "SAYBUS_POLICY=q is not used: the file has policy of the broker",
                "SAYBUS_STATE=/home is not used: the file has environment",
                "VOSK_MODEL='/models/a b' is used: the file does not say it",
            ])
    }

    @Test("of several apps, each has an instance with a name of its own")
    func instances() throws {
        let file = try read("apps: [a.yaml, b.yaml]\nstages: {dispatch: , hall: {program: listen}}")
        #expect(file.hasInstance("dispatch-b") && file.hasInstance("hall"))
        #expect(!file.hasInstance("dispatch") && !file.hasInstance("listen"))
        #expect(file.only("dispatch-a")?.stages.map(\.name) == ["dispatch"])
    }

    @Test("a dispatch stage of Home Assistant leaves the apps to another one, and one without apps has none")
    func homeAssistant() throws {
        let home = "home: {program: dispatch, home-assistant: \"http://h:8123\"}"
        let none = "none: {program: dispatch, no-app: true}"
        let file = try read("apps: [a.yaml, b.yaml]\nstages: {dispatch: , \(home), \(none)}")
        let instances = file.stages.map { file.hosted($0).map(\.instance) }
        #expect(instances == [["dispatch-a", "dispatch-b"], ["home"], ["none"]])
        #expect(file.stages.map(\.firstProgram) == [0, 2, 3])
        let own = try #require(file.only("home"))
        #expect(own.hosted(own.stages[0]).first?.arguments.isEmpty == true, "also where it is the only one that is run")
        let alone = try read("apps: a.yaml\nstages: {\(home)}")
        #expect(alone.hosted(alone.stages[0]).first?.arguments.first == "--app")
        #expect(throws: PipelineFileError.self) { try read("apps: a.yaml\nstages: {\(none)}") }
    }

    @Test("a dispatch stage of Home Assistant keeps the apps where no other one has its conversations and its bus")
    func homeAssistantAlone() throws {
        let home = "home: {program: dispatch, home-assistant: \"http://h:8123\", session: den}"
        let hosts = "\nhosts: {rack: [dispatch], den: [home]}"
        for (text, keeps) in [
            ("stages: {dispatch: {session: den}, \(home)}", false), ("stages: {dispatch: , \(home)}", false),
            ("stages: {dispatch: {session: hall}, \(home)}", true),
            ("session: hall\nstages: {dispatch: , \(home)}", true),
            ("stages: {dispatch: , \(home)}\(hosts)", true),
            ("bus: ipc:///run/saybus\nstages: {dispatch: , \(home)}\(hosts)", true),
            ("bus: tcp://rack:7700\nstages: {dispatch: , \(home)}\(hosts)", false),
        ] {
            let file = try read("apps: a.yaml\n\(text)")
            #expect(file.stages.map(\.hostsApps) == [true, keeps], "\(text)")
        }
    }

    @Test("the services that their target does not start by itself are named")
    func services() throws {
        var file = try read("apps: [a.yaml, b.yaml]\nstages: {dispatch: , hall: {program: listen}, intent: }")
        #expect(file.namedServices(of: "dispatch") == ["saybus-dispatch@dispatch-a", "saybus-dispatch@dispatch-b"])
        #expect(file.namedServices(of: "listen") == ["saybus-listen@hall"])
        #expect(file.namedServices(of: "intent").isEmpty && file.namedServices(of: "broker").isEmpty)
        let note = file.servicesNote?.reason ?? ""
        #expect(note.hasSuffix("--now saybus-dispatch@dispatch-a saybus-dispatch@dispatch-b saybus-listen@hall"))
        file.path = "/home/a/saybus.yaml"
        #expect(file.servicesNote == nil, "that file is run by saybus up")
        file.path = PipelineFile.servicesPath
        file.apps = ["/a.yaml"]
        file.stages.removeAll { $0.program == "listen" }
        #expect(file.namedServices(of: "dispatch").isEmpty && file.servicesNote == nil)
    }

    @Test("a word is quoted for a shell when it has to be")
    func shellWords() {
        #expect(ShellWord.quoted("--a=b/c") == "--a=b/c" && ShellWord.quoted("it's") == "'it'\\''s'")
        #expect(ShellWord.quoted("") == "''" && ShellWord.quoted("a b") == "'a b'")
    }
}
