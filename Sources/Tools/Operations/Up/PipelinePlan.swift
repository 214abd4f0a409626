import Foundation
import SaybusStage

/// The programs of a pipeline and their arguments.
public struct PipelinePlan: Sendable {
    /// The sources of sound.
    public enum Input: Sendable, Equatable {
        /// No sound: turns come from `saybus ask`, or from a listening stage started elsewhere.
        case none
        /// Files, one after the other.
        case files([String])
        /// A microphone; nil is the default one.
        case microphone(String?)
    }

    /// The URL of the bus.
    public var bus: String
    /// The conversation; nil is the default one.
    public var session: String?
    /// The log level of all programs.
    public var logLevel: String
    /// Seconds that a stage waits for the broker; nil for the default of each stage.
    public var wait: Double?
    /// The apps: YAML files, and programs (executable files). Without apps and skills, the example app is run. Each app
    /// plays the sound files of its folder.
    public var apps: [String] = []
    /// Whether to run no app where none is named, for apps that are started elsewhere.
    public var withoutApp = false
    /// The files or folders of the skills. Each skill plays the sound files of its folder.
    public var skills: [String] = []
    /// The wake words, each a phrase or `phrase=session`; empty listens all the time.
    public var wake: [String] = []
    /// Further options of saybus-listen, such as `--push-to-talk`.
    public var listening: [String] = []
    /// The source of sound.
    public var input = Input.none
    /// The destination of sound, in the form that saybus-audio takes; nil is the loudspeaker if there is one.
    public var sink: String?
    /// The options that choose the recognizer of saybus-transcribe; empty for its default.
    public var recognizer: [String] = []
    /// The options that choose the synthesizer of saybus-audio; empty for its default.
    public var synthesizer: [String] = []
    /// The program and arguments of a recognizer that is a program of its own.
    public var recognizerProgram: [String] = []

    /// The programs' key, in the form that the programs take; nil leaves it to the environment.
    public var key: String?
    /// The broker's public key, like ``key``.
    public var serverKey: String?
    /// The broker's own key, in the form that the broker takes; nil leaves it to the environment.
    public var brokerKey: String?
    /// The broker's policy file; nil leaves it to the environment.
    public var policy: String?

    /// The number of instances of each role, which share the conversations. A role that is not named has one instance.
    public var replicas: [String: Int] = [:]
    /// The address at which `saybus-console` serves its page; nil without it.
    public var console: String?
    /// The roles whose stages are started elsewhere: a program of one's own takes their place.
    public var without: Set<String> = []

    /// The metrics and traces of the programs.
    public var telemetry = PipelineTelemetry()

    /// The roles that a plan can do without.
    public static let replaceable: Set<String> = ["audio", "dispatch", "intent", "transcribe"]

    /// The roles whose stages give way to a program that `saybus swap` starts. A dispatcher is not among them: for the
    /// moment in which two of them worked, commands would be carried out twice.
    public static let swappable: Set<String> = ["intent", "transcribe"]

    /// The roles that may have several instances.
    public static let replicable: Set<String> = ["dispatch", "intent", "transcribe"]

    /// Creates a pipeline whose turns come as text and whose answers are spoken.
    public init(bus: String, logLevel: String = "notice") { (self.bus, self.logLevel) = (bus, logLevel) }

    /// The number of instances of each role that has several.
    public var instances: [String: Int] {
        var instances = replicas
        let files = apps.count { !Self.isProgram($0) } + skills.count
        instances["dispatch"] = (replicas["dispatch"] ?? 1) * max(1, files)
        return instances
    }

    /// The instances of the apps that are programs.
    public var programInstances: Set<String> {
        Set(apps.indices.filter { Self.isProgram(apps[$0]) }.map(Self.programName))
    }

    /// Whether the dispatch stages have apps of their own: files, skills, or the example.
    public var hasApps: Bool {
        !skills.isEmpty || apps.contains { !Self.isProgram($0) } || apps.isEmpty && !withoutApp
    }

    private static func programName(_ index: Int) -> String { "app-\(index + 1)" }

    /// Returns whether an app is a program: a file that may be executed, and no YAML file.
    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let isYAML = [".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
        return !isYAML && access(path, X_OK) == 0
            && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }

    /// The roles whose stages must be ready.
    public var roles: Set<String> {
        var roles = Set(["broker", "audio", "dispatch", "intent", "transcribe"]).subtracting(without)
        if console != nil { roles.insert("console") }
        // A listening stage that reads files may have finished before its readiness is checked.
        if case .microphone = input { roles.insert("listen") }
        return roles
    }

    /// Returns the programs, in the order in which they are started.
    /// - Parameters:
    ///   - finder: The search for the programs.
    ///   - hasLoudspeaker: Returns whether there is a loudspeaker. Called when no sink was named.
    /// - Throws: `StageFailure` when a program or a file is missing.
    public func programs(
        _ finder: ProgramFinder, hasLoudspeaker: () -> Bool
    ) throws(StageFailure) -> (programs: [ChildProgram], notices: [String]) {
        var notices: [String] = []
        let hosts = try hosts(finder)
        var sinkArguments = ["--sink", sink ?? "device"]
        if sink == nil, !without.contains("audio"), !hasLoudspeaker() {
            sinkArguments = ["--sink", "null", "--real-time"]
            notices.append(
                "no loudspeaker: sound goes nowhere, in real time; choose with --sink, such as --sink wav:answer.wav")
        }
        let sounds = sounds(of: hosts)
        // The console's page shows the files of the apps.
        let shown = hosts.filter { $0.option == "--app" }.flatMap(\.arguments)
        sinkArguments += sounds
        let connection = connection
        let common = connection + ["--log-level", logLevel]
        // An instance that restarts under its own name takes back its conversations at once; under a name made of its
        // process id, the old instance would have to be declared lost first.
        func stage(_ name: String, _ role: String, _ arguments: [String]) throws(StageFailure) -> ChildProgram {
            let program = role == "transcribe" && !recognizerProgram.isEmpty ? ["--"] + recognizerProgram : []
            return ChildProgram(
                name: name, path: try finder.find("saybus-\(role)"),
                arguments: arguments + common + ["--instance", name] + program)
        }
        var programs = [try broker(finder)]
        let stages: [(name: String, role: String, arguments: [String])] =
            [("audio", "audio", sinkArguments + synthesizer)]
            + hosts.filter({ !$0.isProgram }).map({ ($0.name, "dispatch", $0.arguments) })
            + [("intent", "intent", []), ("transcribe", "transcribe", recognizer)]
            + (console.map { [("console", "console", ["--http", $0] + shown + sounds + synthesizer)] } ?? [])
        for (name, role, arguments) in stages where !without.contains(role) {
            let names = names(name, role)
            for (index, name) in names.enumerated() {
                let share = names.count == 1 ? [] : ["--buckets", "\(index)/\(names.count)"]
                // A recognizer with this option gives way to a program that `saybus swap` starts.
                let standby = Self.swappable.contains(role) ? ["--standby"] : []
                programs.append(try stage(name, role, arguments + share + standby))
            }
        }
        // An app in another language may not know the log level.
        for host in hosts where host.isProgram {
            programs.append(
                ChildProgram(
                    name: host.name, path: host.path ?? "", arguments: connection + ["--instance", host.name]))
        }
        if let listen = try listener(finder, common) { programs.append(listen) }
        for number in programs.indices where programs[number].role != "app" {
            let further = try telemetry.arguments(number, hasTraces: programs[number].role != "broker")
            programs[number] = programs[number].preceded(by: further)
        }
        return (programs, notices)
    }

    private func broker(_ finder: ProgramFinder) throws(StageFailure) -> ChildProgram {
        ChildProgram(
            name: "broker", path: try finder.find("saybus-broker"),
            arguments: ["--bus", bus, "--log-level", logLevel] + (brokerKey.map { ["--key", $0] } ?? [])
                + (policy.map { ["--policy", $0] } ?? []),
            rule: .broker)
    }

    /// The options with which all programs but the broker find the bus and their conversation.
    private var connection: [String] {
        var options = ["--bus", bus]
        if let key { options += ["--key", key] }
        if let serverKey { options += ["--server-key", serverKey] }
        if let session { options += ["--session", session] }
        if let wait { options += ["--wait", "\(wait)"] }
        return options
    }

    /// Returns the options for the sound files of the apps, which are in the apps' folders.
    private func sounds(of hosts: [Host]) -> [String] {
        let folders = Set(hosts.compactMap(\.folder))
        if let folder = folders.first, folders.count == 1 { return ["--sounds", folder] }
        return hosts.flatMap { host in
            guard let folder = host.folder else { return [String]() }
            return (host.isProgram ? [host.name] : names(host.name, "dispatch")).flatMap {
                ["--sounds", "\($0)=\(folder)"]
            }
        }
    }

    /// Returns the instance names of a stage.
    private func names(_ name: String, _ role: String) -> [String] {
        let count = replicas[role] ?? 1
        return count == 1 ? [name] : (0..<count).map { "\(name).\($0)" }
    }

    /// An app or a skill, and the stage that runs it.
    private struct Host {
        let name: String
        /// The option of saybus-dispatch; nil for a program.
        let option: String?
        /// The file; nil for a stage without an app of its own.
        let path: String?

        var isProgram: Bool { option == nil }
        var arguments: [String] { [option, path].compactMap(\.self) }

        /// The folder of its sound files.
        var folder: String? {
            guard let path else { return nil }
            let place = URL(fileURLWithPath: path)
            return place.hasDirectoryPath ? place.path : place.deletingLastPathComponent().path
        }
    }

    private func hosts(_ finder: ProgramFinder) throws(StageFailure) -> [Host] {
        var files: [(option: String, path: String?)] = []
        var programs: [Host] = []
        for (index, app) in apps.enumerated() {
            let path = try readable(app, "app")
            if Self.isProgram(path) {
                programs.append(Host(name: Self.programName(index), option: nil, path: path))
            } else {
                files.append(("--app", path))
            }
        }
        for skill in skills { files.append(("--skill", try readable(skill, "skill"))) }
        // Apps in other languages need a stage that dispatches their commands.
        if files.isEmpty, withoutApp || !programs.isEmpty { files.append(("--no-app", nil)) }
        if files.isEmpty { files.append(("--app", try finder.exampleApp())) }
        guard files.count > 1 else {
            return files.map { Host(name: "dispatch", option: $0.option, path: $0.path) } + programs
        }
        return files.enumerated().map { index, file in
            Host(name: "dispatch-\(index + 1)", option: file.option, path: file.path)
        } + programs
    }

    private func listener(_ finder: ProgramFinder, _ common: [String]) throws(StageFailure) -> ChildProgram? {
        let arguments: [String]
        var mayFinish = false
        switch input {
        case .none: return nil
        case .files(let files):
            var paths: [String] = []
            for file in files { paths.append(try readable(file, "sound")) }
            arguments = ["--wav"] + paths
            mayFinish = true
        case .microphone(let device):
            // With --await-mic, a missing microphone ends neither the stage nor the pipeline: the stage waits for it.
            arguments =
                ["--await-mic"] + wake.flatMap { ["--wake", $0] } + (device.map { ["--mic", $0] } ?? ["--mic"])
        }
        // The common options come first: `--wav` takes several values and would take options after it for files.
        return ChildProgram(
            name: "listen", path: try finder.find("saybus-listen"),
            arguments: common + ["--instance", "listen"] + listening + arguments,
            rule: Supervisor.Rule(mayFinish: mayFinish))
    }

    private func readable(_ path: String, _ what: String) throws(StageFailure) -> String {
        guard access(path, R_OK) == 0 else {
            throw StageFailure(.noInput, "the \(what) file \(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        // An absolute path begins with no hyphen and cannot be taken for an option.
        return URL(fileURLWithPath: path).path
    }
}
