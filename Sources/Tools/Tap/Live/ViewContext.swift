import SaybusBus
import SaybusMessages

/// When something came or is shown, and how much room there is for it.
struct ViewContext: Sendable {
    /// Microseconds of a clock that only goes forward.
    let steady: Int64
    /// Unix time in microseconds.
    let wall: Int64
    /// The terminal's columns; nil where lines may be of any length.
    let columns: Int?

    /// A moment with every part.
    init(steady: Int64, wall: Int64, columns: Int? = nil) {
        (self.steady, self.wall, self.columns) = (steady, wall, columns)
    }

    /// Now.
    static func now(columns: Int? = nil) -> ViewContext {
        ViewContext(steady: SteadyClock.microseconds(), wall: WallClock.microseconds(), columns: columns)
    }
}
