extension Int16 {
    /// Rounds a sample, and clips it to what 16 bits can hold.
    package init(clipping sample: Double) { self.init(Swift.max(-32_768, Swift.min(32_767, sample.rounded()))) }
}
