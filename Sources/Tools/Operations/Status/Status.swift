import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTerminal
import Synchronization

/// `saybus status`: shows the stages on the bus and their states.
public struct Status: Sendable {
    private let address: BusAddress
    private let wait: Duration
    private let isJSON: Bool
    private let watches: Bool
    private let showsAll: Bool
    private let required: [String]

    /// Time after which the broker, whose own status comes once a second, counts as silent.
    private static let silence = Duration.seconds(3)

    /// Creates a query of a bus.
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - wait: Time to wait for the broker.
    ///   - isJSON: Whether the result is printed as JSON.
    ///   - watches: Whether to update the result until a signal ends the command.
    ///   - showsAll: Whether to show stages that were lost or failed long ago, too.
    ///   - required: The roles of which a stage must be ready.
    public init(
        at address: BusAddress, wait: Duration = .zero, isJSON: Bool = false, watches: Bool = false,
        showsAll: Bool = false, required: [String] = []
    ) {
        (self.address, self.wait, self.isJSON, self.watches) = (address, wait, isJSON, watches)
        (self.showsAll, self.required) = (showsAll, required)
    }

    /// Queries the bus and prints the result.
    /// - Throws: `BusError` when no broker answers; `StageFailure` with code `unavailable` when a required stage is not
    ///   ready in time. The present stages have been printed then.
    public func run(output: TextOutput = .standardOutput) async throws {
        let client = try ClientConnection(.status, at: address, wait: wait, tracking: [])
        try await withClosing(client.bus) {
            do {
                try await client.ready(required, wait: wait, forAll: true)
            } catch let error as StageFailure {
                try show(client.bus, output)
                throw error
            }
            try show(client.bus, output)
            guard watches else { return }
            // A broker that hangs or has gone reports nothing: the table would go on saying that all is well.
            let heard = Mutex(ContinuousClock.now)
            let watchdog = Task {
                var isShown = false
                while true {
                    try await Task.sleep(for: .seconds(1))
                    let isSilent = heard.withLock { ContinuousClock.now - $0 } > Self.silence
                    if isSilent, !isShown { try show(client.bus, output, isSilent: true) }
                    isShown = isSilent
                }
            }
            defer { watchdog.cancel() }
            var states: [Source: StageStatus.State] = [:]
            for try await status in client.statuses {
                heard.withLock { $0 = .now }
                // The broker reports its status once a second. In between, stages report their changes.
                guard let source = Source(role: status.body.role, instance: status.body.instance) else { continue }
                let isNews = states.updateValue(status.body.state, forKey: source) != status.body.state
                if isNews || status.body.role == .broker { try show(client.bus, output) }
            }
        }
    }

    private func show(_ bus: Bus, _ output: TextOutput, isSilent: Bool = false) throws {
        let report = StatusReport(bus.presence, at: bus.now, showsAll: showsAll, isSilent: isSilent)
        if isJSON {
            output.json(try report.json(indented: !watches))
            return
        }
        // Moves the cursor home, and clears each line to its end and the rest of the screen. Clearing the whole
        // screen first would flicker.
        let redraws = watches && output.style.isColoured
        let lines = ["bus \(address)"] + report.lines(output.style, width: output.columns)
        let end = redraws ? "\u{1B}[K\n" : "\n"
        output.text((redraws ? "\u{1B}[H" : "") + lines.map { $0 + end }.joined() + (redraws ? "\u{1B}[J" : ""))
    }
}
