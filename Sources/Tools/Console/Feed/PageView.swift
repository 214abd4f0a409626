import SaybusMessages
import SaybusTap

/// The messages of the bus that a page wants. Pure.
struct PageView: Sendable {
    /// The conversation of the page, of which it gets all messages but sound.
    var conversation: Session
    /// The further messages that it watches; nil when it watches none.
    var watched: Watched?

    /// A filter of the watched messages.
    struct Watched: Sendable, Equatable {
        /// The kinds; all but sound when empty.
        var kinds: [KindPattern] = []
        /// The session; all when nil.
        var session: Session?
    }

    /// A decision on a message.
    enum Choice: Equatable {
        /// The message is sent.
        case sent
        /// The message is sent unless there are too many.
        case mayBeLeftOut
        /// The page does not want the message.
        case unwanted
    }

    private static let sound: Set<Kind> = [AudioInput.kind, AudioOutput.kind]
    private static let internals: Set<Kind> = [Barrier.kind, Refusal.kind, Catalog.kind]

    /// Decides on a message.
    func choice(_ header: Header) -> Choice {
        if header.kind == StageStatus.kind { return .sent }
        let isSound = Self.sound.contains(header.kind)
        if header.session == conversation, !isSound, !Self.internals.contains(header.kind) { return .sent }
        guard let watched else { return .unwanted }
        if let session = watched.session, session != header.session { return .unwanted }
        let isWanted = watched.kinds.isEmpty ? !isSound : watched.kinds.contains { $0.matches(header.kind) }
        return isWanted ? .mayBeLeftOut : .unwanted
    }
}
