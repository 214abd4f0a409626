import ArgumentParser
import SaybusMessages

extension BucketShare {
    /// Reads the value of `--buckets`.
    /// - Throws: `ValidationError` when the text is no share.
    package static func option(_ text: String) throws -> BucketShare {
        guard let share = BucketShare(rawValue: text) else {
            throw ValidationError(
                "--buckets takes i/n with i from 0 to n-1 and n from 1 to 256, such as 0/4, not \"\(text)\".")
        }
        return share
    }
}
