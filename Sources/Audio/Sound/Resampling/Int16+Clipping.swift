extension Int16 {
    /// Rounds a sample, and clips it to what 16 bits can hold.
    package init(clipping sample: Double) { self.init(max(-32_768, min(32_767, sample.rounded()))) }
}
