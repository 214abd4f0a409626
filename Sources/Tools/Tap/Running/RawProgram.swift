import SaybusBus
import SaybusMessages
import SaybusStage

/// The command that prints the raw frames of messages on the bus, for `echo --raw`.
struct RawProgram: Sendable {
    private let filter: TapFilter
    private let format: FrameFormat
    private let count: Int
    private let color: ColorChoice

    init(filter: TapFilter, isWhole: Bool, count: Int, color: ColorChoice) {
        (self.filter, format, self.count, self.color) = (filter, FrameFormat(isWhole: isWhole), count, color)
    }

    /// Prints frames until the count is reached or ``TapRunner`` ends.
    func run(_ options: BusOptions, duration: Duration?) async throws {
        try await TapRunner(command: "echo", options: options, duration: duration).run(subscribing: {
            $0.subscribeToFrames()
        }) {
            _, received, writer in
            let terminal = Terminal.standardOutput
            let line = LineFormat(isColored: terminal.isColored(color))
            var left = count
            for await frames in received {
                guard let lines = lines(frames) else { continue }
                let text = lines.map { line.line($0, width: terminal.columns) + "\n" }.joined()
                try await writer.write(text: text)
                left -= 1
                if left == 0 { return }
            }
        }
    }

    /// Returns the lines for a message's frames; nil if the filter does not admit them.
    func lines(_ frames: [[UInt8]]) -> [[Span]]? {
        let wall = WallClock.microseconds()
        do throws(MessageError) {
            let message = try RawMessage(frames: frames)
            let header = message.header
            guard filter.admits(header), header.kind != Barrier.kind || filter.names(header.kind),
                filter.matches({ frames.map { String(decoding: $0, as: UTF8.self) } })
            else { return nil }
            return format.lines(frames, wall: message.stamp?.at ?? header.at, problem: nil)
        } catch {
            return filter.admits(error) ? format.lines(frames, wall: error.stamp?.at ?? wall, problem: error) : nil
        }
    }
}
