import SaybusConversation

/// An episode of a podcast.
struct Episode: Sendable, Equatable {
    let title: String
    let show: String
    let minutes: Int

    /// The available episodes.
    static let library = [
        Episode(title: "Black Holes", show: "Science Hour", minutes: 52),
        Episode(title: "The Deep Sea", show: "Science Hour", minutes: 47),
        Episode(title: "Sourdough", show: "Kitchen Talk", minutes: 31),
        Episode(title: "Knives", show: "Kitchen Talk", minutes: 28),
        Episode(title: "The Lost City", show: "History Now", minutes: 64),
    ]

    /// Sounds in place of the recording: the title and a chime.
    var sound: [any AudibleEvent] {
        [
            SpeechEvent(utteranceString: "You are listening to \(title), of \(show)."),
            ToneEvent(frequency: 523, duration: .milliseconds(200)), SilenceEvent(seconds: 0.2),
        ]
    }
}
