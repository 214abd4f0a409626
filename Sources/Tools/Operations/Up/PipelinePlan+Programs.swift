import Foundation
import SaybusMessages
import SaybusStage

/// The programs of a plan, with their arguments.
extension PipelinePlan {
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
        if sink == nil, !without.contains(.audio), !hasLoudspeaker() {
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
        func stage(_ name: String, _ role: Role, _ arguments: [String]) throws(StageFailure) -> ChildProgram {
            let program = role == .transcribe && !recognizerProgram.isEmpty ? ["--"] + recognizerProgram : []
            return ChildProgram(
                name: name, path: try finder.find("saybus-\(role)"),
                arguments: arguments + common + ["--instance", name] + program)
        }
        var programs = [try broker(finder)]
        var stages: [(name: String, role: Role, arguments: [String])] = [
            ("audio", .audio, sinkArguments + synthesizer)
        ]
        for host in hosts where !host.isProgram { stages.append((host.name, .dispatch, host.arguments)) }
        stages.append(("intent", .intent, []))
        stages.append(("transcribe", .transcribe, recognizer))
        if let console {
            stages.append(("console", .console, ["--http", console] + shown + sounds + synthesizer))
        }
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
        for number in programs.indices where programs[number].role != .app {
            let further = try telemetry.arguments(number, hasTraces: programs[number].role != .broker)
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
            return (host.isProgram ? [host.name] : names(host.name, .dispatch)).flatMap {
                ["--sounds", "\($0)=\(folder)"]
            }
        }
    }

    /// Returns the instance names of a stage.
    private func names(_ name: String, _ role: Role) -> [String] {
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
            if access(app, F_OK) != 0, !app.contains("/"), let program = finder.path(of: app) {
                throw StageFailure(
                    .noInput, "there is no app file \(app) here; the program of this name is run by --app \(program)")
            }
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
