/// What all requests have.
public protocol SkillRequest: Codable, Sendable, Equatable {
    /// `IntentRequest`, `AudioPlayer.PlaybackStarted`, …
    var type: String { get }
    /// Different for every request.
    var requestId: String { get }
    /// When it was sent.
    var timestamp: Timestamp { get }
    /// The language and country: `en-US`; nil where a request has none.
    var locale: String? { get }
}
