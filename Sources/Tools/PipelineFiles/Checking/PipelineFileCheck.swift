import SaybusMessages
import SaybusOperations
import SaybusProcesses
import SaybusStage

/// A check of a pipeline's file: all that would keep its programs from running, without starting any of them.
public struct PipelineFileCheck: Sendable {
    /// The time in which a program must have read its options.
    private static let checkTime = Duration.seconds(20)

    let file: PipelineFile
    private let host: String?
    private let bus: String
    private let finder: ProgramFinder

    /// Creates a check of a machine.
    /// - Parameters:
    ///   - file: The file.
    ///   - host: The machine's name in the file; nil for all stages.
    ///   - bus: The URL of the bus.
    ///   - finder: Finds the programs.
    public init(_ file: PipelineFile, host: String?, bus: String, finder: ProgramFinder = ProgramFinder()) {
        (self.file, self.host, self.bus, self.finder) = (file, host, bus, finder)
    }

    /// Checks the file.
    /// - Returns: The number of programs that can be started, the problems, and notes about what keeps no program from
    ///   running, or may not be looked at by this user, each with its line.
    /// - Throws: ``PipelineFileError`` for a machine that the file does not name; `StageFailure` with code
    ///   `unavailable` when a program cannot be asked; `CancellationError`.
    public func run() async throws -> (
        programs: Int, problems: [PipelineFileError], notes: [PipelineFileError]
    ) {
        let stages = try file.stages(of: host)
        let options = try await ProgramOptions.ofPrograms(Set(stages.map(\.program)), finder)
        var problems: [PipelineFileError] = []
        var refused: Set<String> = []
        for stage in stages {
            var one = file
            one.stages = [stage]
            do {
                _ = try one.programs(of: nil, bus: bus, finder: finder, options: options)
            } catch let error as PipelineFileError {
                problems.append(error)
                refused.insert(stage.name)
            }
        }
        if stages.contains(where: { $0.program == "dispatch" }) { problems += appProblems + rivalDispatchers }
        // Of a file for several machines, the others' keys and files are not here.
        var named: (problems: [PipelineFileError], notes: [PipelineFileError]) = ([], [])
        if host != nil || file.hosts.isEmpty { named = namedFindings(of: stages) }
        if let note = file.servicesNote { named.notes.append(note) }
        named.notes += unassignedStages
        problems += named.problems
        // Options that cannot be right would be told once more by their programs.
        var rest = file
        rest.stages = file.stages.filter { stage in
            !refused.contains(stage.name) && !problems.contains { concerns($0, stage) }
        }
        let machines: [String?] =
            host == nil && !file.hosts.isEmpty ? file.hosts.keys.sorted().map { Optional($0) } : [host]
        for machine in machines {
            let programs = try rest.programs(of: machine, bus: bus, finder: finder, options: options)
            if let problem = portProblem(of: programs) { problems.append(problem) }
            if let problem = try brokerProblem(of: machine) { problems.append(problem) }
        }
        let programs = try rest.programs(of: host, bus: bus, finder: finder, options: options)
        for program in programs {
            if let problem = try await refusal(of: program, stages) { problems.append(problem) }
        }
        return (programs.count, problems, named.notes)
    }

    /// Returns whether a problem is one of the lines of a stage.
    private func concerns(_ problem: PipelineFileError, _ stage: PipelineFile.Stage) -> Bool {
        guard problem.file == file.path, let line = problem.line else { return false }
        return line >= stage.line && line <= stage.options.map(\.line).reduce(stage.line, max)
    }

    /// Returns why a program does not take its options, which it reads without doing anything; nil when it takes them.
    private func refusal(
        of program: ChildProgram, _ stages: [PipelineFile.Stage]
    ) async throws -> PipelineFileError? {
        let variables = program.environment.merging([optionCheckVariable: "1"]) { $1 }
        let result = try await ProcessCommand(
            program.path, program.arguments, addingToEnvironment: variables
        ).capture(limit: 64 << 10, timeout: Self.checkTime)
        let run: CapturedRun
        do {
            run = try result.get()
        } catch {
            throw StageFailure(.unavailable, "\(program.path) does not check its options: \(error.reason)")
        }
        guard run.termination != .exited(0) else { return nil }
        let said = run.errors.text.split(separator: "\n").first.map(String.init) ?? "it does not take its options"
        let reason = said.hasPrefix("Error: ") ? String(said.dropFirst(7)) : said
        return PipelineFileError(
            .field, file: file.path, line: stage(of: program, stages)?.line,
            "stage \(program.name): \(reason.shortened(to: 400))")
    }

    private func stage(of program: ChildProgram, _ stages: [PipelineFile.Stage]) -> PipelineFile.Stage? {
        stages.first { stage in file.hosted(stage).contains { $0.instance == program.name } }
    }

    /// Notes about the stages that no machine runs, of a file for several machines.
    private var unassignedStages: [PipelineFileError] {
        guard !file.hosts.isEmpty else { return [] }
        let assigned = Set(file.hosts.values.joined())
        return file.stages.filter { !assigned.contains($0.name) }.map { stage in
            PipelineFileError(
                .field, file: file.path, line: stage.line, "no machine under hosts has the stage \(stage.name)")
        }
    }

    /// The problems of dispatch stages of which another one has the apps, or Home Assistant, too.
    private var rivalDispatchers: [PipelineFileError] {
        let apps = file.apps.count + file.skills.count
        var problems: [PipelineFileError] = []
        var others: [PipelineFile.Stage] = []
        for stage in file.stages where stage.program == "dispatch" && stage.hostsApps && apps > 0 {
            func wrong(_ reason: String) -> PipelineFileError {
                PipelineFileError(.field, file: file.path, line: stage.line, "stage \(stage.name): \(reason)")
            }
            if stage.servesHome, apps > 1 {
                problems.append(
                    wrong(
                        "each of the \(apps) apps would have Home Assistant, too: give it a dispatch stage of its own, such as \"home: {program: dispatch, home-assistant: …}\""
                    ))
            }
            // Those on standby take over from each other, and the others divide the conversations.
            guard stage.option("standby")?.value != .flag(true), stage.option("buckets") == nil else { continue }
            let session = file.session(of: stage)
            if let other = others.first(where: { file.session(of: $0) == session && file.share($0, stage, bus: bus) }) {
                problems.append(
                    wrong(
                        "\(other.name) has the apps already, and this one would carry out nothing: give it a \"session\""
                    ))
            }
            others.append(stage)
        }
        return problems
    }

    /// Returns the problem of a machine that has several brokers, of which the bus takes one.
    private func brokerProblem(of machine: String?) throws(PipelineFileError) -> PipelineFileError? {
        let brokers = try file.stages(of: machine).filter { $0.program == "broker" }
        guard let first = brokers.first, let second = brokers.dropFirst().first else { return nil }
        return PipelineFileError(
            .field, file: file.path, line: second.line,
            "\(first.name) and \(second.name) would both be the broker of the bus: leave out one of them")
    }

    /// Returns the problem of the first two programs of a machine that would listen at one address.
    private func portProblem(of programs: [ChildProgram]) -> PipelineFileError? {
        var ports = ListeningPorts()
        if let address = file.telemetry.metrics { ports.add(address, of: "saybus up") }
        for program in programs {
            guard let stage = stage(of: program, file.stages) else { continue }
            for address in ListeningPorts.addresses(of: program.arguments, of: stage.program) {
                guard let other = ports.add(address, of: program.name) else { continue }
                return PipelineFileError(
                    .field, file: file.path, line: stage.line,
                    "\(other) and \(program.name) would both listen at \(address): give one of them another port")
            }
        }
        return nil
    }
}
