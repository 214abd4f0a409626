import CSaybusPocketSphinx

extension SphinxHandle {
    /// Begins a streamed utterance. The library does not subtract the cepstral mean; ``stream(_:mean:)`` does.
    func startStream() throws(SphinxError) {
        // The library's running mean includes the silence. With that mean, every fourth command from a quiet room
        // is misrecognized.
        ps_get_feat(decoder)?.pointee.cmn = CMN_NONE
        try start()
        fe_start_stream(ps_get_fe(decoder))
    }

    /// Begins a whole utterance, from which the library subtracts the utterance's own mean.
    func startWhole() throws(SphinxError) {
        ps_get_feat(decoder)?.pointee.cmn = CMN_BATCH
        try start()
    }

    /// Searches the next samples of the utterance.
    /// - Returns: Their cepstra before the mean was subtracted, frame by frame.
    func stream(_ samples: [Int16], mean: [Float]) throws(SphinxError) -> [Float] {
        let room = samples.count / SphinxHypothesis.frameLength + 2
        return try search(room: room, mean: mean) { frontEnd, rows in
            samples.withUnsafeBufferPointer { samples in
                var next = samples.baseAddress
                var left = samples.count
                var count = Int32(room)
                var index: Int32 = 0
                _ = fe_process_frames(frontEnd, &next, &left, rows, &count, &index)
                return count
            }
        }
    }

    /// Searches the frames left in the front end, and ends its utterance.
    /// - Returns: Their cepstra before the mean was subtracted.
    func endStream(mean: [Float]) throws(SphinxError) -> [Float] {
        try search(room: 1, mean: mean) { frontEnd, rows in
            var count: Int32 = 0
            fe_end_utt(frontEnd, rows[0], &count)
            return count
        }
    }

    private func start() throws(SphinxError) {
        hasFeatures = true
        guard ps_start_utt(decoder) == 0 else {
            throw SphinxError(.refused, "pocketsphinx did not start an utterance: begin a new turn")
        }
    }

    /// Computes rows of cepstra with `fill`, and searches them.
    private func search(
        room: Int, mean: [Float],
        fill: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<Float>?>) -> Int32
    ) throws(SphinxError) -> [Float] {
        guard let frontEnd = ps_get_fe(decoder) else { return [] }
        let length = mean.count
        var cepstra = [Float](repeating: 0, count: room * length)
        let (count, taken) = cepstra.withUnsafeMutableBufferPointer { values -> (Int, Int32) in
            guard let base = values.baseAddress else { return (0, 0) }
            var rows: [UnsafeMutablePointer<Float>?] = (0..<room).map { base + $0 * length }
            let count = rows.withUnsafeMutableBufferPointer { fill(frontEnd, $0.baseAddress!) }
            guard count > 0 else { return (0, 0) }
            var centred = values[..<(Int(count) * length)].enumerated().map { index, value in
                // Frames of almost no energy stay as they are, as with the library's own mean.
                values[index / length * length] < 0 ? value : value - mean[index % length]
            }
            return centred.withUnsafeMutableBufferPointer { centred in
                var rows: [UnsafeMutablePointer<Float>?] = (0..<Int(count)).map { centred.baseAddress! + $0 * length }
                return (Int(count), ps_process_cep(decoder, &rows, count, 0, 0))
            }
        }
        guard taken >= 0 else {
            throw SphinxError(.refused, "pocketsphinx did not take \(count) frames: begin a new turn")
        }
        return Array(cepstra.prefix(count * length))
    }
}
