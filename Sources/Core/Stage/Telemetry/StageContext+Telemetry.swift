extension StageContext {
    /// Records the work of an engine on a turn, for the metric of its real-time factor.
    /// - Parameters:
    ///   - engine: The engine's name.
    ///   - work: The time that it worked.
    ///   - sound: The duration of the sound that it heard or made.
    public func record(engine: String, work: Duration, on sound: Duration) {
        guard sound > .zero else { return }
        telemetry?.recordRealTimeFactor(work / sound, of: engine)
    }
}
