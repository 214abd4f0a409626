import SaybusSupport

/// A source whose frames pass through processors.
public struct ProcessedSource: AudioSource {
    private let source: any AudioSource
    private let processors: [any FrameProcessor]
    private let report: @Sendable (String?) -> Void
    private let problem = Watched<String?>(nil)

    /// Creates a source.
    /// - Parameters:
    ///   - source: The source of the sound.
    ///   - processors: The processors, in the order in which the sound passes them.
    ///   - report: Gets the problem when a processor begins to fail, and nil when all work again.
    public init(
        _ source: any AudioSource, _ processors: [any FrameProcessor],
        report: @escaping @Sendable (String?) -> Void = { _ in }
    ) {
        (self.source, self.processors, self.report) = (source, processors, report)
    }

    /// Returns the next block. The sound passes a processor that fails unchanged.
    public func next() async throws -> AudioBlock? {
        guard var block = try await source.next() else { return nil }
        guard !block.samples.isEmpty else { return block }
        var found: String?
        for processor in processors {
            do {
                let samples = try await processor.process(block.samples)
                if samples.count == block.samples.count {
                    block.samples = samples
                } else {
                    found = found ?? "a processor of sound returns \(samples.count) samples for \(block.samples.count)"
                }
            } catch {
                found = found ?? "a processor of sound fails: \(LogLine.clean("\(error)", limit: 300))"
            }
        }
        show(found)
        return block
    }

    /// Ends the source.
    public func stop() async { await source.stop() }

    private func show(_ found: String?) {
        let hasChanged = problem.change { problem in
            defer { problem = found }
            return problem != found
        }
        if hasChanged { report(found) }
    }
}
