import SaybusMessages

/// What is asked when a command's answer has been heard.
struct FollowUp: Sendable {
    /// Who asks, when it is a remote app: another start of it knows nothing of the question.
    struct Asker: Sendable, Equatable {
        let owner: Source
        let run: UInt32
    }

    /// The question.
    let request: any VoiceRequest
    /// The command that led to it.
    let command: CommandInvoked
    /// The remote app that asks; nil when it is our own.
    var asker: Asker?
}
