import NIOPosix

/// The event loop of metrics and traces: one thread, apart from those that a program's own servers use.
enum TelemetryLoop {
    /// The group of the one loop, for the whole life of the program.
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
