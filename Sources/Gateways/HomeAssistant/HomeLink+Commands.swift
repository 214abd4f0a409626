import Foundation
import Logging
import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases
import SaybusStage

/// The commands that are carried out in a home.
extension HomeLink {
    /// The most conversations with Home Assistant that are remembered.
    private static let maximumConversations = 64

    /// Carries out a command.
    /// - Returns: The answer, also when it cannot be carried out.
    func response(to command: CommandInvoked, in session: Session) async -> CommandResponse {
        guard let connection else {
            return failed("Home Assistant at \(options.url) is not connected")
        }
        do throws(HomeAssistantError) {
            try await checkExposure(connection)
        } catch {
            return failed("\(error)")
        }
        do throws(HomeAssistantError) {
            let plan =
                command.type == HomeCatalog.conversation
                ? HomePlan.converse : HomePlan(command.type, command.parameters, in: home, session: session)
            switch plan {
            case .converse: return try await converse(command.text, session, connection)
            case .mismatch(let mismatch):
                return CommandResponse(
                    feedback: responses.error(mismatch),
                    problem: "\"\(command.text)\" is not carried out: \(mismatch)")
            case .call(let calls, _):
                for failure in try await connection.call(calls) {
                    context.logger.notice("a device did not obey", metadata: ["problem": "\(failure)"])
                }
                // Done is done: a response that cannot be made here is only not spoken.
                return CommandResponse(feedback: responses.text(command, plan, now: Self.now))
            case .answer, .query:
                guard let text = responses.text(command, plan, now: Self.now) else {
                    return try await converse(command.text, session, connection)
                }
                return CommandResponse(feedback: text.isEmpty ? nil : text)
            }
        } catch {
            guard error.code.isUnconfirmed else { return failed("\(error)") }
            let problem = "\(error), and may carry it out all the same"
            return CommandResponse(feedback: BuiltInSentence.failedUnconfirmed.text(), problem: problem)
        }
    }

    private static var now: DateComponents {
        Calendar.current.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: Date())
    }

    private func failed(_ problem: String) -> CommandResponse {
        CommandResponse(feedback: responses.error("handle_error"), problem: problem)
    }

    /// Asks Home Assistant about a sentence.
    private func converse(
        _ text: String, _ session: Session, _ connection: HomeAssistantConnection
    ) async throws(HomeAssistantError) -> CommandResponse {
        var fields: [String: JSONValue] = ["text": .string(text), "language": .string(options.model.language)]
        if let known = conversations.first(where: { $0.session == session }) {
            fields["conversation_id"] = .string(known.id)
        }
        let result = try await connection.request(HomeAssistantConnection.conversation, fields)
        if let id = result["conversation_id"]?.string {
            conversations.removeAll { $0.session == session }
            conversations.append((session, id))
            if conversations.count > Self.maximumConversations { conversations.removeFirst() }
        }
        let speech = result["response"]?["speech"]?["plain"]?["speech"]?.string
        let isError = result["response"]?["response_type"] == "error"
        return CommandResponse(
            feedback: speech, problem: isError ? "Home Assistant did not carry out \"\(text)\"" : nil)
    }
}
