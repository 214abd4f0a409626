import SaybusBus
import SaybusStage

/// Shows the messages that pass the bus, one line each.
public struct EchoProgram: Sendable {
    private let printer: MessagePrinter
    private let json: JSONFormat?
    private let count: Int
    private let color: ColorChoice

    /// A program.
    /// - Parameters:
    ///   - echo: What is shown.
    ///   - json: The format for programs; nil means that people read.
    ///   - count: Ends after so many messages.
    ///   - color: When to colour.
    public init(printer: MessagePrinter, json: JSONFormat? = nil, count: Int = .max, color: ColorChoice = .auto) {
        (self.printer, self.json, self.count, self.color) = (printer, json, count, color)
    }

    /// Shows them until enough have been shown, or as ``TapRunner`` ends.
    public func run(_ options: BusOptions, duration: Duration? = nil) async throws {
        try await TapRunner(command: "echo", options: options, duration: duration).run { bus, received, writer in
            var printer = printer
            var left = count
            let terminal = Terminal.standardOutput
            var format = ReadableFormat(isColored: terminal.isColored(color))
            for await received in received {
                for entry in printer.entries(for: received, counters: bus.counters) {
                    try await writer.write(json?.line(entry) ?? format.line(entry, width: terminal.columns))
                    if entry.isReceived { left -= 1 }
                    if left == 0 { return }
                }
            }
        }
    }
}
