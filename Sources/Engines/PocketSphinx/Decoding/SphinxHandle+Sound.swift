import CSaybusPocketSphinx
import Foundation

extension SphinxHandle {
    /// The samples in the window of a frame: 25.625 ms.
    private static let window = 410

    /// Computes the features of a whole utterance by the decoder's settings.
    func sound(of samples: [Int16]) throws(SphinxError) -> SphinxSound {
        guard let frontEnd = ps_get_fe(decoder) else {
            throw SphinxError(.refused, "pocketsphinx has no front end: start again")
        }
        let length = Int(fe_get_output_size(frontEnd))
        let hop = SphinxHypothesis.frameLength
        // The end of the utterance may give one frame more.
        let room = samples.count / hop + 4
        var times: [Int] = []
        let cepstra = withUnsafeTemporaryAllocation(of: Float.self, capacity: (room + 1) * length) {
            values -> [Float] in
            values.initialize(repeating: 0)
            guard let base = values.baseAddress else { return [] }
            var rows: [UnsafeMutablePointer<Float>?] = (0...room).map { base + $0 * length }
            fe_start_stream(frontEnd)
            fe_start_utt(frontEnd)
            var done = 0
            samples.withUnsafeBufferPointer { samples in
                // One frame at a time, to see which frames the front end leaves out as silence.
                while done < samples.count, let start = samples.baseAddress {
                    var next: UnsafePointer<Int16>? = start + done
                    var left = min(hop, samples.count - done)
                    done += left
                    var count = Int32(room - times.count)
                    var index: Int32 = 0
                    rows.withUnsafeMutableBufferPointer { rows in
                        _ = fe_process_frames(frontEnd, &next, &left, rows.baseAddress! + times.count, &count, &index)
                    }
                    let seen = done < Self.window ? 0 : (done - Self.window) / hop + 1
                    times += (0..<Int(count)).map { max(times.last ?? 0, seen - Int(count) + $0) }
                }
            }
            var last: Int32 = 0
            fe_end_utt(frontEnd, rows[times.count], &last)
            if last > 0 { times.append(max(times.last ?? 0, samples.count / hop)) }
            return Array(values[0..<times.count * length])
        }
        return SphinxSound(cepstra: cepstra, times: times)
    }

    /// Searches a whole utterance.
    func process(_ sound: SphinxSound) throws(SphinxError) {
        guard !sound.times.isEmpty else { return }
        let length = sound.cepstra.count / sound.times.count
        var cepstra = sound.cepstra
        let taken = cepstra.withUnsafeMutableBufferPointer { values in
            var rows: [UnsafeMutablePointer<Float>?] = sound.times.indices.map { values.baseAddress! + $0 * length }
            return ps_process_cep(decoder, &rows, Int32(rows.count), 0, 1)
        }
        guard taken >= 0 else {
            throw SphinxError(.refused, "pocketsphinx did not take \(sound.times.count) frames: begin a new turn")
        }
    }

    /// Searches a whole utterance with the given scores.
    ///
    /// Only for a decoder that has never searched features. For features the library allocates memory without room
    /// for offsets in a score file, and would then write beyond that memory.
    func process(_ scores: SenoneScores) throws(SphinxError) {
        guard !hasFeatures else {
            throw SphinxError(.refused, "this decoder of pocketsphinx computes scores itself: use another one")
        }
        let taken = scores.file.withUnsafeBytes { bytes -> Int32 in
            // The stream is opened for reading only, so nothing writes to the bytes.
            let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            guard let stream = fmemopen(start, bytes.count, "r") else { return -1 }
            defer { fclose(stream) }
            return ps_decode_senscr(decoder, stream)
        }
        guard taken >= 0 else {
            throw SphinxError(.refused, "pocketsphinx did not take the scores of a turn: begin a new one")
        }
    }
}
