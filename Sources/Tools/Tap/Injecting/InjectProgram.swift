import ArgumentParser
import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// `saybus-tap inject`: publishes one message that a person has written.
public struct InjectProgram: Sendable {
    let body: InjectedBody
    let turn: TurnID?
    let causes: [MessageID]
    /// Microseconds until its deadline.
    let lifetime: Int64?
    /// The time to wait for an answer; nil does not wait.
    let answerTimeout: Duration?

    /// Publishes the message and prints its id.
    /// - Throws: `ExitCode` 1 if no answer arrives in time.
    public func run(_ options: BusOptions) async throws {
        for field in body.unknown {
            printNotice("the kind does not know the field \(field): receivers will leave it alone")
        }
        let isAnswered = OnceFlag()
        let (session, brokerTimeout) = (options.chosenSession, options.brokerTimeout)
        try await TapRunner(command: "inject", options: options).run(subscribing: { bus in
            answerTimeout == nil ? nil : bus.subscribeToAll()
        }) { bus, received, writer in
            let header = try publish(body.body, bus, session)
            try await writer.write(header.id.description)
            if let received, let answerTimeout {
                guard let answer = await Self.answer(to: header.id, in: received, within: answerTimeout) else { return }
                isAnswered.set()
                let shown = Entry.Shown(message: answer, problem: nil, summary: [], sinceTurn: nil)
                try await writer.write(JSONFormat(withAudio: false).line(.message(shown)))
            } else {
                // The barrier returns after the message has passed the broker.
                try await bus.ready(within: brokerTimeout)
            }
        }
        if let answerTimeout, !isAnswered.isSet {
            printNotice("no answer came within \(answerTimeout.inWords)")
            throw ExitCode(1)
        }
    }

    private func publish(_ body: some BusMessage, _ bus: Bus, _ session: Session?) throws -> Header {
        try bus.publish(
            body, session: session, turn: turn, causes: causes,
            deadline: lifetime.map { bus.now + $0 })
    }

    private static func answer(
        to id: MessageID, in received: RawSubscription, within time: Duration
    ) async -> RawMessage? {
        let answer = await received.firstElement(within: time) { element in
            guard case .message(let message) = element else { return false }
            return message.header.causes.contains(id)
        }
        guard case .message(let message)? = answer else { return nil }
        return message
    }

    private func printNotice(_ text: String) { StandardError.shared.write("saybus-tap: \(text)\n") }
}
