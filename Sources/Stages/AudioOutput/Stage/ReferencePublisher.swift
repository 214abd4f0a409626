import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import Synchronization

/// A publisher of the played sound as `audio.output` for echo cancellation.
///
/// Each passage is a stream of its own, whose last chunk is empty: a loudspeaker that is opened again may have another
/// delay.
final class ReferencePublisher: Sendable {
    private let context: StageContext
    private let rate: Int
    /// The index of the next chunk of the passage.
    private let index = Mutex(0)

    init(_ context: StageContext, rate: Int) { (self.context, self.rate) = (context, rate) }

    /// The receiver of samples on their way to the sink.
    var tap: SequencePlayer.Tap { { [self] samples in publish(samples) } }

    private func publish(_ samples: [Int16]?) {
        let number = index.withLock { index in
            defer { index = samples == nil ? 0 : index + 1 }
            return index
        }
        // A passage without a sample needs no end.
        if samples == nil, number == 0 { return }
        let chunk = AudioOutput(
            index: number, isLast: samples == nil, format: PCMFormat(rate: rate, channels: 1),
            samples: PCM.bytes(samples ?? []), use: .reference)
        do {
            try context.bus.publish(chunk)
        } catch {
            context.logger.warning("cannot publish the loudspeaker's signal", metadata: ["error": "\(error)"])
        }
    }
}
