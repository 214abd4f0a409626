import CPocketSphinx
import Foundation

extension SphinxHandle {
    /// Changes the model's means from the next utterance on.
    func adapt(to transform: MeanTransform) throws(TranscriptionError) {
        guard transform != adaptation else { return }
        // The library reads transforms from files only.
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("saybus-\(UUID().uuidString).mllr")
            .path
        guard FileManager.default.createFile(atPath: path, contents: Data(transform.text.utf8)) else {
            throw TranscriptionError(.engine, "\(path) cannot be written: free some space in the temporary directory")
        }
        defer { unlink(path) }
        guard let read = ps_mllr_read(path) else {
            throw TranscriptionError(.engine, "pocketsphinx refused what was learned of the voice: start again")
        }
        // It belongs to the decoder then, which frees it.
        guard ps_update_mllr(decoder, read) != nil else {
            throw TranscriptionError(.engine, "pocketsphinx did not take what was learned of the voice: start again")
        }
        adaptation = transform
    }
}
