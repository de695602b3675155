"""Member names that libraries have: a call of one on a receiver that nobody knows says nothing, even where
the repository defines it once.

Names of built-in types (`get`, `append`, `toString`), members of standard libraries and of what programs are commonly
written with. Where several words make up a name it may stand for one definition; a single word never does.
"""

from __future__ import annotations

from helix_lsp.text.words import split

_EVERYDAY = frozenset(
    "post put delete patch head options trace connect "
    "add append as_ref capitalize casefold catch center clear clone close contains copy count data decode difference "
    "difference_update discard encode endswith equals expandtabs expect extend filter finally find flush forEach format "
    "format_map from fromhex fromkeys get hashCode hex id index insert intersection intersection_update into is_empty "
    "isalnum isalpha isascii isdecimal isdigit isdisjoint isidentifier islower isnumeric isprintable isspace issubset "
    "issuperset istitle isupper items iter join key keys len length ljust lower lstrip maketrans map name new next open "
    "partition path pop popitem push read recv reduce remove removeprefix removesuffix replace reverse rfind rindex "
    "rjust rpartition rsplit rstrip run seek send setdefault size sort split splitlines start startswith stop strip "
    "swapcase symmetric_difference symmetric_difference_update then title toString to_string translate type union unwrap "
    "update upper url value values write zfill".split()
)
_NAMES = frozenset(
    # Java, Kotlin, Scala
    "newInstance getName getSimpleName getClass getDeclaredFields getDeclaredConstructor getConstructor isAssignableFrom isInstance getType "
    "getGenericType getRawType getActualTypeArguments setAccessible getModifiers getAnnotation isAnnotationPresent getMethod getMethods invoke "
    "toString hashCode compareTo equalsIgnoreCase startsWith endsWith indexOf lastIndexOf charAt substring toLowerCase toUpperCase isEmpty isBlank "
    "containsKey containsValue getOrDefault putIfAbsent computeIfAbsent computeIfPresent entrySet keySet getKey getValue setValue addAll removeAll "
    "retainAll containsAll toArray hasNext hasNextLine nextLine nextInt forEachRemaining flatMap mapToInt mapToObj anyMatch allMatch noneMatch "
    "findFirst findAny orElse orElseGet orElseThrow ifPresent isPresent getMessage getCause getStackTrace printStackTrace initCause getBytes "
    "valueOf parseInt intValue longValue doubleValue booleanValue getInputStream getOutputStream readLine readObject writeObject availableProcessors "
    "currentThread currentTimeMillis nanoTime getContextClassLoader getResource getResourceAsStream loadClass getPackage getSuperclass "
    "getInterfaces getComponentType isArray isInterface isPrimitive getDeclaringClass getParameterTypes getReturnType submitTask shutdownNow "
    "awaitTermination isShutdown isDone isCancelled getHeader setHeader addHeader getParameter getAttribute setAttribute removeAttribute "
    "getElementById getElementsByTagName appendChild removeChild insertBefore createElement createTextNode getTextContent setTextContent "
    "hasAttribute hasAttributes getNodeName getNodeValue parentNode nextSibling previousSibling firstChild lastChild childNodes ownerDocument "
    "cloneNode replaceChild addEventListener removeEventListener dispatchEvent querySelector querySelectorAll innerHTML textContent "
    # JavaScript
    "hasOwnProperty propertyIsEnumerable isPrototypeOf toISOString toLocaleString toFixed toJSON getTime getFullYear getMonth getDate getHours "
    "setTimeout clearTimeout setInterval clearInterval setImmediate nextTick findIndex findLast flatMap copyWithin localeCompare padStart padEnd "
    "codePointAt charCodeAt replaceAll matchAll trimStart trimEnd removeListener removeAllListeners prependListener listenerCount eventNames "
    "setEncoding setHeader getHeaders removeHeader writeHead statusCode statusMessage setMaxListeners pipeTo getReader arrayBuffer formData "
    "defineProperty getOwnPropertyNames getPrototypeOf setPrototypeOf fromEntries allSettled "
    # .NET
    "GetType GetHashCode ToString ReferenceEquals MemberwiseClone ConfigureAwait GetAwaiter GetResult ContinueWith WhenAll WhenAny FromResult "
    "ToList ToArray ToDictionary FirstOrDefault SingleOrDefault LastOrDefault OrderBy OrderByDescending ThenBy GroupBy SelectMany TryGetValue "
    "ContainsKey TryAdd AddRange RemoveAt InsertRange IndexOf LastIndexOf StartsWith EndsWith IsNullOrEmpty IsNullOrWhiteSpace GetService "
    "GetRequiredService AddSingleton AddScoped AddTransient BuildServiceProvider ThrowIfCancellationRequested CancelAfter GetEnumerator MoveNext "
    "SendAsync GetAsync PostAsync ReadAsStringAsync ReadAsync WriteAsync CopyToAsync DisposeAsync ExecuteAsync InvokeAsync CreateLogger "
    # Ruby
    "respond_to? instance_variable_get instance_variable_set instance_of? kind_of? is_a? define_method method_missing class_eval instance_eval "
    "instance_exec module_function const_get const_set public_send each_with_index each_with_object each_pair each_key each_value flat_map sort_by "
    "group_by min_by max_by start_with? end_with? force_encoding valid_encoding? byteslice bytesize each_line each_char gsub sub tr squeeze "
    "delete_if reject! select! key? has_key? include? empty? nil? to_sym to_str to_proc to_ary to_hash to_path fetch_values values_at "
    # Python
    "getvalue setdefault iteritems as_posix read_text write_text read_bytes write_bytes is_file is_dir with_suffix with_name relative_to "
    "is_absolute joinpath resolve expanduser iterdir unlink rmdir mkdir exists samefile total_seconds isoformat strftime strptime fromtimestamp "
    "utcnow from_bytes to_bytes bit_length as_integer_ratio add_argument parse_args add_subparsers set_defaults getLogger setLevel addHandler "
    "removeHandler isEnabledFor is_alive is_set run_until_complete run_forever create_task call_soon call_later call_soon_threadsafe "
    "run_in_executor set_result set_exception add_done_callback start_server open_connection get_event_loop new_event_loop set_event_loop "
    "enter_context push_async_exit enter_async_context assert_called_once_with assert_called_with assert_called_once side_effect return_value "
    "raise_for_status iter_content iter_lines get_all add_header set_cookie delete_cookie get_json status_code set_type get_type getresponse "
    # Go
    "ServeHTTP WriteHeader ListenAndServe ListenAndServeTLS HandleFunc NewRequest ReadAll WriteString WriteByte WriteTo ReadFrom ReadByte ReadRune "
    "ReadString ReadFull MarshalJSON UnmarshalJSON MarshalText UnmarshalText MarshalBinary UnmarshalBinary SetDeadline SetReadDeadline "
    "SetWriteDeadline LocalAddr RemoteAddr StringVar BoolVar IntVar VarPF StringP BoolP IntP HasPrefix HasSuffix TrimSpace NumField FieldByName "
    "MethodByName "
    # Rust
    "is_some is_none is_ok is_err as_ref as_mut as_str as_bytes as_slice as_deref as_path as_os_str unwrap_or unwrap_or_else unwrap_or_default "
    "map_err ok_or ok_or_else and_then or_else or_insert or_insert_with or_default get_mut get_ref into_inner into_iter iter_mut to_owned "
    "to_vec to_string_lossy to_str to_path_buf into_bytes into_boxed_str from_str try_from try_into from_utf8 from_utf8_unchecked read_line "
    "read_to_end read_to_string write_all write_fmt poll_ready poll_next poll_frame poll_flush poll_shutdown size_hint is_end_stream "
    "with_capacity extend_from_slice split_at split_off swap_remove drain_filter retain_mut sort_unstable sort_unstable_by chunks_exact "
    "headers_mut uri_mut method_mut version_mut extensions_mut status_mut body_mut into_parts from_parts "
    # PHP, Swift, Elixir
    "getHeaders getHeaderLine hasHeader withHeader withAddedHeader withoutHeader getBody withBody getProtocolVersion withProtocolVersion "
    "getStatusCode withStatus getReasonPhrase getUri withUri getMethod withMethod getRequestTarget withRequestTarget getScheme getHost getPort "
    "getPath getQuery getFragment getUserInfo getAuthority withScheme withHost withPort withPath withQuery withFragment getContents getMetadata "
    "getSize isReadable isWritable isSeekable getTimestamp getOffset getTraceAsString getPrevious getCode getLine getFile rewind "
    "compactMap reduceInto removeFirst removeLast removeAll prefixLength withUnsafeBytes dataTask uploadTask downloadTask".split()
)
_C_LIBRARY = frozenset(  # of ISO C and POSIX
    "printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf scanf fscanf sscanf fopen fclose fread fwrite fflush fseek ftell "
    "fgets fputs puts putchar getchar perror remove rename malloc calloc realloc free abort exit atexit getenv setenv unsetenv qsort bsearch "
    "abs labs atoi atol atof strtol strtoul strtoll strtoull strtod memcpy memmove memset memcmp memchr strlen strnlen strcpy strncpy strlcpy "
    "strcat strncat strlcat strcmp strncmp strcasecmp strncasecmp strchr strrchr strstr strtok strtok_r strsep strdup strndup strerror "
    "strerror_r isalpha isdigit isspace isupper islower isalnum isprint toupper tolower floor ceil sqrt pow fabs round time clock difftime "
    "mktime gmtime gmtime_r localtime localtime_r strftime gettimeofday clock_gettime nanosleep sleep usleep open close read write pread "
    "pwrite lseek stat fstat lstat access unlink mkdir rmdir mkstemp mkdtemp opendir readdir closedir socket bind listen accept connect send "
    "recv sendto recvfrom getsockopt setsockopt getaddrinfo freeaddrinfo inet_ntop inet_pton poll select fork execve waitpid kill signal "
    "sigaction pipe dup dup2 fcntl ioctl mmap munmap getopt getopt_long".split()
)
_WORDS = 2
_LETTERS = 9


def is_everyday(name: str) -> bool:
    """True when the name alone does not point to one definition, even if the repository has only one."""
    return name in _EVERYDAY or (name.startswith("__") and name.endswith("__"))


def is_shared(name: str) -> bool:
    """True for a member that a library is known to have: on an owner that nobody knows it may be the library's."""
    return name in _NAMES or is_everyday(name)


def is_own(name: str) -> bool:
    """True for a name that no library is known to share: two words or more, long, and in no table."""
    bare = name.strip("_")
    return (
        len(bare) >= _LETTERS
        and len(split(bare)[0]) >= _WORDS
        and not is_shared(name)
        and bare not in _NAMES
        and not is_everyday(bare.lower())
    )


def is_c_library(name: str, language: str) -> bool:
    """True for a function of C's library: a repository that defines one does so for the systems that lack it."""
    return language in ("c", "cpp") and name in _C_LIBRARY
