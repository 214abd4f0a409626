import SaybusMessages

/// The sounds and words of a schedule entry that is due.
struct Ring: Sendable {
    /// The item's number.
    let id: Int64
    /// The room.
    let session: Session
    /// The sounds before the words; empty when it does not ring.
    let sounds: [AudioEvent]
    /// The words before those of the actions.
    let words: [AudioEvent]
    /// The actions, whose words are heard as soon as they are ready.
    let actions: DueActions
    /// The time after which it rings no more, though nobody has stopped it.
    let limit: Duration
}
