import SaybusStatisticalMatching

extension IntentStage {
    /// The engine of the stage, with all that it needs.
    public struct Settings: Sendable {
        /// The engine that finds the hypotheses.
        public var engine: IntentEngine
        /// The client of an external engine; nil for other engines.
        public var intentClient: (any IntentClient)?
        /// The trained model; nil trains one from the catalogs.
        public var model: StatisticalModel?
        /// The seed of all random choices.
        public var seed: UInt64
        /// Models read from files, in addition to the catalogs of the bus.
        public var models: ModelFiles
        /// Whether a spoken transcript of the assistant's own speech ends its turn without an intent.
        public var dropsOwnSpeech: Bool
        /// The editors of transcripts, in the order in which they work.
        public var editors: [any TranscriptEditor]

        /// Creates settings; without arguments, those of the ensemble.
        public init(
            engine: IntentEngine = .ensemble, intentClient: (any IntentClient)? = nil, model: StatisticalModel? = nil,
            seed: UInt64 = 1, models: ModelFiles = ModelFiles(), dropsOwnSpeech: Bool = false,
            editors: [any TranscriptEditor] = []
        ) {
            (self.engine, self.intentClient, self.model, self.seed) = (engine, intentClient, model, seed)
            self.models = models
            (self.dropsOwnSpeech, self.editors) = (dropsOwnSpeech, editors)
        }
    }
}
