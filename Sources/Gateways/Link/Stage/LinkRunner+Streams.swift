import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The streams and consumers.
extension LinkRunner {
    func prepare(_ site: SiteName) {
        guard let client else { return }
        let (streams, queue) = (Streams(client: client), queue)
        Task {
            let problem: String? = await withCheckedContinuation { continuation in
                queue.async {
                    do {
                        try streams.makeSiteConsumer(site)
                        continuation.resume(returning: nil)
                    } catch {
                        continuation.resume(returning: "\(error)")
                    }
                }
            }
            self.perform(self.relay.prepared(site, problem: problem, now: SteadyClock.microseconds()))
        }
    }

    /// Makes the streams and consumers, and tries again until they are there.
    func makeStreams() {
        guard let client else { return }
        setup?.cancel()
        let streams = Streams(client: client)
        let configuration = configuration
        let queue = queue
        setup = Task {
            while !Task.isCancelled {
                let problem: String? = await withCheckedContinuation { continuation in
                    queue.async {
                        do {
                            try streams.prepare(configuration)
                            continuation.resume(returning: nil)
                        } catch {
                            continuation.resume(returning: "\(error)")
                        }
                    }
                }
                self.prepared(problem)
                guard problem != nil else { return }
                try? await Task.sleep(for: .seconds(2))
            }
        }
    }

    func prepared(_ problem: String?) {
        if let problem, problem != setupProblem {
            context.logger.warning("the streams cannot be used", metadata: ["reason": "\(problem)"])
        }
        setupProblem = problem
        // Nothing is sent before its answer can arrive.
        if problem == nil, isConnected { perform(relay.connected(now: SteadyClock.microseconds())) }
        showStatus()
    }
}

extension Streams {
    /// Makes the streams and consumers that a link needs.
    func prepare(_ configuration: LinkConfiguration) throws(LinkError) {
        // A site that serves no other only sends and receives. The serving sites make its streams, so that it needs no
        // right to.
        guard !configuration.serves.isEmpty else { return }
        try make(inMemory: configuration.keepsInMemory, replicas: configuration.replicas)
        if configuration.serves.contains(.intent) { try makeIntentConsumers(configuration.share) }
        try makeStateConsumer(deliverTo: "\(configuration.settings.inbox).state")
    }
}
