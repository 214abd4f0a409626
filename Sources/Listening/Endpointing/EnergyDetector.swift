#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Takes for speech what is clearly louder than the room.
public struct EnergyDetector: VoiceActivityDetector {
    /// How many decibels above the room's noise speech begins.
    public let margin: Double

    private var floor: Double?

    /// A detector.
    public init(margin: Double = 9) { self.margin = margin }

    /// How likely the frame holds speech, by its level over the noise floor.
    public mutating func probability(_ frame: [Int16]) -> Double {
        guard !frame.isEmpty else { return 0 }
        var sum = 0.0
        for index in 1..<max(1, frame.count) {
            let change = Double(frame[index]) - 0.95 * Double(frame[index - 1])
            sum += change * change
        }
        let level = max(10, 10 * log10(sum / Double(frame.count) + 1))
        let floor = min(level, (self.floor ?? level) + 0.02)
        self.floor = floor
        return 1 / (1 + exp((floor + margin - level) / 2))
    }

    /// Forgets the room.
    public mutating func reset() { floor = nil }
}
