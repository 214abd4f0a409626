import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusTerminal

/// `saybus talk`: a conversation in a terminal. A line is said, the space bar or an empty line opens the microphone for
/// a turn, and a number chooses an option of the question that is open.
public struct Talk: Sendable {
    private let address: BusAddress
    private let session: Session
    private let wait: Duration
    private let question = OpenQuestion()

    /// Creates a conversation.
    public init(at address: BusAddress, session: Session = .default, wait: Duration = .zero) {
        (self.address, self.session, self.wait) = (address, session, wait)
    }

    /// Talks with the terminal's keys, or with the lines of standard input when that is no terminal, until the input or
    /// a signal ends it.
    /// - Throws: `BusError` when no broker answers at the beginning. Later failures are printed.
    public func run() async throws {
        let keyboard = TalkKeyboard(choices: { [question] in question.choices }, echo: .standardOutput)
        defer { keyboard?.close() }
        // A turn that a signal cuts off is withdrawn: the microphone would stay open for nobody.
        let stops = await StopSignals.caught()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                guard let keyboard else { return try await run { await StandardInput.nextLine() } }
                try await run(greeting: "Type what you would say, or press the space bar and speak. Ctrl-D ends.") {
                    await keyboard.next()
                }
            }
            group.addTask { for await _ in stops { return } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Talks until the input ends.
    /// - Parameters:
    ///   - greeting: A line about what to do.
    ///   - nextLine: Returns the next line of the user; nil at the end.
    ///   - output: Gets the turns and the questions.
    /// - Throws: `BusError` when no broker answers at the beginning. Later failures are printed.
    public func run(
        output: TextOutput = .standardOutput,
        greeting: String = "Type what you would say, or press Return and speak. Ctrl-D ends.",
        nextLine: @escaping @Sendable () async -> String?
    ) async throws {
        let client = try ClientConnection(.ask, at: address, wait: wait, tracking: [])
        try await withClosing(client.bus) { [session, question] in
            let requests = client.bus.subscribe(VoiceRequestStatus.self, in: session)
            let sequences = client.bus.subscribe(AudioSequence.self, in: session)
            try await client.ready([], wait: wait)
            await withTaskGroup(of: Void.self) { group in
                // It ends with the bus, whose failure the next line meets.
                group.addTask { try? await Self.follow(requests, question, output) }
                group.addTask { try? await Self.follow(sequences, output) }
                output.line(greeting)
                while let line = await nextLine() {
                    await turn(line, question.question, output)
                }
                group.cancelAll()
            }
        }
    }

    /// Prints the options of each question.
    private static func follow(
        _ requests: Subscription<VoiceRequestStatus>, _ open: OpenQuestion, _ output: TextOutput
    ) async throws {
        for try await request in requests {
            open.record(request.body)
            guard request.body.state == .presented else { continue }
            for (index, option) in (request.body.question.options ?? []).enumerated() {
                output.line("  \(index + 1)  \(LineSplitter.printable(option))")
            }
        }
    }

    /// Prints what is said without being asked for, such as the words of a timer that rings, once for all repetitions.
    private static func follow(_ sequences: Subscription<AudioSequence>, _ output: TextOutput) async throws {
        var last = ""
        for try await sequence in sequences {
            let words = sequence.body.spokenText
            guard sequence.header.turn == nil, !words.isEmpty else {
                last = ""
                continue
            }
            if words != last { output.line("  \"\(LineSplitter.printable(words))\"") }
            last = words
        }
    }

    private func turn(_ line: String, _ question: VoiceRequestStatus.Question?, _ output: TextOutput) async {
        let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        do {
            if text.isEmpty {
                var options = Listen.Options()
                options.session = session
                _ = try await Listen(at: address, options: options).run(output: output, log: output)
            } else {
                var options = Ask.Options()
                options.session = session
                let choice = Int(text).flatMap { number in
                    question?.options.flatMap { $0.indices.contains(number &- 1) ? $0[number &- 1] : nil }
                }
                _ = try await Ask(choice ?? text, at: address, options: options).run(output: output, log: output)
            }
        } catch {
            // A turn that the end of the conversation cuts off has not failed.
            guard !Task.isCancelled else { return }
            output.line(LineSplitter.printable("\(error)"))
        }
    }
}
