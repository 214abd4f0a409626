import SaybusMessages

/// The repetition of a sound that loops.
struct SoundLoop {
    /// The sound from its start.
    let next: AudioEvent.File
    /// Whether the sound before it began at its start, too.
    let isWhole: Bool

    /// Creates the repetition of a file; nil when it does not loop.
    init?(_ file: AudioEvent.File) {
        guard file.loops == true else { return nil }
        var next = file
        next.offsetMs = nil
        (self.next, isWhole) = (next, (file.offsetMs ?? 0) == 0)
    }
}
