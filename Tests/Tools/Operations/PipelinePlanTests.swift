import Foundation
import SaybusMessages
import SaybusOperations
import SaybusStage
import SaybusTesting
import Testing

@Suite("The plan of a pipeline")
struct PipelinePlanTests {
    private static let roles: [Role] = [.broker, .audio, .dispatch, .intent, .transcribe, .listen, .console]

    private func finder(_ folder: TemporaryFolder, without missing: Role? = nil) throws -> ProgramFinder {
        for role in Self.roles where role != missing { try folder.script("saybus-\(role)", "exit 0") }
        return ProgramFinder(executable: folder.path + "/saybus", environment: ["PATH": "/nowhere"])
    }

    private func plan(_ folder: TemporaryFolder, _ change: (inout PipelinePlan) -> Void = { _ in }) throws
        -> PipelinePlan
    {
        var plan = PipelinePlan(bus: "ipc:///b", logLevel: "debug")
        plan.apps = [try folder.write("app.yaml", "")]
        change(&plan)
        return plan
    }

    @Test("every program gets the bus and the log level, and the broker is the first")
    func common() throws {
        let folder = try TemporaryFolder()
        let (programs, notices) = try plan(folder).programs(finder(folder), hasLoudspeaker: { true })
        #expect(programs.map(\.name) == ["broker", "audio", "dispatch", "intent", "transcribe"])
        #expect(notices.isEmpty)
        for program in programs {
            #expect(program.arguments.joined(separator: " ").contains("--bus ipc:///b --log-level debug"))
        }
        #expect(programs[0].arguments == ["--bus", "ipc:///b", "--log-level", "debug"])
        #expect(programs[1].arguments.prefix(2) == ["--sink", "device"])
        #expect(programs[2].arguments.prefix(2) == ["--app", "\(folder.path)/app.yaml"])
    }

    @Test("without a loudspeaker, sound goes to a null sink in real time, with a notice; a named sink is passed on")
    func sink() throws {
        let folder = try TemporaryFolder()
        let finder = try finder(folder)
        let (silent, notices) = try plan(folder).programs(finder, hasLoudspeaker: { false })
        #expect(silent[1].arguments.prefix(3) == ["--sink", "null", "--real-time"])
        #expect(notices.count == 1)
        let (named, none) = try plan(folder) { $0.sink = "wav:a.wav" }.programs(finder, hasLoudspeaker: { false })
        #expect(named[1].arguments.prefix(2) == ["--sink", "wav:a.wav"] && named[1].arguments[2] != "--real-time")
        #expect(none.isEmpty)
    }

    @Test("the console plays the sounds that the audio stage plays, and a stage can be left to a program of one's own")
    func consoleAndReplacement() throws {
        let folder = try TemporaryFolder()
        let plan = try plan(folder) { plan in
            (plan.console, plan.without, plan.synthesizer) = (
                "127.0.0.1:0", [.transcribe, .audio], ["--engine", "auto"]
            )
        }
        let (programs, notices) = try plan.programs(finder(folder), hasLoudspeaker: { false })
        #expect(programs.map(\.name) == ["broker", "dispatch", "intent", "console"] && notices.isEmpty)
        let console = programs[3].arguments.joined(separator: " ")
        #expect(console.hasPrefix("--http 127.0.0.1:0 "))
        #expect(console.contains("--sounds \(folder.path) --engine auto --bus ipc:///b"))
        #expect(plan.roles == [.broker, .dispatch, .intent, .console])
    }

    @Test("with every sink, the sound files beside the app file can be played")
    func sounds() throws {
        let folder = try TemporaryFolder()
        let finder = try finder(folder)
        for sink in [nil, "wav:a.wav"] {
            let (programs, _) = try plan(folder) { $0.sink = sink }.programs(finder, hasLoudspeaker: { false })
            let arguments = programs[1].arguments
            let index = try #require(arguments.firstIndex(of: "--sounds"))
            #expect(arguments[index + 1] == folder.path)
            #expect(programs.allSatisfy { $0.name == "audio" || !$0.arguments.contains("--sounds") })
        }
    }

    @Test("a listener may finish with files, but not with a microphone; files come after all options")
    func input() throws {
        let folder = try TemporaryFolder()
        let finder = try finder(folder)
        let wav = try folder.write("-a.wav", "")
        let (files, _) = try plan(folder) { $0.input = .files([wav]) }.programs(finder, hasLoudspeaker: { true })
        #expect(
            files.last?.arguments == [
                "--bus", "ipc:///b", "--log-level", "debug", "--instance", "listen", "--wav", wav,
            ])
        #expect(files.last?.rule.mayFinish == true && files.last?.rule.givesUpOn.contains(66) == true)
        let (device, _) = try plan(folder) { $0.input = .microphone("USB") }.programs(finder, hasLoudspeaker: { true })
        #expect(device.last?.arguments.suffix(2) == ["--mic", "USB"] && device.last?.rule.mayFinish == false)
        let (any, _) = try plan(folder) { $0.input = .microphone(nil) }.programs(finder, hasLoudspeaker: { true })
        #expect(any.last?.arguments.suffix(2) == ["--await-mic", "--mic"])
    }

    @Test("a skill replaces the app, its sounds are in its folder, and the microphone may wait for a wake word")
    func skill() throws {
        let folder = try TemporaryFolder()
        let (programs, _) = try plan(folder) {
            ($0.apps, $0.skills, $0.input, $0.wake) = (
                [], [folder.path], .microphone(nil), ["hey computer", "alexa=den"]
            )
        }.programs(finder(folder), hasLoudspeaker: { true })
        #expect(programs[2].arguments.prefix(2) == ["--skill", folder.path])
        #expect(programs[1].arguments.contains(folder.path))
        #expect(
            programs.last?.arguments.suffix(5) == ["--wake", "hey computer", "--wake", "alexa=den", "--mic"])
    }

    @Test("several apps and skills run beside each other, each in a stage of its own")
    func several() throws {
        let folder = try TemporaryFolder()
        var plan = try plan(folder)
        let other = try folder.write("other.yaml", "")
        (plan.apps, plan.skills, plan.replicas) = (plan.apps + [other], [folder.path], [.dispatch: 2])
        let (programs, notices) = try plan.programs(finder(folder), hasLoudspeaker: { true })
        let stages = programs.filter { $0.name.hasPrefix("dispatch") }
        #expect(stages.map(\.name) == ["1.0", "1.1", "2.0", "2.1", "3.0", "3.1"].map { "dispatch-\($0)" })
        #expect(stages.map { $0.arguments[0] } == ["--app", "--app", "--app", "--app", "--skill", "--skill"])
        #expect(stages[2].arguments[1] == other && stages[4].arguments[1] == folder.path)
        #expect(stages[3].arguments.contains("1/2") && stages[3].arguments.suffix(2) == ["--instance", "dispatch-2.1"])
        #expect(plan.instances == [.dispatch: 6] && notices.isEmpty, "their sounds lie in one folder")
        try FileManager.default.createDirectory(atPath: folder.path + "/away", withIntermediateDirectories: true)
        plan.apps.append(try folder.write("away/third.yaml", ""))
        let (apart, none) = try plan.programs(finder(folder), hasLoudspeaker: { true })
        let sounds = try #require(apart.first { $0.name == "audio" }).arguments.filter { $0.hasPrefix("dispatch-") }
        #expect(none.isEmpty && sounds.count == 8, "each instance has the folder of its app")
        #expect(sounds.first == "dispatch-1.0=\(folder.path)")
        #expect(sounds.contains("dispatch-3.1=\(folder.path)/away"))
    }

    @Test("an app that is a program runs beside the others, and without a file the stage dispatches for programs only")
    func programs() throws {
        let folder = try TemporaryFolder()
        var plan = try plan(folder)
        try folder.script("player", "exit 0")
        let finder = try finder(folder)
        plan.apps.append("\(folder.path)/player")
        (plan.session, plan.wait) = ("room", 3)
        let (both, _) = try plan.programs(finder, hasLoudspeaker: { true })
        #expect(both.map(\.name) == ["broker", "audio", "dispatch", "intent", "transcribe", "app-2"])
        #expect(both.last?.path == "\(folder.path)/player")
        #expect(
            both.last?.arguments == [
                "--bus", "ipc:///b", "--session", "room", "--wait", "3.0", "--instance", "app-2",
            ])
        #expect(plan.instances[.dispatch] == 1 && plan.programInstances == ["app-2"])
        plan.apps.removeFirst()
        let (alone, _) = try plan.programs(finder, hasLoudspeaker: { true })
        #expect(alone.first { $0.name == "dispatch" }?.arguments.first == "--no-app")
        (plan.apps, plan.withoutApp) = ([], true)
        let (none, _) = try plan.programs(finder, hasLoudspeaker: { true })
        #expect(none.map(\.name) == ["broker", "audio", "dispatch", "intent", "transcribe"])
        #expect(none[2].arguments.first == "--no-app")
        var readiness = PipelineReadiness([.dispatch], programs: ["app-1"])
        func status(_ role: Role, _ instance: String) -> StageStatus {
            StageStatus(role: role, instance: instance, state: .ready, pid: 1, uptimeMs: 1, catalogRevision: "a@1")
        }
        #expect(readiness.update(status(.dispatch, "dispatch")) == false)
        #expect(readiness.update(status(.app, "app-1")) == true)
        #expect(plan.hasApps == false)
        var bare = PipelineReadiness([.dispatch], hasApps: false)
        #expect(bare.update(StageStatus(role: .dispatch, instance: "d", state: .ready, pid: 1, uptimeMs: 1)) == true)
    }

    @Test("a pipeline from which a stage is taken before it is ready is at work without it")
    func changed() {
        var readiness = PipelineReadiness([.audio, .wyoming], programs: ["lamp"], hasApps: false)
        let audio = StageStatus(role: .audio, instance: "audio", state: .ready, pid: 1, uptimeMs: 1)
        let atFirst = readiness.update(audio)
        #expect(!atFirst)
        readiness.change(to: PipelineReadiness([.audio], hasApps: false))
        #expect(readiness.isComplete)
        readiness.change(to: PipelineReadiness([.audio], programs: ["lamp"], hasApps: false))
        #expect(!readiness.isComplete)
    }

    @Test("a pipeline of several apps is at work when the recognizers know all catalogs")
    func severalCatalogs() {
        func status(_ role: Role, _ instance: String, _ revision: String) -> StageStatus {
            StageStatus(
                role: role, instance: instance, state: .ready, pid: 1, uptimeMs: 1, catalogRevision: revision)
        }
        var readiness = PipelineReadiness([.dispatch, .intent, .transcribe], replicas: [.dispatch: 2])
        #expect(readiness.update(status(.dispatch, "1", "a@1")) == false)
        #expect(readiness.update(status(.dispatch, "2", "b@1")) == false)
        #expect(readiness.update(status(.transcribe, "x", "a@1+b@1")) == false)
        #expect(readiness.update(status(.intent, "x", "a@1")) == false)
        #expect(readiness.update(status(.intent, "x", "a@1+b@1")) == true)
    }

    @Test("each replica is started with its share of the buckets and a name of its own")
    func shares() throws {
        let folder = try TemporaryFolder()
        let (programs, _) = try plan(folder) { $0.replicas = [.intent: 2] }
            .programs(finder(folder), hasLoudspeaker: { true })
        let intents = programs.filter { $0.name.hasPrefix("intent") }
        #expect(intents.map(\.name) == ["intent.0", "intent.1"])
        #expect(intents.map { Array($0.arguments.prefix(2)) } == [["--buckets", "0/2"], ["--buckets", "1/2"]])
        #expect(programs.dropFirst().allSatisfy { $0.arguments.suffix(2) == ["--instance", $0.name] })
    }

    @Test("recognizer, session and wait are passed to the stages, not to the broker")
    func options() throws {
        let folder = try TemporaryFolder()
        let plan = try plan(folder) { ($0.recognizer, $0.session, $0.wait) = (["--engine", "vosk"], "room", 3) }
        let (programs, _) = try plan.programs(finder(folder), hasLoudspeaker: { true })
        #expect(
            programs[4].arguments == [
                "--engine", "vosk", "--standby", "--bus", "ipc:///b", "--session", "room", "--wait", "3.0",
                "--log-level", "debug", "--instance", "transcribe",
            ])
        #expect(programs[0].arguments == ["--bus", "ipc:///b", "--log-level", "debug"])
    }

    @Test("the recognizer's program comes last, after the options of saybus-transcribe, and goes to no other stage")
    func recognizerProgram() throws {
        let folder = try TemporaryFolder()
        let plan = try plan(folder) {
            ($0.recognizer, $0.recognizerProgram) = (["--engine", "command"], ["python3", "hear.py", "--loud"])
            $0.replicas = [.transcribe: 2]
        }
        let (programs, _) = try plan.programs(finder(folder), hasLoudspeaker: { true })
        #expect(programs[4].arguments.prefix(4) == ["--engine", "command", "--buckets", "0/2"])
        #expect(
            programs[4].arguments.suffix(6) == ["--instance", "transcribe.0", "--", "python3", "hear.py", "--loud"])
        #expect(programs.count { $0.arguments.contains("--") } == 2)
    }

    @Test("a missing program or file is reported before anything is started")
    func missing() throws {
        let folder = try TemporaryFolder()
        let finder = try finder(folder, without: .intent)
        let program = #expect(throws: StageFailure.self) { try plan(folder).programs(finder, hasLoudspeaker: { true }) }
        #expect(program?.code == .unavailable && program?.reason.contains("saybus-intent") == true)
        let app = #expect(throws: StageFailure.self) {
            try plan(folder) { $0.apps = ["/nowhere.yaml"] }.programs(finder, hasLoudspeaker: { true })
        }
        #expect(app?.code == .noInput && app?.reason.contains("/nowhere.yaml") == true)
        try folder.script("lamp-app", "exit 0")
        let name = #expect(throws: StageFailure.self) {
            try plan(folder) { $0.apps = ["lamp-app"] }.programs(finder, hasLoudspeaker: { true })
        }
        #expect(name?.code == .noInput && name?.reason.contains("--app \(folder.path)/lamp-app") == true)
        let example = #expect(throws: StageFailure.self) {
            try plan(folder) { $0.apps = [] }.programs(finder, hasLoudspeaker: { true })
        }
        #expect(example?.code == .noInput)
        try folder.script("saybus-intent", "exit 0")
        let wav = #expect(throws: StageFailure.self) {
            try plan(folder) { $0.input = .files(["/nowhere.wav"]) }.programs(finder, hasLoudspeaker: { true })
        }
        #expect(wav?.code == .noInput)
    }

    @Test(
        "programs beside the running one precede those in PATH, folders are skipped, and the example app is found above"
    )
    func finding() throws {
        let folder = try TemporaryFolder()
        let manager = FileManager.default
        for name in ["bin", "bin/saybus-audio", "other", "deploy/examples"] {
            try manager.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
        let finder = ProgramFinder(
            executable: folder.path + "/bin/saybus", environment: ["PATH": "relative:\(folder.path)/other"])
        try folder.script("other/saybus-audio", "exit 0")
        try folder.script("other/saybus-tap", "exit 0")
        try folder.script("bin/saybus-tap", "exit 0")
        try folder.write("bin/saybus-listen", "not executable")
        #expect(finder.path(of: "saybus-audio") == "\(folder.path)/other/saybus-audio")
        #expect(finder.path(of: "saybus-tap") == "\(folder.path)/bin/saybus-tap")
        #expect(finder.path(of: "saybus-listen") == nil)
        let example = try folder.write("deploy/examples/kitchen.yaml", "")
        #expect(try finder.exampleApp() == example)
    }

    @Test("several instances of a stage share the conversations, and the pipeline is at work when all of them are")
    func replicas() {
        func status(_ instance: String, _ state: StageStatus.State = .ready) -> StageStatus {
            StageStatus(role: .intent, instance: instance, state: state, pid: 1, uptimeMs: 1, catalogRevision: "a@1")
        }
        var readiness = PipelineReadiness([.intent], replicas: [.intent: 2])
        #expect(readiness.update(status("a")) == false)
        #expect(readiness.update(status("a")) == false)
        #expect(readiness.missing == [.intent])
        #expect(readiness.update(status("b")) == true)
        #expect(readiness.update(status("a", .stopped)) == false)
    }

    @Test("a pipeline is at work when all roles are ready and the recognizers know the catalog")
    func readiness() {
        func status(
            _ role: Role, _ state: StageStatus.State = .ready, _ revision: String? = nil, _ problem: String? = nil
        ) -> StageStatus {
            StageStatus(
                role: role, instance: "x", state: state, pid: 1, uptimeMs: 1, catalogRevision: revision,
                problem: problem)
        }
        var readiness = PipelineReadiness([.broker, .audio, .dispatch, .intent, .transcribe])
        for role in [Role.broker, .audio, .intent, .transcribe] { #expect(readiness.update(status(role)) == false) }
        #expect(readiness.missing == [.dispatch])
        #expect(readiness.update(status(.dispatch, .ready, "a@1")) == false)
        #expect(readiness.update(status(.intent, .ready, "a@1")) == false)
        #expect(readiness.update(status(.audio, .failed)) == false)
        #expect(readiness.update(status(.transcribe, .ready, nil, "cannot use the vocabulary")) == false)
        #expect(readiness.update(status(.audio)) == true)
        #expect(readiness.update(status(.intent, .lost)) == false)
    }

    @Test("a recognizer on standby behind a program of one's own counts as ready, but not while nobody works")
    func standby() {
        var readiness = PipelineReadiness([.transcribe], hasApps: false)
        func status(_ instance: String, _ state: StageStatus.State) -> StageStatus {
            StageStatus(role: .transcribe, instance: instance, state: state, pid: 1, uptimeMs: 1)
        }
        let (own, mine) = (status("transcribe", .standby), status("mine", .ready))
        let afterOwn = readiness.update(own)
        #expect(!afterOwn, "every instance begins on standby")
        let afterMine = readiness.update(mine, isOwn: false)
        #expect(afterMine)
        let afterLoss = readiness.update(status("mine", .lost), isOwn: false)
        #expect(!afterLoss)
        let isReady = readiness.update(status("transcribe", .ready))
        #expect(isReady)
    }

    @Test("recognizers give way to a program of one's own, dispatchers do not")
    func swappable() throws {
        let folder = try TemporaryFolder()
        let (programs, _) = try plan(folder).programs(finder(folder), hasLoudspeaker: { true })
        #expect(programs.filter { $0.arguments.contains("--standby") }.map(\.name) == ["intent", "transcribe"])
    }
}
