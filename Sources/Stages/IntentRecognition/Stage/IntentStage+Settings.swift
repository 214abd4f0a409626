import SaybusStatisticalMatching

extension IntentStage {
    /// What to recognize with.
    public struct Settings: Sendable {
        /// The engine.
        public var engine: IntentEngine
        /// What asks it, when it is a foreign one.
        public var inquirer: (any IntentClient)?
        /// What was learnt from samples; nil learns from the catalogs.
        public var model: StatisticalModel?
        /// What determines all that is left to chance.
        public var seed: UInt64
        /// Models of files, which are understood like catalogs.
        public var models: ModelFiles
        /// Whether a transcript that is what the assistant says itself ends its turn, without an intent.
        public var dropsOwnSpeech: Bool

        /// Settings.
        public init(
            engine: IntentEngine = .ensemble, inquirer: (any IntentClient)? = nil, model: StatisticalModel? = nil,
            seed: UInt64 = 1, models: ModelFiles = ModelFiles(), dropsOwnSpeech: Bool = false
        ) {
            (self.engine, self.inquirer, self.model, self.seed) = (engine, inquirer, model, seed)
            self.models = models
            self.dropsOwnSpeech = dropsOwnSpeech
        }
    }
}
