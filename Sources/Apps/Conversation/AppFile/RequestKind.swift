/// The kind of an answer, as files name it.
enum RequestKind: String, CaseIterable {
    case string
    case confirmation
    case select
    case number
    case pattern
}
