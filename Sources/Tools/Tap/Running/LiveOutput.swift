import SaybusMessages

/// Where a live view's lines go: the output, line after line or as a picture that is drawn again, and the file beside it.
final class LiveOutput: Sendable {
    private let writer: LineWriter
    private let format: LineFormat
    private let terminal = Terminal.standardOutput
    private let events: EventFile?
    private let keyboard: Keyboard?

    /// - Parameter isFullScreen: Whether the view is a picture, if a person sits at the terminal.
    init(_ writer: LineWriter, color: ColorChoice, isFullScreen: Bool, events: EventFile?) {
        (self.writer, self.events) = (writer, events)
        format = LineFormat(isColored: terminal.isColored(color))
        keyboard = isFullScreen && terminal.isTerminal ? Keyboard() : nil
    }

    /// What is pressed; nil when the output is no picture.
    var keys: AsyncStream<Keyboard.Key>? { keyboard?.keys }

    /// Now, with the terminal's width as it is.
    var context: ViewContext { .now(columns: terminal.columns) }

    /// Prepares the screen.
    func open() async throws {
        if keyboard != nil { try await writer.write(text: FullScreen.enter) }
    }

    /// Leaves the screen as it was.
    func close() async throws {
        guard let keyboard else { return }
        keyboard.close()
        try await writer.write(text: FullScreen.leave)
    }

    /// Writes lines.
    func write(_ lines: [TapLine]) async throws {
        let text = try render(lines)
        if !text.isEmpty { try await writer.write(text: text.map { $0 + "\n" }.joined()) }
    }

    /// Shows what there is now: a new picture, or the same lines again below the others.
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
            case .json(let value): text.append(JSONFormat.escaped(value.text()))
            case .event(let value): try events?.write(value)
            }
        }
        return text
    }
}
