/// The body of a progressive response: words to speak while a request awaits its answer.
struct SpeakDirective: Decodable {
    /// The type of the only directive that can be carried out.
    static let type = "VoicePlayer.Speak"

    /// The reference to the request.
    struct Header: Decodable {
        let requestId: String
    }

    /// The directive itself.
    struct Directive: Decodable {
        let type: String
        /// Plain text or SSML.
        let speech: String?
    }

    let header: Header
    let directive: Directive
}
