import Foundation
import SaybusBus
import SaybusMessages
import SaybusPhrases
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("saybus doctor")
struct DoctorTests {
    @Test("the libraries that this project was built with are found, with their versions")
    func libraries() {
        let findings = LibraryChecks().findings()
        for subject in ["libzmq", "libespeak-ng", "libsndfile", "libportaudio"] {
            let finding = findings.first { $0.subject == subject }
            #expect(finding?.state == .good && finding?.detail.contains(".") == true)
        }
        #expect(findings.contains { $0.subject == "CURVE" })
    }

    @Test("a missing library, model or voice is named with the package that provides it")
    func missing() throws {
        let folder = try TemporaryFolder()
        let library = LibraryChecks().library("libnothing", ["libnothing.so.9"], "libnothing9")
        #expect(
            library
                == Finding(
                    "libnothing", .missing, "libnothing.so.9 is not there", remedy: "apt-get install libnothing9"))
        var checks = LibraryChecks()
        checks.modelDirectory = folder.path
        checks.espeakData = [folder.path]
        try folder.write("cmudict-en-us.dict", "")
        let findings = checks.findings()
        let model = findings.first { $0.subject == "speech model" }
        #expect(model?.state == .missing && model?.remedy == "apt-get install pocketsphinx-en-us")
        #expect(model?.detail == "\(folder.path) lacks en-us/mdef, en-us.lm.bin")
        #expect(findings.first { $0.subject == "espeak-ng data" }?.remedy == "apt-get install espeak-ng-data")
    }

    @Test("a bus directory must belong to the user and be inaccessible to others")
    func directory() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/bus"
        func finding(user: uid_t = getuid()) throws -> Finding? {
            try BusChecks(address: BusAddress("ipc://\(path)"), user: user).directory()
        }
        #expect(try finding()?.state == .good)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        chmod(path, 0o755)
        #expect(try finding()?.state == .missing)
        #expect(try finding()?.remedy == "chmod 700 \(path)")
        chmod(path, 0o700)
        #expect(try finding() == Finding("bus directory", .good, "\(path), mode 700"))
        #expect(try finding(user: getuid() + 1)?.state == .missing)
        #expect(try finding(user: getuid() + 1)?.remedy?.hasPrefix("run as that user") == true)
        rmdir(path)
        try folder.write("bus", "")
        #expect(try finding()?.detail == "\(path) is no directory")
        #expect(try BusChecks(address: BusAddress("ipc:///nowhere/at/all")).directory()?.state == .missing)
        #expect(try BusChecks(address: BusAddress("tcp://host:5000")).directory() == nil)
    }

    @Test("the language file is named with what of it is English, and one that cannot be used is missing")
    func language() {
        #expect(
            LanguageCheck(language: .success(.english), file: nil).finding() == Finding("language", .good, "English"))
        var german = Language.english
        german.numbers.language = "de"
        let partly = LanguageCheck(language: .success(german), file: "de.json").finding()
        #expect(partly.state == .hint && partly.detail.hasPrefix("de, of de.json; "), "\(partly.detail)")
        #expect(partly.detail.hasSuffix(" sections with parts that are absent or as in English"))
        let none = Result { () throws(LanguageError) in try Language(contentsOf: "/nowhere/de.json") }
        let broken = LanguageCheck(language: none, file: "/nowhere/de.json").finding()
        #expect(broken.state == .missing && broken.detail.contains("/nowhere/de.json"), "\(broken.detail)")
    }

    @Test("a folder without room, and one that cannot be written, are missing; the rest is looked at all the same")
    func space() async throws {
        let folder = try TemporaryFolder()
        let state = folder.path + "/state"
        #expect(StateFolderCheck(folder: state).finding().state == .good)
        let full = StateFolderCheck(folder: state, least: .max).finding()
        #expect(full.state == .missing && full.detail.contains("its disk is full"), "\(full.detail)")
        #expect(full.remedy?.hasPrefix("make room") == true)
        try folder.write("state", "")
        let wrong = StateFolderCheck(folder: state).finding()
        #expect(wrong.state == .missing && wrong.detail.contains("cannot be written"), "\(wrong.detail)")
        #expect(wrong.remedy?.hasPrefix("make it a folder that this user may write") == true)
        chmod(folder.path, 0o700)
        let address = try BusAddress("ipc://\(folder.path)")
        #expect(BusChecks(address: address).space() == nil)
        let findings = await BusChecks(address: address, least: .max).findings()
        #expect(findings.map(\.subject) == ["bus directory", "broker"] && findings.first?.state == .missing)
    }

    @Test("a broker that hangs is missing, with the command that continues it")
    func hangingBroker() async throws {
        let address = try TestBus.freshAddress()
        let broker = try ProgramUnderTest("saybus-broker", ["--bus", address.url])
        try await broker.ready()
        broker.send(SIGSTOP)
        let finding = await BusChecks(address: address).findings().first { $0.subject == "broker" }
        #expect(finding?.state == .missing && finding?.detail.contains("does not answer") == true)
        #expect(finding?.remedy?.contains("kill -CONT \(broker.processID)") == true, "\(finding?.remedy ?? "")")
        broker.send(SIGCONT)
        broker.send(SIGTERM)
        #expect(try await broker.exitCode() == 0)
    }

    @Test("a supervisor that was lost of late is a finding, unless another one is there")
    func lostSupervisor() throws {
        func supervisor(_ instance: String, _ state: StageStatus.State) -> StageStatus {
            StageStatus(
                role: .up, instance: instance, state: state, pid: 7, uptimeMs: 1,
                problem: state == .lost ? "has not been heard of for 3 seconds" : nil, supervises: [])
        }
        func findings(
            _ statuses: [StageStatus], now: Int64 = 2_000_000, at bus: String = "ipc:///nowhere", runs: Bool = true
        ) throws -> [Finding] {
            var presence = Presence()
            for status in statuses { _ = presence.update(status, run: 1, at: 1_000_000) }
            var checks = try BusChecks(address: BusAddress(bus))
            checks.runs = { _ in runs }
            return checks.stages(presence, now: now).filter { $0.subject == "pipeline" }
        }
        let lost = supervisor("up-7", .lost)
        let found = try findings([lost])
        #expect(found.first?.detail.contains("up-7 has not been heard of") == true)
        #expect(found.first?.detail.contains("its key is refused") == true)
        #expect(found.first?.remedy?.contains("kill -CONT 7") == true)
        for (bus, runs) in [("ipc:///nowhere", false), ("tcp://host:5000", true)] {
            let ended = try findings([lost], at: bus, runs: runs)
            #expect(ended.first?.remedy?.hasPrefix("start it again: saybus up") == true)
        }
        #expect(try findings([lost, supervisor("up-8", .ready)]).isEmpty)
        #expect(try findings([lost], now: 700_000_000).isEmpty)
        #expect(try findings([supervisor("up-7", .stopped)]).isEmpty)
    }

    @Test("a missing broker is a hint with the command that starts one, and so is a missing stage")
    func bus() async throws {
        let absent = try await BusChecks(address: TestBus.freshAddress()).findings()
        let broker = absent.first { $0.subject == "broker" }
        #expect(broker?.state == .hint && broker?.remedy?.hasPrefix("saybus up --bus ipc://") == true)
        let test = try TestBus()
        let stage = try await StageDouble(.audio, on: test)
        let present = await BusChecks(address: test.address).findings()
        #expect(present.first { $0.subject == "broker" }?.state == .good)
        #expect(present.first { $0.subject == "audio stage" }?.state == .good)
        #expect(present.first { $0.subject == "intent stage" }?.remedy == "saybus-intent --bus \(test.address)")
        withExtendedLifetime(stage) {}
    }

    @Test("apps that share a phrase or a command are named, with the app that gets it")
    func phrases() async throws {
        let test = try TestBus()
        let audio = try await StageDouble(.audio, on: test)
        let bus = try test.connect(.app)
        try await bus.ready()
        try bus.publish(
            Catalog(
                app: "mail",
                commands: [
                    .init(type: "Choose", patterns: ["I choose you, @name!", "send it"]),
                    .init(type: "Next", patterns: ["next"]), .init(type: "LaunchRequest", patterns: ["open mail"]),
                ]))
        let other = try test.connect(.app, instance: "other")
        try await other.ready()
        try other.publish(
            Catalog(
                app: "kitchen",
                commands: [
                    .init(type: "Catch", patterns: ["i choose you @who:String"]),
                    .init(type: "Next", patterns: ["next step"]),
                    .init(type: "LaunchRequest", patterns: ["open kitchen"]),
                ]))
        // Both catalogs have reached the broker when a later message comes back from it.
        try await bus.ready()
        try await other.ready()
        let findings = await BusChecks(address: test.address).findings()
        let phrase = findings.filter { $0.subject == "phrase" }
        #expect(phrase.count == 1 && phrase.first?.state == .hint)
        #expect(
            phrase.first?.detail
                == "\"i choose you xylophone\" of mail's Choose is understood as kitchen's Catch"
        )
        #expect(phrase.first?.remedy?.hasPrefix("kitchen hears it") == true)
        #expect(
            findings.filter { $0.subject == "command" }.map(\.detail) == ["2 apps have a command Next: kitchen, mail"])
        try other.publish(Catalog(app: "kitchen", commands: []))
        try await other.ready()
        let one = await BusChecks(address: test.address).findings().first { $0.subject == "commands" }
        #expect(one == Finding("commands", .good, "1 app, 3 commands, no two alike"))
        withExtendedLifetime(audio) {}
    }

    @Test("Python without pyzmq is a hint, and so is missing Python")
    func python() async throws {
        let folder = try TemporaryFolder()
        #expect(await PythonCheck(interpreter: "/nowhere/python").finding().state == .hint)
        #expect(await PythonCheck(interpreter: try folder.script("bad", "exit 1")).finding().state == .hint)
        let good = await PythonCheck(interpreter: try folder.script("good", "echo Python 3 with pyzmq 9")).finding()
        #expect(good == Finding("Python", .good, "Python 3 with pyzmq 9"))
    }

    @Test("a missing program is essential: the doctor fails, and names the remedy")
    func programs() async throws {
        let folder = try TemporaryFolder()
        let finder = ProgramFinder(executable: folder.path + "/saybus", environment: ["PATH": folder.path])
        let page = Page()
        let error = await #expect(throws: StageFailure.self) {
            try await Doctor(at: TestBus.freshAddress(), finder: finder).run(isJSON: false, output: page.output)
        }
        #expect(error?.code == .failed && error?.reason.contains("saybus-broker") == true)
        #expect(page.text.contains("✗ saybus-broker") && page.text.contains("→ install all programs of Saybus in"))
        let json = Page()
        await #expect(throws: StageFailure.self) {
            try await Doctor(at: TestBus.freshAddress(), finder: finder).run(isJSON: true, output: json.output)
        }
        #expect(try JSONDecoder().decode([Finding].self, from: Data(json.text.utf8)).contains { $0.state == .missing })
    }

    @Test(
        "a library that is there but cannot be loaded, and a model that cannot be read, are not to be installed again")
    func otherIllness() throws {
        let folder = try TemporaryFolder()
        let broken = try folder.write("libbroken.so.1", "no ELF")
        let library = LibraryChecks().library("libbroken", [broken], "libbroken1")
        #expect(library.state == .missing && library.detail.hasPrefix("cannot be loaded: "))
        #expect(library.remedy?.contains("apt-get") == false)
        let finder = ProgramFinder(executable: "/x/.build/debug/saybus", environment: ["PATH": folder.path])
        #expect(
            Doctor(at: try TestBus.freshAddress(), finder: finder).program("saybus-x").remedy
                == "swift build --product saybus-x")
    }
}
