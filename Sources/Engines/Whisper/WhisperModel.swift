import CSaybusWhisper
import Foundation
import SaybusModelStore

/// A model that the library has loaded, with the memory for one transcription at a time.
///
/// Unchecked: the pointers never change, and only the one serial queue that transcribes uses them and the variables.
package final class WhisperModel: @unchecked Sendable {
    /// The model's file.
    package let file: WhisperModelFile
    let library: WhisperLibrary
    let context: WhisperLibrary.Context
    /// The spellings of words in the model's tokens.
    private(set) lazy var spellings = WordSpellings(
        TokenTable(
            (0..<library.endToken(context)).map { token in
                library.textOfToken(context, token)
                    .map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
            }))

    /// The last prompt, and whether the decoder keeps it; nil before the first search for a sentence.
    var promptMemory: PromptMemory?

    /// Whether the library's decoder holds a prompt after a transcription with it.
    struct PromptMemory {
        let prompt: [Int32]
        let isKept: Bool
    }

    /// The last prompt that was given, and the part of it that the decoder takes.
    var fittedPrompt: FittedPrompt?

    /// The part of a prompt that the decoder takes.
    struct FittedPrompt {
        let whole: String
        let part: String
    }

    /// The confidence of texts that may be only what the prompt makes likely: that of those that `tiny.en` made up was
    /// .54 at most, that of `base` in German .75, and below the range nothing counts.
    private static let doubtful = 0.25..<0.8
    /// The memory that a model takes besides its weights, in bytes.
    private static let extraMemory = 250 << 20

    /// Loads a model, which takes a tenth of a second for a small one.
    package init(_ file: WhisperModelFile, _ library: WhisperLibrary) throws(WhisperError) {
        let needed = file.size + Self.extraMemory
        // The library ends the program when memory runs out.
        if let free = FreeMemory.bytes, free < needed {
            throw WhisperError(
                .memory,
                "\(file.path) needs \(needed >> 20) MiB of memory, and \(free >> 20) MiB are free: take a smaller model"
            )
        }
        guard let parameters = library.contextDefaults() else {
            throw WhisperError(.memory, "there is no memory left for libwhisper")
        }
        defer { library.freeContextDefaults(parameters) }
        parameters.pointee.use_gpu = false
        guard let context = library.load(file.path, parameters.pointee) else {
            throw WhisperError(.refused, "libwhisper did not load \(file.path): fetch it again, saybus models verify")
        }
        (self.file, self.library, self.context) = (file, library, context)
    }

    deinit { library.free(context) }

    /// Transcribes sound: 16 kHz, one channel.
    /// - Parameter sentences: Sentences of which the likeliest are sought, too, if they are wanted beside the text.
    /// - Throws: ``WhisperError`` with code `cancelled` or `timeout` when the control ended it, `refused` when the
    ///   library failed.
    package func transcribe(
        _ samples: [Int16], _ settings: WhisperSettings, _ control: WhisperControl, sentences: SentenceRequest? = nil
    ) throws(WhisperError) -> WhisperText {
        if control.isOver { throw ended(control) }
        var settings = settings
        settings.prompt = fitting(settings.prompt)
        guard let defaults = library.fullDefaults(0) else {
            throw WhisperError(.memory, "there is no memory left for libwhisper")
        }
        defer { library.freeFullDefaults(defaults) }
        var values = defaults.pointee
        let isShort = WhisperSettings.fits(samples.count, in: file.frameCount)
        configure(&values, settings, sampleCount: samples.count)
        values.abort_callback = { data in
            // The pointer is that of the call below, during which the control lives.
            data.map { Unmanaged<WhisperControl>.fromOpaque($0).takeUnretainedValue().isOver } ?? false
        }
        values.abort_data = Unmanaged.passUnretained(control).toOpaque()
        let loop = TokenLoop(end: library.endToken(context), size: library.vocabularySize(context))
        values.logits_filter_callback = TokenLoop.filter
        values.logits_filter_data = Unmanaged.passUnretained(loop).toOpaque()
        // Half a second of silence at the end lets the model finish the last word.
        let sound = samples.map { Float($0) / 32_768 } + [Float](repeating: 0, count: 8000)
        let began = ContinuousClock.now
        let code = withExtendedLifetime((control, loop)) {
            settings.language.withCString { language in
                settings.prompt.withCString { prompt in
                    values.language = language
                    values.initial_prompt = settings.prompt.isEmpty ? nil : prompt
                    return library.full(context, values, sound, Int32(sound.count))
                }
            }
        }
        if control.isOver { throw ended(control) }
        guard code == 0 else { throw WhisperError(.refused, "libwhisper failed with code \(code): begin a new turn") }
        var (text, tokens) = result()
        text.time = .now - began
        guard isShort, let sentences else { return text }
        if sentences.isWanted(text) {
            text.sentences = try search(in: sentences.graph, settings, control)
            tokens = text.sentences?.first?.tokens ?? tokens
        }
        if Self.doubtful ~= text.confidence, text.sentences?.isEmpty != true {
            text.unprompted = try unpromptedScore(of: tokens, settings, control)
        }
        return text
    }

    /// Sets how the library transcribes: for the sound's length, without output of its own.
    private func configure(
        _ values: inout WhisperLibrary.FullParameters, _ settings: WhisperSettings, sampleCount: Int
    ) {
        let isShort = WhisperSettings.fits(sampleCount, in: file.frameCount)
        let frames = settings.encoderFrames(forSamples: sampleCount, of: file.frameCount)
        values.n_threads = Int32(max(1, settings.threads))
        values.no_context = true
        // Longer sound is cut into windows by the times that the model writes.
        values.no_timestamps = isShort
        values.single_segment = isShort
        values.print_progress = false
        values.print_realtime = false
        values.print_timestamps = false
        values.print_special = false
        values.suppress_nst = true
        values.audio_ctx = Int32(frames)
        values.max_tokens = Int32(
            isShort ? WhisperSettings.spareTokens + sampleCount * WhisperSettings.tokensPerSecond / 16_000 : 0)
        // A second attempt at another temperature would take the time again.
        values.temperature_inc = 0
    }

    func ended(_ control: WhisperControl) -> WhisperError {
        control.isCancelled
            ? WhisperError(.cancelled, "the transcription was cancelled")
            : WhisperError(.timeout, "Whisper did not finish in time: take a smaller model, or a longer --patience")
    }

    /// Returns the text that the library has written, with its tokens.
    private func result() -> (WhisperText, [Int32]) {
        var tokens: [(text: [UInt8], probability: Double)] = []
        var ids: [Int32] = []
        var noSpeech: Float = 0
        let end = library.endToken(context)
        for segment in 0..<library.segmentCount(context) {
            noSpeech = max(noSpeech, library.noSpeech(context, segment))
            for place in 0..<library.tokenCount(context, segment) {
                let data = library.tokenData(context, segment, place)
                // From the end token on they have a meaning of their own.
                guard data.id < end, let text = library.tokenText(context, segment, place) else { continue }
                let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
                ids.append(data.id)
                tokens.append((text: bytes, probability: Double(data.p)))
            }
        }
        return (WhisperText(tokens: tokens, noSpeech: Double(noSpeech)), ids)
    }
}
