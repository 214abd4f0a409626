extension Duration {
    /// Whole microseconds, rounded toward zero; the nearest `Int64` when the duration exceeds its range.
    package var microseconds: Int64 { whole(perSecond: 1_000_000) }

    /// Whole milliseconds, rounded toward zero; the nearest `Int64` when the duration exceeds its range.
    package var milliseconds: Int64 { whole(perSecond: 1000) }

    /// Seconds with their fraction.
    package var seconds: Double { self / .seconds(1) }

    private func whole(perSecond: Int64) -> Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: perSecond)
        // Both components have the same sign, so the sum can leave the range on that side only.
        let (sum, carry) = product.addingReportingOverflow(attoseconds / (1_000_000_000_000_000_000 / perSecond))
        guard !overflow, !carry else { return seconds < 0 ? .min : .max }
        return sum
    }
}
