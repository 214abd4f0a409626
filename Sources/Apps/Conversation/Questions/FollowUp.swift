import SaybusMessages

/// A question that follows a command, after the command's answer was played.
package struct FollowUp: Sendable {
    /// A remote app that asks, with its run. After a restart the app does not know the question.
    package struct Asker: Sendable, Equatable {
        let owner: Source
        let run: UInt32
    }

    /// The question.
    let request: any VoiceRequest
    /// The command that led to it.
    let command: CommandInvoked
    /// The remote app that asks; nil for an app of this program.
    var asker: Asker?

    /// Creates a question of an app of this program.
    package init(request: any VoiceRequest, command: CommandInvoked) {
        (self.request, self.command) = (request, command)
    }

    init(request: any VoiceRequest, command: CommandInvoked, asker: Asker) {
        (self.request, self.command, self.asker) = (request, command, asker)
    }
}
