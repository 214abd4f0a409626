import Foundation
import SaybusProcesses

/// A check for Python with pyzmq, which stages written in Python need.
struct PythonCheck {
    /// Time that Python may take to answer.
    private static let timeout = Duration.seconds(5)

    /// The interpreter: `SAYBUS_PYTHON`, else `python3`.
    var interpreter = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "python3"

    func finding() async -> Finding {
        let remedy =
            "only for stages in Python: apt-get install python3-zmq, or SAYBUS_PYTHON=.build/python/bin/python after deploy/install --python"
        let program = #"import sys, zmq; print("Python", sys.version.split()[0], "with pyzmq", zmq.__version__)"#
        let command = ProcessCommand(interpreter, ["-c", program])
        let result = try? await command.capture(limit: 4096, timeout: Self.timeout)
        if case .failure(let error)? = result, error.code == .timeout {
            return Finding("Python", .hint, "\(interpreter) does not answer", remedy: remedy)
        }
        guard case .success(let run)? = result, run.termination == .exited(0) else {
            return Finding("Python", .hint, "no \(interpreter) with pyzmq", remedy: remedy)
        }
        return Finding("Python", .good, run.output.text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
