/// A press of a playback button, sent outside of sessions.
public struct PlaybackControllerRequest: SkillRequest {
    /// A playback button. The raw value is the request's `type`.
    public enum Command: String, Codable, Sendable, CaseIterable {
        /// The button for the next stream.
        case next = "PlaybackController.NextCommandIssued"
        /// The button for the previous stream.
        case previous = "PlaybackController.PreviousCommandIssued"
        /// The button that starts playback or goes on with it.
        case play = "PlaybackController.PlayCommandIssued"
        /// The button that pauses playback.
        case pause = "PlaybackController.PauseCommandIssued"
    }

    /// The button pressed.
    public var command: Command
    /// The request's type, such as `PlaybackController.NextCommandIssued`.
    public var type: String { command.rawValue }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?

    /// Creates a request.
    public init(_ command: Command, requestId: String, timestamp: Timestamp, locale: String? = nil) {
        (self.command, self.requestId, self.timestamp, self.locale) = (command, requestId, timestamp, locale)
    }

    private enum CodingKeys: String, CodingKey {
        case command = "type"
        case requestId, timestamp, locale
    }
}
