import SaybusMessages
import SaybusStage

/// A record of an audio sequence until it has been played. Pure.
struct SayRecord {
    private let sequence: MessageID
    private let start: Int64
    private var player: Source?
    /// The result of the sequence; nil until it has ended.
    private(set) var end: Result<Void, StageFailure>?

    init(sequence: MessageID, start: Int64) { (self.sequence, self.start) = (sequence, start) }

    /// Records a playback report or a status.
    /// - Returns: The step of the sequence that the message reports; nil when it reports none.
    mutating func observe(_ header: Header, _ body: any BusMessage) -> AskStep? {
        if let status = body as? StageStatus {
            // An audio stage that has left the bus will not report the end.
            if let player, player == Source(role: status.role, instance: status.instance),
                status.state.isGone
            {
                end = .failure(StageFailure(.failed, "the audio stage \(status.instance) is \(status.state.rawValue)"))
            }
            return nil
        }
        guard let playback = body as? AudioPlayback, playback.sequence == sequence, playback.item == nil else {
            return nil
        }
        player = header.source
        switch playback.state {
        case .finished: end = .success(())
        case .interrupted, .skipped:
            end = .failure(StageFailure(.failed, "the text was not played to its end: \(PlaybackWords.text(playback))"))
        case .queued, .started, .suspended, .resumed, .word: break
        }
        return AskStep(header, since: start, PlaybackWords.text(playback))
    }
}
