#if os(Linux)
  import Foundation

  /// Functions of the C library that fail, or wait, in a child process: a library that is preloaded there.
  ///
  /// The child chooses the fault by an environment variable of its own (`setenv` counts), so it may begin and end within a test:
  /// - `REQUISITE_LOOKUP`: the path of a file. Look-ups of `slow.test` wait until the file exists, for 20 seconds at most, and
  ///   then say 127.0.0.1. Each appends a byte to the file of that name with `.begun` at its start, and to that with `.over` at
  ///   its end.
  /// - `REQUISITE_CUT_SEND`: a number of bytes. The first `send` of more than 10,000 bytes after so many of them fails as if the
  ///   connection had been reset.
  /// - `REQUISITE_NO_WATCHES`: `epoll_ctl` adds no socket of IPv4, as if the user's watches were used up.
  ///
  /// ``clockAhead`` is no variable of the environment, because a clock is read by all threads.
  public enum SystemFaults {
    /// The path of the library, which is built once; nil if there is no compiler.
    public static let library: String? = {
      do {
        let folder = try TemporaryFolder()
        let source = try folder.file("faults.c", Data(code.utf8))
        let path = folder.url.appendingPathComponent("faults.so").path
        let end = try ChildProcess.run(
          "/usr/bin/env", ["clang", "-shared", "-fPIC", "-O1", "-o", path, source.path, "-ldl"],
          reading: .errors)
        guard end.status == 0 else { return nil }
        kept.append(folder)
        return path
      } catch { return nil }
    }()

    /// Whether tests can have these faults.
    public static var isAvailable: Bool { library != nil }

    /// The variables of a child process that has the library, beside what is preloaded here.
    public static var environment: [String: String] {
      let preloaded = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { ":\($0)" } ?? ""
      return ["LD_PRELOAD": (library ?? "") + preloaded]
    }

    /// The seconds that the monotonic clocks of this process are ahead, if it has the library; nil otherwise.
    public static var clockAhead: UnsafeMutablePointer<Int>? {
      dlsym(nil, "requisite_clock_ahead")?.assumingMemoryBound(to: Int.self)
    }

    private static let kept = Folders()

    private static let code = #"""
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <netdb.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/epoll.h>
      #include <sys/socket.h>
      #include <time.h>
      #include <unistd.h>

      long requisite_clock_ahead = 0;

      int clock_gettime(clockid_t clock, struct timespec *time) {
        static int (*real)(clockid_t, struct timespec *) = 0;
        if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
        int code = real(clock, time);
        if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW) time->tv_sec += requisite_clock_ahead;
        return code;
      }

      static void count(const char *release, const char *step) {
        char path[4096 + 6];
        snprintf(path, sizeof path, "%.4095s.%s", release, step);
        int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
        if (file < 0) return;
        if (write(file, "x", 1) < 0) perror("write");
        close(file);
      }

      int getaddrinfo(
        const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result
      ) {
        int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
          dlsym(RTLD_NEXT, "getaddrinfo");
        const char *release = getenv("REQUISITE_LOOKUP");
        if (!release || !node || strcmp(node, "slow.test")) return real(node, service, hints, result);
        char path[4096];
        snprintf(path, sizeof path, "%s", release);
        count(path, "begun");
        for (int turn = 0; turn < 2000 && access(path, F_OK); turn++) usleep(10000);
        count(path, "over");
        return real("127.0.0.1", service, hints, result);
      }

      ssize_t send(int socket, const void *bytes, size_t count, int flags) {
        static long sent = 0;
        ssize_t (*real)(int, const void *, size_t, int) = dlsym(RTLD_NEXT, "send");
        const char *limit = getenv("REQUISITE_CUT_SEND");
        if (!limit || count <= 10000) return real(socket, bytes, count, flags);
        if (sent >= atol(limit)) {
          errno = ECONNRESET;
          return -1;
        }
        sent += (long)count;
        return real(socket, bytes, count, flags);
      }

      int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
        int (*real)(int, int, int, struct epoll_event *) = dlsym(RTLD_NEXT, "epoll_ctl");
        int domain = 0;
        socklen_t size = sizeof domain;
        if (
          operation == EPOLL_CTL_ADD && getenv("REQUISITE_NO_WATCHES") &&
          !getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) && domain == AF_INET
        ) {
          errno = ENOSPC;
          return -1;
        }
        return real(epoll, operation, descriptor, event);
      }
      """#
  }

  /// Folders that stay until the process ends. Everything is behind `lock`, which makes `@unchecked Sendable` true.
  private final class Folders: @unchecked Sendable {
    private let lock = NSLock()
    private var folders: [TemporaryFolder] = []

    func append(_ folder: TemporaryFolder) { lock.withLock { folders.append(folder) } }
  }
#endif
