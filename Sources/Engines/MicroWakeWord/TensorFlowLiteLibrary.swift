import CSaybusTensorFlowLite
import Foundation
import SaybusDynamicLoading
import SaybusModelStore

/// The library TensorFlow Lite, by its C interface, loaded at run time, since Debian 12 has none.
public final class TensorFlowLiteLibrary: Sendable {
    typealias Reporter =
        @convention(c) @Sendable (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeRawPointer?) -> Void

    /// The version, such as `2.17.1`.
    let version: String
    let loadModel: @convention(c) @Sendable (UnsafePointer<CChar>, Reporter, UnsafeMutableRawPointer?) -> OpaquePointer?
    let freeModel: @convention(c) @Sendable (OpaquePointer) -> Void
    let makeOptions: @convention(c) @Sendable () -> OpaquePointer?
    let freeOptions: @convention(c) @Sendable (OpaquePointer) -> Void
    let setThreads: @convention(c) @Sendable (OpaquePointer, Int32) -> Void
    let setReporter: @convention(c) @Sendable (OpaquePointer, Reporter, UnsafeMutableRawPointer?) -> Void
    let makeInterpreter: @convention(c) @Sendable (OpaquePointer, OpaquePointer?) -> OpaquePointer?
    let freeInterpreter: @convention(c) @Sendable (OpaquePointer) -> Void
    /// Returns 0 on success, as ``allocate`` and ``invoke`` do.
    let resize: @convention(c) @Sendable (OpaquePointer, Int32, UnsafePointer<Int32>, Int32) -> Int32
    let allocate: @convention(c) @Sendable (OpaquePointer) -> Int32
    let invoke: @convention(c) @Sendable (OpaquePointer) -> Int32
    let inputCount: @convention(c) @Sendable (OpaquePointer) -> Int32
    let outputCount: @convention(c) @Sendable (OpaquePointer) -> Int32
    let input: @convention(c) @Sendable (OpaquePointer, Int32) -> OpaquePointer?
    let output: @convention(c) @Sendable (OpaquePointer, Int32) -> OpaquePointer?
    let type: @convention(c) @Sendable (OpaquePointer) -> Int32
    let dimensions: @convention(c) @Sendable (OpaquePointer) -> Int32
    let dimension: @convention(c) @Sendable (OpaquePointer, Int32) -> Int32
    let byteSize: @convention(c) @Sendable (OpaquePointer) -> Int
    let data: @convention(c) @Sendable (OpaquePointer) -> UnsafeMutableRawPointer?
    let quantization: @convention(c) @Sendable (OpaquePointer) -> saybus_tflite_quantization

    static let advice = "saybus models get tensorflow-lite, or name the file in TENSORFLOW_LITE_LIBRARY"
    /// A reporter that drops what it gets: standard error belongs to this program.
    static let silent: Reporter = { _, _, _ in }

    /// Loads the library, which stays loaded for the life of the process.
    /// - Parameters:
    ///   - path: The file; nil takes the variable `TENSORFLOW_LITE_LIBRARY`, or the library among the models, or
    ///     `libtensorflowlite_c.so` from the system's library path.
    ///   - store: The models.
    public init(path: String? = nil, store: ModelStore = ModelStore()) throws(MicroWakeWordError) {
        let places = DynamicLibrary.places(
            path, variable: "TENSORFLOW_LITE_LIBRARY",
            else: [store.installed("tensorflow-lite")?.main, "libtensorflowlite_c.so"])
        let library = try DynamicLibrary(places) { reason in
            MicroWakeWordError(.libraryMissing, "TensorFlow Lite cannot be loaded (\(reason)): \(Self.advice)")
        }
        let place = library.place
        let symbol = library.functions { name in
            MicroWakeWordError(
                .libraryMissing, "\(place) has no \(name), so it is no TensorFlow Lite 2: \(Self.advice)")
        }
        let ask: @convention(c) @Sendable () -> UnsafePointer<CChar>? = try symbol("TfLiteVersion")
        version = ask().map { String(cString: $0) } ?? "unknown"
        loadModel = try symbol("TfLiteModelCreateFromFileWithErrorReporter")
        freeModel = try symbol("TfLiteModelDelete")
        makeOptions = try symbol("TfLiteInterpreterOptionsCreate")
        freeOptions = try symbol("TfLiteInterpreterOptionsDelete")
        setThreads = try symbol("TfLiteInterpreterOptionsSetNumThreads")
        setReporter = try symbol("TfLiteInterpreterOptionsSetErrorReporter")
        makeInterpreter = try symbol("TfLiteInterpreterCreate")
        freeInterpreter = try symbol("TfLiteInterpreterDelete")
        resize = try symbol("TfLiteInterpreterResizeInputTensor")
        allocate = try symbol("TfLiteInterpreterAllocateTensors")
        invoke = try symbol("TfLiteInterpreterInvoke")
        inputCount = try symbol("TfLiteInterpreterGetInputTensorCount")
        outputCount = try symbol("TfLiteInterpreterGetOutputTensorCount")
        input = try symbol("TfLiteInterpreterGetInputTensor")
        output = try symbol("TfLiteInterpreterGetOutputTensor")
        type = try symbol("TfLiteTensorType")
        dimensions = try symbol("TfLiteTensorNumDims")
        dimension = try symbol("TfLiteTensorDim")
        byteSize = try symbol("TfLiteTensorByteSize")
        data = try symbol("TfLiteTensorData")
        quantization = try symbol("TfLiteTensorQuantizationParams")
        // The interface has been the same since the first release of version 2.
        guard version.hasPrefix("2.") else {
            throw MicroWakeWordError(
                .libraryVersion,
                "\(place) is TensorFlow Lite \(version), and its interface is not known; that of version 2 is: \(Self.advice)"
            )
        }
    }
}
