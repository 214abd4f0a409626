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

    /// The cepstra of a whole utterance, frame by frame, as the decoder's settings have them made.
    func cepstra(of samples: [Int16]) throws(TranscriptionError) -> [Float] {
        guard let frontEnd = fe_init_auto_r(ps_get_config(decoder)) else {
            throw TranscriptionError(.engine, "pocketsphinx made no front end: start again")
        }
        defer { fe_free(frontEnd) }
        let length = Int(fe_get_output_size(frontEnd))
        // The end of the utterance may give one frame more.
        let room = samples.count / SphinxHypothesis.frameLength + 4
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: (room + 1) * length) { values in
            values.initialize(repeating: 0)
            guard let base = values.baseAddress else { return [] }
            var rows: [UnsafeMutablePointer<Float>?] = (0...room).map { base + $0 * length }
            var count = Int32(room)
            var left = samples.count
            var index: Int32 = 0
            var last: Int32 = 0
            fe_start_stream(frontEnd)
            fe_start_utt(frontEnd)
            samples.withUnsafeBufferPointer { samples in
                var next = samples.baseAddress
                fe_process_frames(frontEnd, &next, &left, &rows, &count, &index)
            }
            fe_end_utt(frontEnd, rows[Int(count)], &last)
            return Array(values[0..<(Int(count) + Int(last)) * length])
        }
    }
}
