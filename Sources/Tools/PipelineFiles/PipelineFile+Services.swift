extension PipelineFile {
    /// The file whose stages are services of systemd.
    static let servicesPath = "/etc/saybus/saybus.yaml"
    /// The programs of which several services may run, such as `saybus-listen@hall`.
    private static let templates = ["audio", "dispatch", "intent", "listen", "transcribe"]

    /// Returns the services of a program's instances that have another name than the program. The target of all
    /// services does not start them, since it does not know their names.
    /// - Parameter program: A program without `saybus-`.
    public func namedServices(of program: String) -> [String] {
        guard Self.templates.contains(program) else { return [] }
        return stages.filter { $0.program == program }.flatMap { hosted($0).map(\.instance) }
            .filter { $0 != program }.map { "saybus-\(program)@\($0)" }
    }

    /// A note that names all services which the target does not start; nil when there are none, or for another file
    /// than that of the services.
    var servicesNote: PipelineFileError? {
        let services = Self.templates.flatMap(namedServices)
        guard path == Self.servicesPath, !services.isEmpty else { return nil }
        return PipelineFileError(
            .field, file: path,
            "saybus.target does not start these stages by itself: systemctl enable --now "
                + services.joined(separator: " "))
    }
}
