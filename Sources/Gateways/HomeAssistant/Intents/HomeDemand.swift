/// The demands of an intent on its entities.
struct HomeDemand {
    /// The domains that the intent is made for; empty for any.
    var domains: Set<String> = []
    /// The domains that the intent leaves alone.
    var excluded: Set<String> = []
    /// The bits of `supported_features` that an entity must have.
    var features: Int64 = 0
    /// The state that an entity must have; nil for any.
    var state: String?
    /// Whether the intent is for one entity.
    var isSingle = false
}
