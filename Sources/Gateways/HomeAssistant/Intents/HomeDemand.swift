/// The demands of an intent on its entities.
struct HomeDemand {
    /// The domains that the intent is made for; empty for any.
    var domains: Set<String> = []
    /// The domains that the intent leaves alone.
    var excluded: Set<String> = []
}
