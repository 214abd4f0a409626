/// Stands in for the function of libpcaudio by which espeak-ng opens a loudspeaker: there is none.
///
/// espeak-ng asks the sound server for one at its start though it gives its sound to us alone, and where the server hangs it would hang
/// with it for ever. The linker takes the program's own function before a library's. (espeak-ng 1.51, `espeak_ng_InitializeOutput`;
/// without a device it makes sound all the same.)
@_cdecl("create_audio_device_object")
package func createAudioDeviceObject(
    _ device: UnsafePointer<CChar>?, _ application: UnsafePointer<CChar>?, _ description: UnsafePointer<CChar>?
) -> OpaquePointer? { nil }
