import Foundation

/// The export of a queue's spans to a collector, in batches.
///
/// A collector that is away costs nothing but spans: those of three failed requests are dropped and counted.
public actor SpanExporter {
    /// The time between two requests.
    static let interval = Duration.seconds(2)
    /// The most requests for the same spans.
    static let attempts = 3

    private let queue: SpanQueue
    private let client: CollectorClient
    private let resource: [String: String]
    private let scope: ExportRequest.Scope
    private let report: @Sendable (String) -> Void
    private var batch: [FinishedSpan] = []
    private var failures = 0
    /// The export that is under way; nil when there is none.
    private var current: Task<Void, Never>?

    /// Creates an exporter.
    /// - Parameters:
    ///   - queue: The spans.
    ///   - address: The collector.
    ///   - resource: The program's own attributes, such as `service.name`.
    ///   - version: The program's version.
    ///   - report: Reports a failure after a success, in a sentence.
    public init(
        _ queue: SpanQueue, to address: CollectorAddress, as resource: [String: String], version: String,
        report: @escaping @Sendable (String) -> Void
    ) {
        (self.queue, self.resource, self.report) = (queue, resource, report)
        client = CollectorClient(address: address)
        scope = ExportRequest.Scope(name: "saybus", version: version)
    }

    /// Exports spans until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            do { try await Task.sleep(for: Self.interval) } catch { return }
            await exportAll()
        }
    }

    /// Exports the waiting spans, for as long as a collector takes them. An export that is under way comes first.
    public func exportAll() async {
        // Two at once would send the same batch twice, and the end of one would drop the batch of the other.
        while let current { await current.value }
        let next = Task {
            await exportWaiting()
            current = nil
        }
        current = next
        await next.value
    }

    private func exportWaiting() async {
        while true {
            if batch.isEmpty { batch = queue.take() }
            guard !batch.isEmpty, await export() else { return }
        }
    }

    private func export() async -> Bool {
        let sent = batch
        let problem: String
        do {
            let status = try await client.post(ExportRequest(sent, of: resource, scope: scope).bytes())
            if (200..<300).contains(status) {
                queue.exported(sent.count)
                (batch, failures) = ([], 0)
                return true
            }
            problem = "the collector of traces at \(client.address) answers \(status)"
        } catch {
            problem = "the collector of traces at \(client.address) cannot be reached"
        }
        failures += 1
        let isGivenUp = failures >= Self.attempts
        if queue.failed(isGivenUp ? sent.count : 0, problem) { report(problem) }
        if isGivenUp { (batch, failures) = ([], 0) }
        return false
    }
}
