import Foundation
import SaybusStage
import SaybusTerminal

/// `saybus new`: writes a small project that runs, with its test.
public struct NewProject: Sendable {
    /// The kind of program that a project makes.
    public enum Kind: String, Sendable, CaseIterable {
        /// An app: phrases, and what to do for them.
        case app
        /// A stage: an intent recognizer.
        case stage
        /// An Alexa skill.
        case skill
    }

    /// The language in which it is written.
    public enum Language: String, Sendable, CaseIterable {
        /// An app's file.
        case yaml
        /// A program with the package of `deploy/python`.
        case python
        /// A package that depends on Saybus.
        case swift
    }

    /// The modules of Python and of the package, which a file of the same name in the program's folder would hide.
    private static let modules = Set(
        """
        abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2
        calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser
        contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis
        distutils doctest email encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib
        functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib
        imghdr imp importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox mailcap
        marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath numbers
        opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib
        posix posixpath pprint profile pstats pty pwd pyclbr pydoc pyexpat queue quopri random re readline reprlib
        resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr
        socket socketserver spwd sqlite3 ssl stat statistics string stringprep struct subprocess sunau symtable sys
        sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit tkinter token
        tokenize tomllib trace traceback tracemalloc tty types typing unicodedata unittest urllib uu uuid venv
        warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
        zoneinfo saybus zmq
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private let template: ProjectTemplate
    private let name: String

    /// Creates a project.
    /// - Parameters:
    ///   - kind: The kind of project.
    ///   - language: The language; nil is YAML for an app, else Python.
    ///   - name: The name of the project and of its folder.
    ///   - saybus: The folder or the URL of Saybus's own package, on which Swift and Python projects depend; nil for
    ///     the one from which the running program was built.
    ///   - finder: Finds the running program.
    /// - Throws: ``StageFailure`` when the name cannot be one, when there is no such project in the language, or when a
    ///   project in Swift would have no package to depend on.
    public init(
        _ kind: Kind, _ language: Language?, name: String, saybus: String? = nil,
        finder: ProgramFinder = ProgramFinder()
    ) throws(StageFailure) {
        guard name.wholeMatch(of: /[a-z][a-z0-9-]{0,39}/) != nil else {
            throw StageFailure(
                .usage, "a project's name must be of 1 to 40 small letters, digits and -, and begin with a letter")
        }
        let language = language ?? (kind == .app ? .yaml : .python)
        guard language != .python || !Self.modules.contains(name) else {
            throw StageFailure(.usage, "\(name).py would hide the module \(name), which it needs: choose another name")
        }
        let source = try Self.source(saybus, finder)
        guard language != .swift || source != nil else {
            throw StageFailure(
                .usage,
                "a project in Swift depends on Saybus's source, from which this program was not built: give its folder "
                    + "or URL with --saybus")
        }
        guard let template = ProjectTemplate(kind, language, name: name, source: source) else {
            throw StageFailure(.usage, "a \(kind.rawValue) is a program: give --python or --swift")
        }
        (self.template, self.name) = (template, name)
    }

    private static func source(_ saybus: String?, _ finder: ProgramFinder) throws(StageFailure) -> PackageSource? {
        guard let saybus else { return PackageSource(above: finder.directory) }
        return try PackageSource(saybus)
    }

    /// Writes the project into a new folder of its name.
    /// - Throws: ``StageFailure`` when the folder exists or cannot be written.
    public func write(into parent: String = ".", output: TextOutput = .standardOutput) throws(StageFailure) {
        let folder = "\(parent)/\(name)"
        guard !FileManager.default.fileExists(atPath: folder) else {
            throw StageFailure(.failed, "\(name) exists already: choose another name, or remove it")
        }
        for file in template.files {
            let path = "\(folder)/\(file.path)"
            do {
                try FileManager.default.createDirectory(
                    at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
                try file.text.write(toFile: path, atomically: true, encoding: .utf8)
                if file.isExecutable {
                    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
                }
            } catch {
                throw StageFailure(.inputOutput, "\(path) cannot be written: \(error.localizedDescription)")
            }
            output.line("\(name)/\(file.path)")
        }
        output.line("Try it: \(template.hint)")
    }
}
