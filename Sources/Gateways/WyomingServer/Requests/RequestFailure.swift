import SaybusExternalEngines
import SaybusMessages

/// A request that cannot be carried out. The peer gets an `error` event, and its connection goes on.
struct RequestFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure, in the `code` of the event.
    let code: String
    /// A sentence about what happened.
    let reason: String

    init(_ code: String, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    var description: String { reason }
}

extension WyomingEvent {
    /// Returns the `error` event for a failure.
    static func error(_ error: any Error) -> WyomingEvent {
        let code = (error as? RequestFailure)?.code ?? "failed"
        return WyomingEvent(
            type: "error", data: ["text": .string(String("\(error)".prefix(500))), "code": .string(code)])
    }
}
