import SaybusBus
import SaybusMessages
import SaybusStage

/// The command that prints the messages on the bus, one line each.
public struct EchoProgram: Sendable {
    private let printer: MessagePrinter
    private let json: JSONFormat?
    private let count: Int
    private let color: ColorChoice

    /// The time for the messages that have arrived when the command is told to stop.
    private static let finishingTime = Duration.seconds(2)

    /// Creates a program.
    /// - Parameters:
    ///   - printer: Selects and summarizes the messages.
    ///   - json: The format for programs; nil prints lines for people.
    ///   - count: The number of messages after which to end.
    ///   - color: The use of colour.
    init(printer: MessagePrinter, json: JSONFormat? = nil, count: Int = .max, color: ColorChoice = .auto) {
        (self.printer, self.json, self.count, self.color) = (printer, json, count, color)
    }

    /// Prints messages until the count is reached or ``TapRunner`` ends.
    public func run(_ options: BusOptions, duration: Duration? = nil) async throws {
        // Kinds that are published on demand need a subscription by name; their messages come with all others.
        let onDemand = MessageCatalog.all.filter { $0.isOnDemand && printer.filter.names($0.kind) }
        try await TapRunner(
            command: "echo", options: options, duration: duration, finishingTime: Self.finishingTime
        ).run { bus, received, writer in
            let demand = onDemand.isEmpty ? nil : bus.subscribe(to: onDemand)
            async let ignored: Void = Self.drop(demand)
            var printer = printer
            var left = count
            let terminal = Terminal.standardOutput
            var format = ReadableFormat(isColored: terminal.isColored(color))
            for await received in received {
                let entries = printer.entries(
                    for: received, counters: bus.counters, now: bus.now, steady: SteadyClock.microseconds())
                for entry in entries {
                    try await writer.write(json?.line(entry) ?? format.line(entry, width: terminal.columns))
                    if entry.isReceived { left -= 1 }
                    if left == 0 { return }
                }
            }
            demand?.end()
            await ignored
        }
    }

    private static func drop(_ messages: RawSubscription?) async {
        guard let messages else { return }
        for await _ in messages {}
    }
}
