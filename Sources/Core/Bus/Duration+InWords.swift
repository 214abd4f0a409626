import SaybusSupport

extension Duration {
    /// The duration in a readable form: `10 s`, or `250 ms` when it is not a whole number of seconds.
    public var inWords: String {
        return milliseconds >= 1000 && milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
