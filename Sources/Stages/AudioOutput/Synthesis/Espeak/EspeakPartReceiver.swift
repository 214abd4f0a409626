import SaybusEspeakNG
import Synchronization

/// The receiver of a part's blocks from the library, with their words.
final class EspeakPartReceiver: EspeakReceiver {
    /// The job that the part belongs to.
    let job: SpeechJob<SpeechPart>
    private let reader: Mutex<WordReader>

    init(_ part: SpeechPart, _ job: SpeechJob<SpeechPart>) {
        self.job = job
        reader = Mutex(WordReader(part))
    }

    var isCancelled: Bool { job.isCancelled }

    /// Takes a block from the library; returns false to stop it.
    func take(_ samples: [Int16], _ places: [WordPosition]) -> Bool {
        job.take(samples, words: reader.withLock { $0.words(at: places) })
    }
}
