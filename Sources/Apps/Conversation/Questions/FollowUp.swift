import SaybusMessages

/// A question that follows a command, after the command's answer was played.
package struct FollowUp: Sendable {
    /// The question.
    let request: any VoiceRequest
    /// The command that led to it.
    let command: CommandInvoked

    /// Creates a question that follows a command.
    package init(request: any VoiceRequest, command: CommandInvoked) {
        (self.request, self.command) = (request, command)
    }
}
