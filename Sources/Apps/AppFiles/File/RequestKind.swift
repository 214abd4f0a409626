/// The kind of answer to a request, by its name in app files.
enum RequestKind: String, CaseIterable {
    case string
    case confirmation
    case select
    case number
    case pattern
}
