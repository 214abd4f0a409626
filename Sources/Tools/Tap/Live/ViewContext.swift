/// The time of a view's input or output, and the terminal's width.
struct ViewContext: Sendable {
    /// Microseconds of a monotonic clock.
    let steady: Int64
    /// Unix time in microseconds, by the broker's clock.
    let wall: Int64
    /// The terminal's columns; nil if lines may have any length.
    let columns: Int?

    /// Creates a context from its parts.
    init(steady: Int64, wall: Int64, columns: Int? = nil) {
        (self.steady, self.wall, self.columns) = (steady, wall, columns)
    }
}
