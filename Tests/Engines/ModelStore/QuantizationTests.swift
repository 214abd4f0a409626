import Foundation
import Testing

@Suite("Weights of 8 bits from floats")
struct QuantizationTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Engines/ModelStore").standardized.path

    /// Runs a program in Python beside the converter; returns its exit code and output.
    private static func python(_ program: String) -> (code: Int32, output: String) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return (-1, "") }
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }

    static let hasNumpy = python("import numpy").code == 0

    @Test("32 numbers share a factor, and halves are rounded away from zero", .enabled(if: hasNumpy, "needs numpy"))
    func blocks() {
        let (code, output) = Self.python(
            """
            import numpy as np, ct2_to_ggml
            rows = np.zeros((2, 32))
            rows[0, :5] = [127, -127, 63.5, 0.5, -0.5]
            print(ct2_to_ggml.quantized(rows).hex())
            """)
        // The factor 1 as a float of 16 bits, the numbers, and a block of zeros.
        let first = "003c" + "7f814001ff" + String(repeating: "00", count: 27)
        #expect(code == 0 && output == first + String(repeating: "00", count: 34) + "\n", "\(output)")
    }

    @Test("rows that are no multiple of 32 numbers are refused", .enabled(if: hasNumpy, "needs numpy"))
    func rest() {
        let (_, output) = Self.python(
            """
            import numpy as np, ct2_to_ggml
            try:
                ct2_to_ggml.quantized(np.zeros((32, 33)))
            except ct2_to_ggml.InputError as error:
                print(error)
            """)
        #expect(output == "rows of 33 numbers cannot be quantized, only multiples of 32\n")
    }
}
