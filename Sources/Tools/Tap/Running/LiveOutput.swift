import SaybusBus
import SaybusMessages

/// The output of a live view: standard output, as successive lines or as a redrawn screen, and the event
/// file.
final class LiveOutput: Sendable {
    private let bus: Bus
    private let writer: LineWriter
    private let format: LineFormat
    private let terminal = Terminal.standardOutput
    private let events: EventFile?
    private let keyboard: Keyboard?

    /// - Parameter isFullScreen: Whether to redraw the screen if standard output is an interactive terminal.
    init(_ writer: LineWriter, on bus: Bus, color: ColorChoice, isFullScreen: Bool, events: EventFile?) {
        (self.writer, self.bus, self.events) = (writer, bus, events)
        format = LineFormat(isColored: terminal.isColored(color))
        keyboard = isFullScreen && terminal.isTerminal ? Keyboard() : nil
    }

    /// The key presses; nil unless the output is a redrawn screen.
    var keys: AsyncStream<Keyboard.Key>? { keyboard?.keys }

    /// The current times, with the terminal's current width.
    var context: ViewContext {
        ViewContext(steady: SteadyClock.microseconds(), wall: bus.now, columns: terminal.columns)
    }

    /// Switches to the alternate screen in full-screen mode.
    func open() async throws {
        if keyboard != nil { try await writer.write(text: FullScreen.enter) }
    }

    /// Restores the screen.
    func close() async throws {
        guard let keyboard else { return }
        keyboard.close()
        try await writer.write(text: FullScreen.leave)
    }

    /// Writes lines below the earlier ones.
    func write(_ lines: [TapLine]) async throws {
        let text = try render(lines)
        if !text.isEmpty { try await writer.write(text: text.map { $0 + "\n" }.joined()) }
    }

    /// Writes a refresh: redraws the screen in full-screen mode, else appends the lines.
    func show(_ lines: [TapLine]) async throws {
        guard keyboard != nil else { return try await write(lines) }
        try await writer.write(text: FullScreen.text(try render(lines), rows: terminal.rows ?? 24))
    }

    private func render(_ lines: [TapLine]) throws -> [String] {
        let columns = terminal.columns
        var text: [String] = []
        for line in lines {
            switch line {
            case .spans(let spans): text.append(format.line(spans, width: columns))
            case .json(let value): text.append(value.text().jsonSafeForTerminal)
            case .event(let value): try events?.write(value)
            }
        }
        return text
    }
}
