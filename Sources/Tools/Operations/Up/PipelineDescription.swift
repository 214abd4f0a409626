import SaybusMessages
import SaybusStage

/// The programs of a pipeline, and when it is at work.
public protocol PipelineDescription: Sendable {
    /// Whether the programs depend on whether there is a loudspeaker.
    var asksForLoudspeaker: Bool { get }
    /// The roles whose stages must be ready.
    var roles: Set<Role> { get }
    /// The number of instances of each role that has several.
    var instances: [Role: Int] { get }
    /// The instances that must be ready in whatever role, such as the apps that are programs.
    var programInstances: Set<String> { get }
    /// Whether the dispatch stages have apps of their own.
    var hasApps: Bool { get }

    /// The metrics and traces.
    var telemetry: PipelineTelemetry { get }

    /// Returns the programs, in the order in which they are started, and notices for the user.
    /// - Parameter hasLoudspeaker: Returns whether there is a loudspeaker.
    func programs(
        _ finder: ProgramFinder, hasLoudspeaker: () -> Bool
    ) throws(StageFailure) -> (programs: [ChildProgram], notices: [String])
}

extension PipelineDescription {
    /// The readiness of the pipeline, none of whose stages is known yet.
    var readiness: PipelineReadiness {
        PipelineReadiness(roles, replicas: instances, programs: programInstances, hasApps: hasApps)
    }
}

extension PipelinePlan: PipelineDescription {
    /// Whether no sink was named.
    public var asksForLoudspeaker: Bool { sink == nil }
}
