import CSaybusFuzzer
import Foundation
import SaybusFuzzing
import Synchronization

/// The decoder that this process feeds, which the environment variable `SAYBUS_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["SAYBUS_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        FileHandle.standardError.write(Data("SAYBUS_FUZZ_TARGET is \"\(name)\"; there are \(names)\n".utf8))
        exit(64)
    }
    return target
}()

private let mutator = Mutex(InputMutator(target, seed: 0))

/// The program of `deploy/fuzz`.
@main
private enum FuzzProgram {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(LLVMFuzzerRunDriver(&count, &arguments, decodeInput))
    }
}

/// Decodes an input; libFuzzer calls it again and again. A violation ends the program, so that libFuzzer keeps the
/// input.
private func decodeInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    do throws(FuzzViolation) {
        _ = try target.decode(Array(UnsafeBufferPointer(start: data, count: size)))
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        abort()
    }
    return 0
}

/// Changes an input in place, by libFuzzer's own mutations or by those of the formats, alternately at random.
/// - Returns: The new size.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateInput(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int, _ seed: CUnsignedInt
) -> Int {
    if size > 1, seed % 2 == 0 { return LLVMFuzzerMutate(data, size, maximumSize) }
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    let output = mutator.withLock { mutator in
        mutator.reseed(UInt64(seed))
        // libFuzzer begins with an empty input when it has no other.
        return size <= 1 || seed % 64 == 1 ? mutator.next() : mutator.mutated(input)
    }.prefix(maximumSize)
    for (index, byte) in output.enumerated() { data[index] = byte }
    return output.count
}
