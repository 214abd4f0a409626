import Foundation

/// The measurements on one bus.
struct PeerRun: Sendable {
    /// The loss of messages when the broker is killed and started again at once.
    struct Loss: Sendable {
        /// Texts that were published, or were to be.
        var sent: Int
        /// Texts that never arrived.
        var lost: Int
        /// The longest time between two texts, in seconds.
        var gap: Double
    }

    /// Texts for the latency, at a pace that every bus can follow.
    private static let latencyMessages = 300
    /// Texts while the broker is killed, and the time at which it is.
    private static let lossMessages = 800
    private static let killTime = Duration.seconds(2)
    private static let interval = 0.01
    /// The most texts on the way when the rate is measured.
    private static let window = 1000
    /// Longer than the five seconds after which the slowest library connects again.
    private static let idle = 12.0

    let subscriber: PeerClient
    let publisher: PeerClient
    let timeout: Duration

    /// Returns the time of each text from publisher to subscriber, in microseconds.
    func latency() async throws -> [Double] {
        let count = Self.latencyMessages
        let command = PeerClient.Command(
            number: 1, phase: "latency", count: count, interval: Self.interval, idle: Self.idle)
        return try await run(command).delays ?? []
    }

    /// Returns the texts per second.
    func rate(_ count: Int) async throws -> Double {
        let command = PeerClient.Command(number: 2, phase: "rate", count: count, window: Self.window, idle: Self.idle)
        let answer = try await run(command)
        guard let seconds = answer.seconds, seconds > 0, let distinct = answer.distinct else { return 0 }
        return Double(distinct) / seconds
    }

    /// Returns the losses when the broker is killed.
    func loss(_ kill: @escaping @Sendable () -> Void) async throws -> Loss {
        let count = Self.lossMessages
        let command = PeerClient.Command(
            number: 3, phase: "kill", count: count, interval: Self.interval, idle: Self.idle)
        async let killed: Void = {
            try await Task.sleep(for: Self.killTime)
            kill()
        }()
        let answer = try await run(command)
        try await killed
        // After the last text that arrived, the subscriber heard nothing of those that followed.
        let silentEnd = Double(count - 1 - (answer.highest ?? -1)) * Self.interval
        return Loss(sent: count, lost: count - (answer.distinct ?? 0), gap: max(answer.gap ?? 0, silentEnd))
    }

    private func run(_ command: PeerClient.Command) async throws -> PeerClient.Answer {
        try subscriber.start(command)
        try await subscriber.begun(command.number, within: timeout)
        try publisher.start(command)
        _ = try await publisher.answer(to: command.number, within: timeout)
        return try await subscriber.answer(to: command.number, within: timeout)
    }
}
