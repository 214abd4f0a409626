import SaybusSupport

extension Duration {
    /// The whole milliseconds, limited to the range of message fields: 0 to one day.
    package var boundedMilliseconds: Int { Int(min(max(0, milliseconds), 86_400_000)) }
}
