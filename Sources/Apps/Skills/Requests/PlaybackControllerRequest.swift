/// A button was pressed. It comes outside of sessions.
public struct PlaybackControllerRequest: SkillRequest {
    /// The button; its value is the request's `type`.
    public enum Command: String, Codable, Sendable, CaseIterable {
        /// Next.
        case next = "PlaybackController.NextCommandIssued"
        /// Previous.
        case previous = "PlaybackController.PreviousCommandIssued"
        /// Play.
        case play = "PlaybackController.PlayCommandIssued"
        /// Pause.
        case pause = "PlaybackController.PauseCommandIssued"
    }

    /// The button.
    public var command: Command
    /// `PlaybackController.NextCommandIssued`, …
    public var type: String { command.rawValue }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?

    /// A request.
    public init(_ command: Command, requestId: String, timestamp: Timestamp, locale: String? = nil) {
        (self.command, self.requestId, self.timestamp, self.locale) = (command, requestId, timestamp, locale)
    }

    private enum CodingKeys: String, CodingKey {
        case command = "type"
        case requestId, timestamp, locale
    }
}
