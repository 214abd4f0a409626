import SaybusSupport

extension Duration {
    /// Whole milliseconds from 0 to one day, as the fields of messages take them.
    package var boundedMilliseconds: Int { Int(min(max(0, milliseconds), 86_400_000)) }
}
