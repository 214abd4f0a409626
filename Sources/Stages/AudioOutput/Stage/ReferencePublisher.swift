import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import Synchronization

/// A publisher of the played sound as `audio.output` for echo cancellation, as one stream without an end.
final class ReferencePublisher: Sendable {
    private let context: StageContext
    private let rate: Int
    private let index = Mutex(0)

    init(_ context: StageContext, rate: Int) { (self.context, self.rate) = (context, rate) }

    /// The receiver of samples on their way to the sink.
    var tap: SequencePlayer.Tap { { [self] samples in publish(samples) } }

    private func publish(_ samples: [Int16]) {
        let number = index.withLock { index in
            defer { index += 1 }
            return index
        }
        let chunk = AudioOutput(
            index: number, isLast: false, format: PCMFormat(rate: rate, channels: 1),
            samples: PCM.bytes(samples), use: .reference)
        do {
            try context.bus.publish(chunk)
        } catch {
            context.logger.warning("cannot publish the loudspeaker's signal", metadata: ["error": "\(error)"])
        }
    }
}
