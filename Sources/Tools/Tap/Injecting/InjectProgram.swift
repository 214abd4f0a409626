import ArgumentParser
import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage

/// `saybus-tap inject`: publishes one message that somebody has written by hand.
public struct InjectProgram: Sendable {
    let body: InjectedBody
    let turn: TurnID?
    let causes: [MessageID]
    /// Microseconds until its deadline.
    let life: Int64?
    /// How long to wait for an answer; nil does not.
    let patience: Duration?

    /// Publishes it and prints its id.
    /// - Throws: `ExitCode` 1 when no answer comes in time.
    public func run(_ options: BusOptions) async throws {
        for field in body.unknown {
            say("the kind does not know the field \(field): receivers will leave it alone")
        }
        let isAnswered = OnceFlag()
        let (session, brokerPatience) = (options.chosenSession, options.brokerTimeout)
        try await TapRunner(command: "inject", options: options).run(subscribing: { bus in
            patience == nil ? nil : bus.subscribeToAll()
        }) { bus, received, writer in
            let header = try publish(body.body, bus, session)
            try await writer.write(header.id.description)
            if let received, let patience {
                guard let answer = await Self.answer(to: header.id, in: received, within: patience) else { return }
                isAnswered.set()
                let shown = Entry.Shown(message: answer, problem: nil, summary: [], sinceTurn: nil)
                try await writer.write(JSONFormat(withAudio: false).line(.message(shown)))
            } else {
                // A second barrier comes back after the message has passed the broker.
                try await bus.ready(within: brokerPatience)
            }
        }
        if let patience, !isAnswered.isSet {
            say("no answer came within \(patience.inWords)")
            throw ExitCode(1)
        }
    }

    private func publish(_ body: some BusMessage, _ bus: Bus, _ session: Session?) throws -> Header {
        try bus.publish(
            body, session: session, turn: turn, causes: causes,
            deadline: life.map { WallClock.microseconds() + $0 })
    }

    private static func answer(
        to id: MessageID, in received: RawSubscription, within time: Duration
    ) async -> RawMessage? {
        await withTaskGroup(of: RawMessage?.self) { group in
            group.addTask {
                for await case .message(let message) in received where message.header.causes.contains(id) {
                    return message
                }
                return nil
            }
            group.addTask {
                // The time limit itself.
                try? await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func say(_ text: String) { StandardError.shared.write("saybus-tap: \(text)\n") }
}
