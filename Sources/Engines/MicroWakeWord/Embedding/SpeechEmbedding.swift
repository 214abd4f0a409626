import SaybusModelStore

/// Google's speech embedding: 96 numbers every 80 ms by which sounds of speech are told apart, whoever speaks (Lin and
/// others, 2020). The model's files are those of openWakeWord.
///
/// Only the object that created it may use it.
package final class SpeechEmbedding {
    /// The samples between two vectors, 16 kHz.
    package static let step = 1_280
    /// The numbers of a vector.
    package static let count = 96
    /// The samples after which the first vector is there, and the end of the sound in it.
    package static let (first, firstEnd) = (13_280, 12_560)

    /// The samples of a piece, whose spectra overlap with those of the next.
    private static let piece = 1_760
    /// The bands of a spectrum, the spectra of a vector, and those between two vectors.
    private static let (bands, spectra, spectraStep) = (32, 76, 8)
    /// The entry of the model store, and its files.
    private static let (entry, melFile, embeddingFile) =
        ("speech-embedding", "melspectrogram.tflite", "embedding_model.tflite")

    private let mel: FloatInterpreter
    private let embedding: FloatInterpreter
    private var samples: [Int16] = []
    private var rows: [Float] = []

    /// Loads the model.
    /// - Throws: ``MicroWakeWordError`` for what is missing or cannot be used.
    package init(store: ModelStore = ModelStore()) throws(MicroWakeWordError) {
        guard let model = store.installed(Self.entry) else {
            throw MicroWakeWordError(
                .modelMissing, "the speech embedding is not installed: saybus models get tensorflow-lite \(Self.entry)")
        }
        let library = try TensorFlowLiteLibrary(store: store)
        mel = try FloatInterpreter("\(model.folder)/\(Self.melFile)", shape: [1, Int32(Self.piece)], library)
        embedding = try FloatInterpreter(
            "\(model.folder)/\(Self.embeddingFile)", shape: [1, Int32(Self.spectra), Int32(Self.bands), 1], library)
        guard mel.outputCount == Self.spectraStep * Self.bands, embedding.outputCount == Self.count else {
            throw MicroWakeWordError(
                .modelUnusable, "\(model.folder) has other models: fetch them again, saybus models verify")
        }
    }

    /// Takes samples.
    /// - Returns: The vectors that are complete.
    package func process(_ new: [Int16]) throws(MicroWakeWordError) -> [[Float]] {
        samples += new
        var vectors: [[Float]] = []
        var start = 0
        while samples.count - start >= Self.piece {
            let spectra = try mel.run(samples[start..<start + Self.piece].map(Float.init))
            // The scale that the embedding was trained with.
            rows += spectra.map { $0 / 10 + 2 }
            start += Self.step
            let size = Self.spectra * Self.bands
            while rows.count >= size {
                vectors.append(EmbeddingScale.scaled(try embedding.run(Array(rows[..<size]))))
                rows.removeFirst(Self.spectraStep * Self.bands)
            }
        }
        samples.removeFirst(start)
        return vectors
    }

    /// Forgets the sound so far.
    package func reset() { (samples, rows) = ([], []) }
}
