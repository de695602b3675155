/* Lets the N-th call of a kind fail, in this process, whoever makes it: Python, SQLite or tantivy. Loaded before libc (LD_PRELOAD).
   Descriptors that are pipes when it is armed are left alone: they are the harness's own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN, READ, WRITE, SYNC, RENAME, MMAP, THREAD, KINDS };
static volatile int armed = -1, sticky, error_number;
static volatile long due, counts[KINDS], fired;
static unsigned char exempt[1024];
static char where[1024];

void shim_arm(int kind, long n, int number, int from_then_on) {
    struct stat found;
    for (int fd = 0; fd < 1024; fd++) exempt[fd] = fd < 3 || (fstat(fd, &found) == 0 && S_ISFIFO(found.st_mode));
    for (int i = 0; i < KINDS; i++) counts[i] = 0;
    fired = 0, where[0] = 0, due = n, error_number = number, sticky = from_then_on;
    armed = kind;
}
void shim_disarm(void) { armed = -1; }
long shim_fired(void) { return fired; }
long shim_count(int kind) { return counts[kind]; }
const char *shim_where(void) { return where; }

static int fails(int kind, int fd, const char *path) {
    if (armed != kind || (fd >= 0 && fd < 1024 && exempt[fd])) return 0;
    long now = __sync_add_and_fetch(&counts[kind], 1);
    if (now != due && !(sticky && now > due)) return 0;
    if (__sync_fetch_and_add(&fired, 1) == 0) snprintf(where, sizeof where, "%s", path ? path : "");
    errno = error_number;
    return 1;
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = (type (*)(__VA_ARGS__)) dlsym(RTLD_NEXT, name)
#define OPENER(name) int name(const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
    REAL(int, #name, const char *, int, ...); return fails(OPEN, -1, path) ? -1 : real(path, flags, mode); }
#define OPENER_AT(name) int name(int folder, const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
    REAL(int, #name, int, const char *, int, ...); return fails(OPEN, -1, path) ? -1 : real(folder, path, flags, mode); }
OPENER(open) OPENER(open64) OPENER_AT(openat) OPENER_AT(openat64)
int pipe2(int ends[2], int flags) { REAL(int, "pipe2", int *, int); return fails(OPEN, -1, 0) ? -1 : real(ends, flags); }

#define MOVER(name, kind, buffer) ssize_t name(int fd, buffer data, size_t size) { \
    REAL(ssize_t, #name, int, buffer, size_t); return fails(kind, fd, 0) ? -1 : real(fd, data, size); }
#define MOVER_AT(name, kind, buffer, offset) ssize_t name(int fd, buffer data, size_t size, offset at) { \
    REAL(ssize_t, #name, int, buffer, size_t, offset); return fails(kind, fd, 0) ? -1 : real(fd, data, size, at); }
MOVER(read, READ, void *) MOVER_AT(pread, READ, void *, off_t) MOVER_AT(pread64, READ, void *, off64_t)
MOVER(write, WRITE, const void *) MOVER_AT(pwrite, WRITE, const void *, off_t) MOVER_AT(pwrite64, WRITE, const void *, off64_t)
ssize_t readv(int fd, const struct iovec *v, int n) { REAL(ssize_t, "readv", int, const struct iovec *, int); return fails(READ, fd, 0) ? -1 : real(fd, v, n); }
ssize_t writev(int fd, const struct iovec *v, int n) { REAL(ssize_t, "writev", int, const struct iovec *, int); return fails(WRITE, fd, 0) ? -1 : real(fd, v, n); }

int fsync(int fd) { REAL(int, "fsync", int); return fails(SYNC, fd, 0) ? -1 : real(fd); }
int fdatasync(int fd) { REAL(int, "fdatasync", int); return fails(SYNC, fd, 0) ? -1 : real(fd); }
int rename(const char *a, const char *b) { REAL(int, "rename", const char *, const char *); return fails(RENAME, -1, a) ? -1 : real(a, b); }
int renameat(int x, const char *a, int y, const char *b) { REAL(int, "renameat", int, const char *, int, const char *); return fails(RENAME, -1, a) ? -1 : real(x, a, y, b); }
#define MAPPER(name, offset) void *name(void *at, size_t size, int rights, int flags, int fd, offset from) { \
    REAL(void *, #name, void *, size_t, int, int, int, offset); \
    return fd >= 0 && fails(MMAP, fd, 0) ? MAP_FAILED : real(at, size, rights, flags, fd, from); }
MAPPER(mmap, off_t) MAPPER(mmap64, off64_t)
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *what) {
    REAL(int, "pthread_create", pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    return fails(THREAD, -1, 0) ? EAGAIN : real(thread, how, run, what);
}
