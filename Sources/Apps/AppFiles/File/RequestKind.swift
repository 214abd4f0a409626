/// What an answer is, in the words of a file.
enum RequestKind: String, CaseIterable {
    case string
    case confirmation
    case select
    case number
    case pattern
}
