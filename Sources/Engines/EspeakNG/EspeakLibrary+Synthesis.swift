import CSaybusEspeakNG
import Synchronization

extension EspeakLibrary {
    /// The receiver of the blocks that the library is making now. It is global because the C callback gets no context.
    private static let current = Mutex<(any EspeakReceiver)?>(nil)

    /// Makes the library send its blocks to the current receiver. Called once, when the library has started.
    static func receiveBlocks() {
        espeak_SetSynthCallback { samples, count, events in
            guard let receiver = EspeakLibrary.current.withLock({ $0 }) else { return 1 }
            var words: [EspeakReceiver.WordPosition] = []
            var event = events
            while let next = event, next.pointee.type != espeakEVENT_LIST_TERMINATED {
                if next.pointee.type == espeakEVENT_WORD {
                    words.append((text: Int(next.pointee.text_position), sample: Int(next.pointee.sample)))
                }
                event = next.successor()
            }
            // A null pointer marks the end of a text, and a block may be empty. Neither stops the library.
            guard let samples, count > 0 || !words.isEmpty else { return receiver.isCancelled ? 1 : 0 }
            return receiver.take(Array(UnsafeBufferPointer(start: samples, count: Int(count))), words) ? 0 : 1
        }
    }

    fileprivate static func synthesize(_ text: String, flags: UInt32, for receiver: any EspeakReceiver) -> espeak_ERROR
    {
        current.withLock { $0 = receiver }
        defer { current.withLock { $0 = nil } }
        return text.withCString { bytes in
            espeak_Synth(bytes, text.utf8.count + 1, 0, POS_CHARACTER, 0, flags, nil, nil)
        }
    }
}

extension EspeakLibrary.Access {
    /// Sets how the library speaks from now on.
    /// - Parameters:
    ///   - rate: Words a minute.
    ///   - pitch: 0…100.
    ///   - volume: 0…100.
    package mutating func set(rate: Int, pitch: Int, volume: Int) {
        espeak_SetParameter(espeakRATE, Int32(rate), 0)
        espeak_SetParameter(espeakPITCH, Int32(pitch), 0)
        espeak_SetParameter(espeakVOLUME, Int32(volume), 0)
    }

    /// Synthesizes a text. Blocks until the receiver has all of its audio, or has stopped the library.
    /// - Parameters:
    ///   - isMarkup: Whether the text is SSML, with phonemes in double brackets.
    ///   - endsWithPause: Whether the pause between two sentences follows the text.
    /// - Returns: The library's error; nil on success.
    package mutating func synthesize(
        _ text: String, isMarkup: Bool, endsWithPause: Bool, for receiver: any EspeakReceiver
    ) -> Int? {
        let markup = isMarkup ? UInt32(espeakSSML) | UInt32(espeakPHONEMES) : 0
        let flags = UInt32(espeakCHARS_UTF8) | markup | (endsWithPause ? UInt32(espeakENDPAUSE) : 0)
        let error = EspeakLibrary.synthesize(text, flags: flags, for: receiver)
        return error == EE_OK ? nil : Int(error.rawValue)
    }

    /// Returns the pronunciation of a text in the International Phonetic Alphabet, by the current voice.
    package mutating func phonemes(of text: String) -> String {
        clauses(of: text).map(\.phonemes).joined()
    }

    /// Returns the pronunciation of each clause of a text in the International Phonetic Alphabet, by the current voice.
    ///
    /// `end` is the number of bytes that the library had read when it had the clause: those up to the first character
    /// of the next one.
    package mutating func clauses(of text: String) -> [(phonemes: String, end: Int)] {
        text.withCString { bytes in
            let begin = UnsafeRawPointer(bytes)
            var next: UnsafeRawPointer? = begin
            var result: [(phonemes: String, end: Int)] = []
            while next != nil, let part = espeak_TextToPhonemes(&next, Int32(espeakCHARS_UTF8), Self.phonemesAsIPA) {
                result.append((String(cString: part), next.map { $0 - begin } ?? text.utf8.count))
            }
            return result
        }
    }

    private static let phonemesAsIPA: Int32 = 0x02
}
