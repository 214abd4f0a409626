import CSaybusPocketSphinx
import Foundation

extension SphinxHandle {
    /// The setting that holds the path of the means. The library reads it each time that it applies a transform.
    private static let meansFile = "_mean"

    /// Sets the means of the Gaussians from the next utterance on; nil restores the model's own.
    func adapt(to means: AdaptedMeans?) throws(SphinxError) {
        guard means !== adaptation else { return }
        guard let config = ps_get_config(decoder), cmd_ln_exists_r(config, Self.meansFile) != 0,
            let own = cmd_ln_str_r(config, Self.meansFile)
        else { throw Self.refusal }
        // The library reads means and transforms from files only, and reads the means again for each transform.
        let folder = FileManager.default.temporaryDirectory
        let name = "saybus-\(UUID().uuidString)"
        let (values, transform) = (folder.appending(path: "\(name).means"), folder.appending(path: "\(name).mllr"))
        defer { for file in [values, transform] { unlink(file.path) } }
        do {
            try means?.file.write(to: values)
            try Data(Self.identity.utf8).write(to: transform)
        } catch {
            throw SphinxError(
                .refused, "\(folder.path) cannot be written: free some space in the temporary directory: \(error)")
        }
        let original = String(cString: own)
        if means != nil { cmd_ln_set_str_r(config, Self.meansFile, values.path) }
        defer { cmd_ln_set_str_r(config, Self.meansFile, original) }
        // The decoder takes ownership of the transform.
        guard let read = ps_mllr_read(transform.path), ps_update_mllr(decoder, read) != nil else { throw Self.refusal }
        adaptation = means
    }

    private static let refusal = SphinxError(
        .refused, "pocketsphinx did not take what was learned of the voice: start again")

    /// The identity transform in the format of `ps_mllr_read`: one class; for each stream its length, the matrix,
    /// the offsets, and the factors of the variances.
    private static let identity: String = {
        let length = PhoneGaussians.length
        let rows = (0..<length).map { row in (0..<length).map { $0 == row ? "1.0" : "0.0" }.joined(separator: " ") }
        let (zeros, ones) = ("0.0", "1.0")
        let ends = [zeros, ones].map { [String](repeating: $0, count: length).joined(separator: " ") }
        let stream = "\(length)\n" + (rows + ends).joined(separator: "\n") + "\n"
        return "1\n\(PhoneGaussians.streams)\n" + String(repeating: stream, count: PhoneGaussians.streams)
    }()
}
