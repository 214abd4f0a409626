import Foundation
import SaybusMessages
import SaybusOperations
import SaybusStage
import SaybusTelemetry

extension PipelineFile {
    /// The options that the file sets for all programs, or that the pipeline sets itself.
    private static let reserved = ["bus", "instance"]
    /// The most bytes of a stage's and of a file's name in the name of an instance, which may have 64 with a number.
    private static let (maximumStageNameLength, maximumFileNameBytes) = (24, 32)
    /// The key whose value is the program after `--` with its arguments.
    private static let programKey = "command"
    /// The programs that are started first, each before those that send to it, and ended last, so that the work of each
    /// stage still reaches the next one.
    private static let receivers = ["broker", "audio", "dispatch", "intent", "transcribe"]

    /// Returns the programs of a machine, in the order in which they are started: the broker first, the listener last,
    /// and each stage after those to which it sends.
    /// - Parameters:
    ///   - host: The machine's name in the file; nil for all stages.
    ///   - bus: The URL of the bus.
    ///   - finder: Finds the programs.
    ///   - options: The options of each program, by its name without `saybus-`.
    /// - Throws: ``PipelineFileError`` for options that a program does not have, `StageFailure` when a program is
    ///   missing.
    public func programs(
        of host: String?, bus: String, finder: ProgramFinder, options: [String: ProgramOptions]
    ) throws -> [ChildProgram] {
        var programs: [ChildProgram] = []
        for stage in try stages(of: host).sorted(by: { Self.rank($0.program) < Self.rank($1.program) }) {
            guard let known = options[stage.program] else {
                throw PipelineFileError(
                    .field, file: path, line: stage.line,
                    "there is no program saybus-\(stage.program) for the stage \(stage.name)")
            }
            let program = try finder.find("saybus-\(stage.program)")
            let (own, command) = try arguments(of: stage, known)
            for (index, host) in hosted(stage).enumerated() {
                let metrics = try telemetry.address(of: stage.firstProgram + index).map { "\($0)" }
                var arguments = ["--bus", bus]
                // The stage's own settings take precedence.
                let isBroker = stage.program == "broker"
                for (name, value) in [
                    ("log-level", logLevel), ("session", session), ("key", isBroker ? nil : key),
                    ("server-key", isBroker ? nil : serverKey), ("instance", host.instance),
                    ("metrics", metrics), ("traces", telemetry.traces?.base),
                ] {
                    guard let value, known.option(name) != nil, stage.option(name) == nil else { continue }
                    arguments += ["--\(name)", value]
                }
                if stage.isReplaceable, known.option("standby") != nil { arguments.append("--standby") }
                let rule: Supervisor.Rule =
                    stage.program == "broker" ? .broker : Supervisor.Rule(mayFinish: stage.option("wav") != nil)
                programs.append(
                    ChildProgram(
                        name: host.instance, path: program, arguments: arguments + own + host.arguments + command,
                        environment: environment.merging(stage.environment) { $1 }, rule: rule))
            }
        }
        return programs
    }

    /// Returns the names of the programs that the file needs, without `saybus-`.
    func programNames(of host: String?) throws(PipelineFileError) -> Set<String> {
        Set(try stages(of: host).map(\.program))
    }

    /// Returns whether a stage has an instance of a name.
    public func hasInstance(_ name: String) -> Bool { only(name) != nil }

    /// Returns the file with only the stage of which an instance has a name; nil when there is none.
    func only(_ instance: String) -> PipelineFile? {
        var file = self
        file.stages = stages.filter { stage in hosted(stage).contains { $0.instance == instance } }
        return file.stages.isEmpty ? nil : file
    }

    /// Returns the conversation of a stage; nil for all conversations.
    func session(of stage: Stage) -> String? {
        if case .texts(let texts)? = stage.option("session")?.value, let own = texts.first { return own }
        return session
    }

    /// Returns whether two stages are on one bus. A local one is that of a machine.
    func share(_ one: Stage, _ other: Stage, bus: String) -> Bool {
        bus.hasPrefix("tcp:") || hosts.isEmpty
            || hosts.values.contains { $0.contains(one.name) && $0.contains(other.name) }
    }

    /// Returns whether another dispatch stage, without Home Assistant, runs the apps for the conversations of a stage.
    func hasOtherHost(besides stage: Stage, bus: String) -> Bool {
        let own = session(of: stage)
        return stages.contains { other in
            guard other.program == "dispatch", !other.isWithoutApps, !other.servesHome else { return false }
            let theirs = session(of: other)
            return (theirs == nil || theirs == own) && share(other, stage, bus: bus)
        }
    }

    /// Returns the instances of a stage, with the arguments that distinguish them.
    func hosted(_ stage: Stage) -> [(instance: String, arguments: [String])] {
        guard stage.program == "dispatch", stage.hostsApps else { return [(stage.name, [])] }
        let files = apps.map { ["--app", $0] } + skills.map { ["--skill", $0] }
        guard files.count > 1 else { return [(stage.name, files.first ?? [])] }
        return Array(zip(names(of: apps + skills, in: stage), files))
    }

    /// Returns the names of a stage's instances for several apps: `dispatch-kitchen` for `apps/kitchen.yaml`.
    ///
    /// A name depends on the other files only where these are called alike. So a change of one app leaves the instances
    /// of the others alone.
    private func names(of files: [String], in stage: Stage) -> [String] {
        let parts = files.map { path in
            let file = URL(fileURLWithPath: path).deletingPathExtension()
            return (own: file.lastPathComponent, folder: file.deletingLastPathComponent().lastPathComponent)
        }
        var used = Set(stages.map(\.name))
        return parts.map { part in
            let isAlone = parts.count { $0.own == part.own } == 1
            let file = (isAlone ? part.own : "\(part.folder)-\(part.own)").utf8.prefix(Self.maximumFileNameBytes)
            let allowed = file.map { Source.isAllowed($0) ? $0 : UInt8(ascii: "-") }
            let name = "\(stage.name.prefix(Self.maximumStageNameLength))-\(String(decoding: allowed, as: UTF8.self))"
            let free = (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }.first { !used.contains($0) } ?? name
            used.insert(free)
            return free
        }
    }

    private static func rank(_ program: String) -> Int {
        if let place = receivers.firstIndex(of: program) { return place }
        return program == "listen" ? receivers.count + 1 : receivers.count
    }

    private func arguments(
        of stage: Stage, _ known: ProgramOptions
    ) throws(PipelineFileError) -> (own: [String], command: [String]) {
        var (own, command): ([String], [String]) = ([], [])
        for option in stage.options {
            func wrong(_ reason: String) -> PipelineFileError {
                PipelineFileError(.field, file: path, line: option.line, "stage \(stage.name): \(reason)")
            }
            if Self.reserved.contains(option.name) {
                throw wrong("\"\(option.name)\" is set for all stages: leave it out here")
            }
            if option.name == Self.programKey, known.takesProgram, case .texts(let words) = option.value {
                command = ["--"] + words
                continue
            }
            guard let description = known.option(option.name) else {
                let names = known.options.map(\.name).filter { !Self.reserved.contains($0) }.joined(separator: ", ")
                throw wrong("saybus-\(stage.program) has no option \"\(option.name)\"; it has \(names)")
            }
            switch option.value {
            case .flag(true): own.append("--\(option.name)")
            // A false flag is left out, as on a command line.
            case .flag(false): break
            case .texts(let values):
                if description.isFlag { throw wrong("\"\(option.name)\" takes true or false") }
                guard values.count == 1 || description.isRepeating else {
                    throw wrong("\"\(option.name)\" takes one value")
                }
                for value in values where !description.choices.isEmpty && !description.choices.contains(value) {
                    throw wrong(
                        "\"\(option.name)\" takes \(description.choices.joined(separator: ", ")), not \"\(value.shortened(to: 40))\""
                    )
                }
                // With the equals sign, a value may begin with a hyphen.
                own += values.map { "--\(option.name)=\($0)" }
            }
        }
        return (own, command)
    }
}

extension PipelineFile.Stage {
    /// Returns an option; nil when the stage does not set it.
    func option(_ name: String) -> PipelineFile.Option? { options.first { $0.name == name } }

    /// Whether the stage is a dispatcher without apps of its own.
    var isWithoutApps: Bool { program == "dispatch" && option("no-app")?.value == .flag(true) }

    /// Whether the stage serves Home Assistant.
    var servesHome: Bool { program == "dispatch" && option("home-assistant") != nil }

    /// Whether the stage is a shadow, which serves nobody.
    var isShadow: Bool { option("shadow")?.value == .flag(true) }

    /// Whether the stage is started with `--standby` although it does not say so: a recognizer then gives way to a
    /// program that `saybus swap` starts.
    fileprivate var isReplaceable: Bool {
        ["transcribe", "intent"].contains(program) && option("standby") == nil && !isShadow
    }
}
