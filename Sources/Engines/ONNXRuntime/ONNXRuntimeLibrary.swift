import Foundation
import SaybusDynamicLoading
import SaybusModelStore

/// The library ONNX Runtime, loaded at run time, since Debian 12 has none.
///
/// Its interface is a table of functions, to which newer versions only add. The places in it are those of version 1.14.
public final class ONNXRuntimeLibrary: Sendable {
    typealias Status = OpaquePointer
    typealias Environment = OpaquePointer
    typealias Session = OpaquePointer
    typealias SessionOptions = OpaquePointer
    typealias RunOptions = OpaquePointer
    typealias Value = OpaquePointer
    typealias MemoryInfo = OpaquePointer
    typealias Shape = OpaquePointer
    typealias Allocator = UnsafeMutablePointer<OpaquePointer?>
    typealias Create = @convention(c) @Sendable (UnsafeMutablePointer<OpaquePointer?>) -> Status?
    typealias Release = @convention(c) @Sendable (OpaquePointer?) -> Void

    /// The version, such as `1.32.0`.
    let version: String
    let environment: ONNXRuntimeHandle
    let memory: ONNXRuntimeHandle
    let errorMessage: @convention(c) @Sendable (Status) -> UnsafePointer<CChar>?
    let createSession:
        @convention(c) @Sendable (
            Environment, UnsafeRawPointer, Int, SessionOptions, UnsafeMutablePointer<Session?>
        ) -> Status?
    let run:
        @convention(c) @Sendable (
            Session, RunOptions?, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Value?>, Int,
            UnsafePointer<UnsafePointer<CChar>?>, Int, UnsafeMutablePointer<Value?>
        ) -> Status?
    let createSessionOptions: Create
    let setThreads: @convention(c) @Sendable (SessionOptions, Int32) -> Status?
    let inputCount: @convention(c) @Sendable (Session, UnsafeMutablePointer<Int>) -> Status?
    let inputName:
        @convention(c) @Sendable (Session, Int, Allocator, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) ->
            Status?
    let createRunOptions: Create
    let terminate: @convention(c) @Sendable (RunOptions) -> Status?
    let createTensor:
        @convention(c) @Sendable (
            MemoryInfo, UnsafeMutableRawPointer, Int, UnsafePointer<Int64>, Int, Int32, UnsafeMutablePointer<Value?>
        ) -> Status?
    let data: @convention(c) @Sendable (Value, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Status?
    let elementType: @convention(c) @Sendable (Shape, UnsafeMutablePointer<Int32>) -> Status?
    let elementCount: @convention(c) @Sendable (Shape, UnsafeMutablePointer<Int>) -> Status?
    let shape: @convention(c) @Sendable (Value, UnsafeMutablePointer<Shape?>) -> Status?
    let allocatorFree: @convention(c) @Sendable (Allocator, UnsafeMutableRawPointer) -> Status?
    let defaultAllocator: @convention(c) @Sendable (UnsafeMutablePointer<Allocator?>) -> Status?
    let releaseStatus: Release
    let releaseSession: Release
    let releaseValue: Release
    let releaseRunOptions: Release
    let releaseShape: Release
    let releaseSessionOptions: Release

    /// The version of the interface.
    private static let interface: UInt32 = 14
    static let advice = "saybus models get onnxruntime, or name the file in ONNXRUNTIME_LIBRARY"

    /// Loads the library, which stays loaded for the life of the process.
    /// - Parameters:
    ///   - path: The file; nil takes the variable `ONNXRUNTIME_LIBRARY`, or the library among the models, or
    ///     `libonnxruntime.so.1` from the system's library path.
    ///   - store: The models.
    public init(path: String? = nil, store: ModelStore = ModelStore()) throws(ONNXRuntimeError) {
        let places = DynamicLibrary.places(
            path, variable: "ONNXRUNTIME_LIBRARY",
            else: [store.installed("onnxruntime")?.main, "libonnxruntime.so.1", "libonnxruntime.so"])
        let library = try DynamicLibrary(places) { reason in
            ONNXRuntimeError(.libraryMissing, "ONNX Runtime cannot be loaded (\(reason)): \(Self.advice)")
        }
        let place = library.place
        let stranger = ONNXRuntimeError(.libraryMissing, "\(place) is no ONNX Runtime: \(Self.advice)")
        let getBase: @convention(c) () -> UnsafePointer<UnsafeRawPointer?>? = try library.function(
            "OrtGetApiBase", or: stranger)
        guard let base = getBase(), let getTable = base[0], let getVersion = base[1] else { throw stranger }
        typealias Version = @convention(c) () -> UnsafePointer<CChar>?
        typealias Table = @convention(c) (UInt32) -> UnsafePointer<UnsafeRawPointer?>?
        version = unsafeBitCast(getVersion, to: Version.self)().map { String(cString: $0) } ?? "unknown"
        guard let table = unsafeBitCast(getTable, to: Table.self)(Self.interface) else {
            throw ONNXRuntimeError(
                .libraryVersion,
                "\(place) is ONNX Runtime \(version), and 1.14 or later is needed: \(Self.advice)")
        }
        /// Returns the function at a place of the table.
        func function<Function>(_ place: Int, _: Function.Type = Function.self) -> Function {
            unsafeBitCast(table[place], to: Function.self)
        }
        errorMessage = function(2)
        createSession = function(8)
        run = function(9)
        createSessionOptions = function(10)
        setThreads = function(24)
        inputCount = function(30)
        inputName = function(36)
        createRunOptions = function(39)
        terminate = function(46)
        createTensor = function(49)
        data = function(51)
        elementType = function(60)
        elementCount = function(64)
        shape = function(65)
        allocatorFree = function(76)
        defaultAllocator = function(78)
        releaseStatus = function(93)
        releaseSession = function(95)
        releaseValue = function(96)
        releaseRunOptions = function(97)
        releaseShape = function(99)
        releaseSessionOptions = function(100)
        let createEnvironment:
            @convention(c) @Sendable (Int32, UnsafePointer<CChar>, UnsafeMutablePointer<Environment?>) -> Status? =
                function(3)
        let createMemoryInfo: @convention(c) @Sendable (Int32, Int32, UnsafeMutablePointer<MemoryInfo?>) -> Status? =
            function(69)
        var (made, info): (Environment?, MemoryInfo?)
        // Only what ends the program is logged: errors are returned.
        guard createEnvironment(4, "saybus", &made) == nil, createMemoryInfo(1, 0, &info) == nil, let made, let info
        else { throw ONNXRuntimeError(.refused, "ONNX Runtime does not start: there is no memory left for it") }
        (environment, memory) = (ONNXRuntimeHandle(made), ONNXRuntimeHandle(info))
    }

    /// Throws the error of a status, which is released.
    func check(_ status: Status?) throws(ONNXRuntimeError) {
        guard let status else { return }
        defer { releaseStatus(status) }
        let message = errorMessage(status).map { String(cString: $0) } ?? "it gives no reason"
        throw ONNXRuntimeError(.refused, String(message.prefix(300)))
    }
}

/// An object of the library that lives as long as the process.
///
/// Unchecked: the pointer never changes, and the library takes it from any thread.
struct ONNXRuntimeHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    init(_ pointer: OpaquePointer) { self.pointer = pointer }
}
