import CSaybusFlite
import SaybusDynamicLoading

/// The library libflite with its English front end, loaded at run time, so that Saybus builds and runs without it.
///
/// The library is not thread-safe: one caller at a time uses it and its voices.
public final class FliteLibrary: Sendable {
    typealias Voice = UnsafeMutablePointer<saybus_flite_voice>
    typealias Utterance = UnsafeMutablePointer<saybus_flite_utterance>
    typealias Streaming = UnsafeMutablePointer<saybus_flite_streaming>
    typealias Item = OpaquePointer
    typealias Relation = OpaquePointer
    typealias Value = OpaquePointer
    /// A voice's features.
    typealias Features = UnsafeMutableRawPointer

    /// The remedy when the library is not there.
    public static let advice = "apt-get install libflite1"

    /// The folder of the libraries; empty for the system's library path.
    let folder: String
    let newUtterance: @convention(c) @Sendable () -> Utterance?
    let deleteUtterance: @convention(c) @Sendable (Utterance) -> Void
    /// Copies a voice's features into an utterance.
    let initialize: @convention(c) @Sendable (Utterance, Voice) -> Utterance?
    /// Makes the sound of an utterance that has tokens; nil on failure.
    let synthesize: @convention(c) @Sendable (Utterance) -> Utterance?
    let createRelation: @convention(c) @Sendable (Utterance, UnsafePointer<CChar>) -> Relation?
    let relation: @convention(c) @Sendable (Utterance, UnsafePointer<CChar>) -> Relation?
    let head: @convention(c) @Sendable (Relation) -> Item?
    let tail: @convention(c) @Sendable (Relation) -> Item?
    let append: @convention(c) @Sendable (Relation, Item?) -> Item?
    let next: @convention(c) @Sendable (Item) -> Item?
    let daughter: @convention(c) @Sendable (Item) -> Item?
    let setText: @convention(c) @Sendable (Item, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
    let setNumber: @convention(c) @Sendable (Item, UnsafePointer<CChar>, Float) -> Void
    /// Returns the value at a path of features, 0 when there is none.
    let number: @convention(c) @Sendable (Item, UnsafePointer<CChar>) -> Float
    let text: @convention(c) @Sendable (Item, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
    let feature: @convention(c) @Sendable (Features, UnsafePointer<CChar>, Float) -> Float
    let setFeature: @convention(c) @Sendable (Features, UnsafePointer<CChar>, Float) -> Void
    let setValue: @convention(c) @Sendable (Features, UnsafePointer<CChar>, Value) -> Void
    let newStreaming: @convention(c) @Sendable () -> Streaming?
    /// Returns a value that owns the streaming information.
    let streamingValue: @convention(c) @Sendable (Streaming) -> Value?

    /// Loads the library, which stays loaded for the life of the process.
    /// - Parameter folder: The folder of `libflite.so.1` and its voices; nil is the system's library path.
    public init(folder: String? = nil) throws(FliteError) {
        let folder = folder.map { $0 + "/" } ?? ""
        /// Opens a library of flite, and returns the look-up of its functions.
        func load(_ name: String) throws(FliteError) -> DynamicLibrary.Functions<FliteError> {
            let library = try DynamicLibrary([folder + name]) { reason in
                FliteError(.libraryMissing, "libflite cannot be loaded (\(reason)): \(Self.advice)")
            }
            return library.functions { name in
                FliteError(
                    .libraryMissing, "\(library.place) has no \(name), so it is no libflite 2: \(Self.advice)")
            }
        }
        let symbol = try load("libflite.so.1")
        self.folder = folder
        newUtterance = try symbol("new_utterance")
        deleteUtterance = try symbol("delete_utterance")
        initialize = try symbol("utt_init")
        synthesize = try symbol("utt_synth_tokens")
        createRelation = try symbol("utt_relation_create")
        relation = try symbol("utt_relation")
        head = try symbol("relation_head")
        tail = try symbol("relation_tail")
        append = try symbol("relation_append")
        next = try symbol("item_next")
        daughter = try symbol("item_daughter")
        setText = try symbol("item_set_string")
        setNumber = try symbol("item_set_float")
        number = try symbol("flite_ffeature_float")
        text = try symbol("flite_ffeature_string")
        feature = try symbol("flite_get_param_float")
        setFeature = try symbol("flite_feat_set_float")
        setValue = try symbol("flite_feat_set")
        newStreaming = try symbol("new_audio_streaming_info")
        streamingValue = try symbol("audio_streaming_info_val")
        let deleteStreaming: @convention(c) @Sendable (Streaming) -> Void = try symbol(
            "delete_audio_streaming_info")
        guard let probe = newStreaming() else {
            throw FliteError(.libraryMissing, "there is no memory left for libflite")
        }
        defer { deleteStreaming(probe) }
        guard probe.pointee.min_buffsize == 256, probe.pointee.callback == nil, probe.pointee.userdata == nil else {
            throw FliteError(
                .libraryVersion,
                "\(folder)libflite.so.1 has an interface that is not known; 2.0 to 2.2 are: \(Self.advice)")
        }
        let start: @convention(c) @Sendable () -> Int32 = try symbol("flite_init")
        _ = start()
        let addLanguage:
            @convention(c) @Sendable (UnsafePointer<CChar>, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32 =
                try symbol("flite_add_lang")
        let frontEnd = try load("libflite_usenglish.so.1")
        let lexicon = try load("libflite_cmulex.so.1")
        _ = addLanguage(
            "eng", try frontEnd("usenglish_init"), try lexicon("cmulex_init"))
    }
}
