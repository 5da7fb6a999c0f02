// The system's functions, under names that no method hides. The module that declares them depends on the platform and on
// the trait FoundationNetworking, so they cannot be qualified by a module.

package func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

package func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

@discardableResult
package func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
