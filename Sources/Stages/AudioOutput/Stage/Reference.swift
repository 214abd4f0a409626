import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import Synchronization

/// Publishes what goes to the loudspeaker as `audio.output`, as one stream that does not end.
final class Reference: Sendable {
    private let context: StageContext
    private let rate: Int
    private let index = Mutex(0)

    init(_ context: StageContext, rate: Int) { (self.context, self.rate) = (context, rate) }

    /// Takes samples on their way to the sink.
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
            context.logger.warning("cannot publish what sounds", metadata: ["error": "\(error)"])
        }
    }
}
