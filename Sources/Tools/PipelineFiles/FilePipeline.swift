import Foundation
import SaybusMessages
import SaybusOperations
import SaybusProcesses
import SaybusStage

/// The pipeline of a file, as `saybus up` runs it.
public struct FilePipeline: PipelineDescription {
    private let all: [ChildProgram]
    /// The metrics and traces.
    public let telemetry: PipelineTelemetry
    /// The roles whose stages must be ready.
    public let roles: Set<Role>
    /// The number of instances of each role that has several.
    public let instances: [Role: Int]
    /// The instances with another role than their program's name says. Apps that are programs are started elsewhere.
    public let programInstances: Set<String>
    /// Whether the dispatch stages have apps of their own.
    public let hasApps: Bool

    /// Prepares the pipeline of a machine.
    /// - Parameters:
    ///   - file: The file.
    ///   - host: The machine's name in the file; nil for all stages.
    ///   - bus: The URL of the bus.
    ///   - finder: Finds the programs.
    /// - Throws: ``PipelineFileError`` for what the file has wrong, `StageFailure` when a program is missing.
    public init(_ file: PipelineFile, host: String?, bus: String, finder: ProgramFinder = ProgramFinder()) async throws
    {
        let options = try await ProgramOptions.ofPrograms(file.programNames(of: host), finder)
        telemetry = file.telemetry
        all = try file.programs(of: host, bus: bus, finder: finder, options: options)
        // A listener that reads files may have finished before anybody looks.
        let awaited = try file.stages(of: host).filter { $0.option("wav") == nil && !$0.isShadow }
        // A satellite of Home Assistant recognizes what its room hears, and does not stand for a recognizer.
        let others = Set(all.filter(\.hasOtherRole).map(\.name))
        programInstances = others.intersection(awaited.map(\.name))
        let own = awaited.filter { !others.contains($0.name) }
        roles = Set(own.map { Role($0.program) })
        instances = own.reduce(into: [:]) { counts, stage in
            counts[Role(stage.program), default: 0] += file.hosted(stage).count
        }
        // Only where all three are here does anybody tell when the apps are known.
        hasApps = roles.isSuperset(of: [.dispatch, .intent, .transcribe])
    }

    /// False: a file says where the sound goes.
    public var asksForLoudspeaker: Bool { false }

    /// The programs of the machine.
    public var programs: [ChildProgram] { all }

    /// Returns the programs of this machine, as the file names them.
    public func programs(
        _ finder: ProgramFinder, hasLoudspeaker: () -> Bool
    ) throws(StageFailure) -> (programs: [ChildProgram], notices: [String]) {
        guard !all.isEmpty else { throw StageFailure(.configuration, "the file has no stages for this machine") }
        return (all, [])
    }
}

extension FilePipeline {
    /// Replaces this process by one program of a file.
    /// - Parameters:
    ///   - instance: The name of the stage; that of the instance when there are several.
    ///   - file: The file.
    ///   - bus: The URL of the bus.
    /// - Throws: ``PipelineFileError`` for what the file has wrong, or when it has no such stage; `StageFailure` when
    ///   the program cannot be started.
    public static func become(_ instance: String, of file: PipelineFile, bus: String) async throws -> Never {
        guard let own = file.only(instance),
            let program = try await FilePipeline(own, host: nil, bus: bus).all.first(where: { $0.name == instance })
        else {
            let names = file.stages.flatMap { file.hosted($0).map(\.instance) }.joined(separator: ", ")
            throw PipelineFileError(
                .field, file: file.path, "there is no stage \"\(instance.shortened(to: 64))\"; there are \(names)")
        }
        for (name, value) in program.environment { setenv(name, value, 1) }
        do {
            try ProcessCommand(program.path, program.arguments).replaceThisProcess()
        } catch {
            throw StageFailure(.unavailable, "cannot start \(program.path): \(error.reason)")
        }
    }
}
