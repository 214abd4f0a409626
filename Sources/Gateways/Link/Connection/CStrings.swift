import Glibc

/// C strings that live as long as this object, for the structures of libnats.
final class CStrings {
    private var pointers: [UnsafeMutablePointer<CChar>] = []

    deinit { for pointer in pointers { free(pointer) } }

    /// Returns a text as a C string; nil for nil.
    func text(_ text: String?) -> UnsafePointer<CChar>? {
        guard let copy = text.flatMap({ strdup($0) }) else { return nil }
        pointers.append(copy)
        return UnsafePointer(copy)
    }
}
