import Foundation
import SaybusStage

/// Which programs a pipeline consists of, and with which arguments.
public struct PipelinePlan: Sendable {
    /// Where sound comes from.
    public enum Input: Sendable, Equatable {
        /// Nowhere: turns come from `saybus ask`, or from a listening stage started elsewhere.
        case none
        /// Files, one after the other.
        case files([String])
        /// A microphone; nil is the default one.
        case microphone(String?)
    }

    /// The bus's URL.
    public var bus: String
    /// The conversation; nil when none was named.
    public var session: String?
    /// The level of the programs' logs.
    public var logLevel: String
    /// How many seconds a stage waits for the broker; nil leaves it to the stages.
    public var wait: Double?
    /// The apps' files; the example when there is no skill either. Each plays the sound files of its folder.
    public var apps: [String] = []
    /// The skills' files or folders. Each plays the sound files of its folder.
    public var skills: [String] = []
    /// The wake word that the microphone waits for; nil listens all the time.
    public var wake: String?
    /// Where sound comes from.
    public var input = Input.none
    /// Where sound goes, as saybus-audio takes it; nil is the loudspeaker if there is one.
    public var sink: String?
    /// The options that say which recognizer saybus-transcribe works with; empty leaves it to that.
    public var recognizer: [String] = []
    /// The recognizer's own program and its arguments, where it is one.
    public var recognizerProgram: [String] = []

    /// The programs' own key and the broker's public one, as the programs take them; nil leaves both to the environment.
    public var key: String?
    /// See ``key``.
    public var serverKey: String?
    /// The broker's own key, as it takes it; nil leaves it to the environment.
    public var brokerKey: String?
    /// The broker's policy file; nil leaves it to the environment.
    public var policy: String?

    /// How many instances of a role share the conversations; one where nothing is said.
    public var replicas: [String: Int] = [:]

    /// The roles of which there may be several.
    public static let replicable: Set<String> = ["dispatch", "intent", "transcribe"]

    /// A pipeline of text in and sound out.
    public init(bus: String, logLevel: String = "notice") { (self.bus, self.logLevel) = (bus, logLevel) }

    /// How many instances of a role there are, where there are several.
    public var instances: [String: Int] {
        var instances = replicas
        instances["dispatch"] = (replicas["dispatch"] ?? 1) * max(1, apps.count + skills.count)
        return instances
    }

    /// The roles whose stages must be ready.
    public var roles: Set<String> {
        var roles: Set = ["broker", "audio", "dispatch", "intent", "transcribe"]
        // One that hears files may be done before anybody looks.
        if case .microphone = input { roles.insert("listen") }
        return roles
    }

    /// The programs, in the order in which they are started.
    /// - Parameter hasLoudspeaker: Asked when no sink was named.
    /// - Throws: ``StageFailure`` when a program or a file is missing.
    public func programs(
        _ finder: ProgramFinder, hasLoudspeaker: () -> Bool
    ) throws(StageFailure) -> (programs: [ChildProgram], notices: [String]) {
        var notices: [String] = []
        let hosts = try hosts(finder)
        var sinkArguments = ["--sink", sink ?? "device"]
        if sink == nil, !hasLoudspeaker() {
            sinkArguments = ["--sink", "null", "--real-time"]
            notices.append(
                "no loudspeaker: sound goes nowhere, in real time; choose with --sink, such as --sink wav:answer.wav")
        }
        // What an app plays lies beside it.
        if Set(hosts.map(\.folder)).count == 1 {
            sinkArguments += ["--sounds", hosts[0].folder]
        } else {
            for host in hosts {
                for name in names(host.name, "dispatch") { sinkArguments += ["--sounds", "\(name)=\(host.folder)"] }
            }
        }
        var common = ["--bus", bus, "--log-level", logLevel]
        // An address that cannot be had will not be had later either.
        let broker = ChildProgram(
            name: "broker", path: try finder.find("saybus-broker"),
            arguments: common + (brokerKey.map { ["--key", $0] } ?? []) + (policy.map { ["--policy", $0] } ?? []),
            rule: Supervisor.Rule(givesUpOn: [64, 69, 78]))
        if let key { common += ["--key", key] }
        if let serverKey { common += ["--server-key", serverKey] }
        if let session { common += ["--session", session] }
        if let wait { common += ["--wait", "\(wait)"] }
        // One that is started again under its name takes back at once what it held; a name made of its process would have to be called lost.
        func stage(_ name: String, _ role: String, _ arguments: [String]) throws(StageFailure) -> ChildProgram {
            let program = role == "transcribe" && !recognizerProgram.isEmpty ? ["--"] + recognizerProgram : []
            return ChildProgram(
                name: name, path: try finder.find("saybus-\(role)"),
                arguments: arguments + common + ["--instance", name] + program)
        }
        var programs = [broker]
        for (name, role, arguments) in [("audio", "audio", sinkArguments)]
            + hosts.map({ ($0.name, "dispatch", [$0.option, $0.path]) })
            + [("intent", "intent", []), ("transcribe", "transcribe", recognizer)]
        {
            let names = names(name, role)
            for (index, name) in names.enumerated() {
                let share = names.count == 1 ? [] : ["--buckets", "\(index)/\(names.count)"]
                programs.append(try stage(name, role, arguments + share))
            }
        }
        if let listen = try listener(finder, common) { programs.append(listen) }
        return (programs, notices)
    }

    /// The instances of a stage.
    private func names(_ name: String, _ role: String) -> [String] {
        let count = replicas[role] ?? 1
        return count == 1 ? [name] : (0..<count).map { "\(name).\($0)" }
    }

    /// An app or a skill, and the stage that runs it.
    private struct Host {
        let name: String
        let option: String
        let path: String

        /// Where the files lie that it plays.
        var folder: String {
            let place = URL(fileURLWithPath: path)
            return place.hasDirectoryPath ? place.path : place.deletingLastPathComponent().path
        }
    }

    private func hosts(_ finder: ProgramFinder) throws(StageFailure) -> [Host] {
        var files: [(option: String, path: String)] = []
        for app in apps { files.append(("--app", try readable(app, "app"))) }
        for skill in skills { files.append(("--skill", try readable(skill, "skill"))) }
        if files.isEmpty { files.append(("--app", try finder.exampleApp())) }
        guard files.count > 1 else { return files.map { Host(name: "dispatch", option: $0.option, path: $0.path) } }
        return files.enumerated().map { index, file in
            Host(name: "dispatch-\(index + 1)", option: file.option, path: file.path)
        }
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
            // One that is not there is no reason to do without the rest.
            arguments =
                ["--await-mic"] + (wake.map { ["--wake", $0] } ?? []) + (device.map { ["--mic", $0] } ?? ["--mic"])
        }
        // Options first: what takes several values would take them, too.
        return ChildProgram(
            name: "listen", path: try finder.find("saybus-listen"),
            arguments: common + ["--instance", "listen"] + arguments,
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
