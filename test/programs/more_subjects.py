# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""More programs, for bench/programs only: all of them take too long for CI.

Besides {cc} and {sample}: {cxx} is the C++ compiler, {source} the folder with the
other packages' sources.
"""

from subjects import NO_AUTOTOOLS, Step, Subject

CMAKE = ["cmake", "-S", ".", "-B", "out", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
         "-DCMAKE_C_COMPILER={cc}", "-DCMAKE_CXX_COMPILER={cxx}",
         "-DBUILD_SHARED_LIBS=OFF"]
CONFIGURE = ["./configure", "-q", "--disable-dependency-tracking",
             "--disable-shared", "CC={cc}", "CXX={cxx}"]
GOOGLETESTS = ["googletest-filepath", "googletest-message", "googletest-options",
               "googletest-port", "googletest-test-part", "gtest-typed-test"]

# What minimap2 says of its progress.
TIMES = rb"\[M::[^\n]*"

MORE_SUBJECTS = [
    Subject(
        package="xz-utils",
        threads=True,
        build=[
            [*CONFIGURE, "--disable-nls", "--disable-doc", "--disable-scripts"],
            ["make", "-s", "-j2", *NO_AUTOTOOLS],
        ],
        binary="./src/xz/xz",
        steps=[
            Step(["-9", "-T2", "--block-size=65536", "-kc", "{sample}/text"],
                 stdout="text.xz"),
            Step(["-dc", "text.xz"]),
            Step(["-0", "-kc", "{sample}/noise"], stdout="noise.xz"),
            Step(["-tv", "noise.xz"]),
            Step(["-t", "{sample}/text"]),
        ],
    ),
    Subject(
        package="pbzip2",
        language="C++",
        threads=True,
        dependencies=["bzip2"],
        build=[
            ["cp", "-r", "{source}/bzip2", "bz2"],
            ["make", "-s", "-C", "bz2", "CC={cc}", "libbz2.a"],
            ["make", "-s", "CXX={cxx} -std=gnu++98", "CPPFLAGS=-Ibz2",
             "LDLIBS=bz2/libbz2.a -lpthread", "pbzip2"],
        ],
        binary="./pbzip2",
        steps=[
            Step(["-kc", "-p2", "-1", "{sample}/text"], stdout="text.bz2"),
            Step(["-dc", "-p2", "text.bz2"]),
            Step(["-t", "text.bz2"]),
            Step(["-dc", "{sample}/noise"]),
        ],
    ),
    Subject(
        package="flac",
        build=[
            [*CONFIGURE, "--disable-ogg", "--disable-doxygen-docs",
             "--disable-cpplibs", "--disable-examples"],
            ["make", "-s", "-j2", "-C", "src/share", *NO_AUTOTOOLS],
            ["make", "-s", "-j2", "-C", "src/libFLAC", *NO_AUTOTOOLS],
            ["make", "-s", "-j2", "-C", "src/flac", *NO_AUTOTOOLS],
        ],
        binary="./src/flac/flac",
        steps=[
            Step(["-s", "-8", "-c", "--force-raw-format", "--endian=little",
                  "--sign=signed", "--channels=2", "--bps=16",
                  "--sample-rate=44100", "{sample}/sound"], stdout="sound.flac"),
            Step(["-s", "-d", "-c", "--force-raw-format", "--endian=little",
                  "--sign=signed", "sound.flac"]),
            Step(["-s", "-t", "sound.flac"]),
            Step(["-s", "-t", "{sample}/noise"]),
        ],
    ),
    Subject(
        package="leveldb",
        language="C++",
        threads=True,
        build=[
            [*CMAKE, "-DLEVELDB_BUILD_TESTS=OFF", "-DLEVELDB_BUILD_BENCHMARKS=OFF",
             "-DHAVE_SNAPPY=OFF", "-DHAVE_TCMALLOC=OFF", "-DHAVE_CRC32C=OFF"],
            ["cmake", "--build", "out", "-j2", "--target", "leveldb"],
            ["{cc}", "-O2", "-c", "-Iinclude", "{sample}/leveldb.c", "-o",
             "workload.o"],
            ["{cc}", "-O2", "-c", "-Iinclude", "db/c_test.c", "-o", "c_test.o"],
            ["{cxx}", "workload.o", "out/libleveldb.a", "-pthread", "-o",
             "workload"],
            ["{cxx}", "c_test.o", "out/libleveldb.a", "-pthread", "-o", "c_test"],
        ],
        binary="./workload",
        steps=[Step(["base"]), Step([], binary="./c_test")],
    ),
    Subject(
        package="cadical",
        language="C++",
        build=[
            ["env", "CXX={cxx}", "./configure", "-q"],
            ["make", "-s", "-j2", "-C", "build", "cadical"],
        ],
        binary="./build/cadical",
        steps=[
            Step(["test/cnf/factor2708413pos.cnf"]),
            Step(["test/cnf/add128.cnf"]),
            Step(["test/cnf/prime2209.cnf"]),
            Step(["test/cnf/ph6.cnf"]),
            Step(["no-such-file"]),
        ],
    ),
    Subject(
        package="googletest",
        language="C++",
        build=[
            ["sh", "-ec",
             "cd googletest; '{cxx}' -O2 -std=c++14 -Iinclude -I. -c "
             "src/gtest-all.cc src/gtest_main.cc samples/sample[1-8].cc samples/sample[1-8]_unittest.cc; "
             "ar rcs libgtest.a gtest-all.o gtest_main.o; "
             "'{cxx}' sample*.o libgtest.a -pthread -o samples.out; "
             "for t in " + " ".join(GOOGLETESTS) + "; do "
             "test -f test/$t-test.cc || continue; "
             "'{cxx}' -O2 -std=c++14 -Iinclude -I. test/$t-test.cc "
             "libgtest.a -pthread -o $t.out; done"],
        ],
        binary="./googletest/googletest-port.out",
        steps=[
            Step(["--gtest_print_time=0", "--gtest_color=no",
                  "--gtest_filter=-*DeathTest*:MutexDeath*"]),
            Step(["--gtest_print_time=0"], binary="./googletest/samples.out"),
            Step(["--gtest_print_time=0"],
                 binary="./googletest/googletest-filepath.out"),
            Step(["--gtest_print_time=0"],
                 binary="./googletest/googletest-message.out"),
        ],
    ),
    Subject(
        package="lz4",
        build=[
            ["make", "-s", "-C", "lib", "liblz4.a", "CC={cc}"],
            ["make", "-s", "-j2", "-C", "programs", "lz4", "CC={cc}"],
        ],
        binary="./programs/lz4",
        steps=[
            Step(["-q", "-9", "-c", "{sample}/text"], stdout="text.lz4"),
            Step(["-q", "-dc", "text.lz4"]),
            Step(["-q", "-1", "-c", "{sample}/noise"], stdout="noise.lz4"),
            Step(["-q", "-t", "noise.lz4"]),
            Step(["-q", "-t", "{sample}/text"]),
        ],
    ),
    Subject(
        package="brotli",
        build=[["make", "-s", "-j2", "CC={cc}", "brotli"]],
        binary="./bin/brotli",
        steps=[
            Step(["-q", "9", "-c", "{sample}/text"], stdout="text.br"),
            Step(["-dc", "text.br"]),
            Step(["-q", "1", "-c", "{sample}/noise"], stdout="noise.br"),
            Step(["-t", "noise.br"]),
            Step(["-t", "{sample}/text"]),
        ],
    ),
    Subject(
        package="lzip",
        language="C++",
        build=[
            ["./configure", "CXX={cxx}", "CXXFLAGS=-O2"],
            ["make", "-s", "-j2"],
        ],
        binary="./lzip",
        steps=[
            Step(["-9", "-c", "{sample}/text"], stdout="text.lz"),
            Step(["-dc", "text.lz"]),
            Step(["-0", "-c", "{sample}/noise"], stdout="noise.lz"),
            Step(["-tv", "noise.lz"]),
            Step(["-t", "{sample}/text"]),
        ],
    ),
    Subject(
        package="tinyxml2",
        language="C++",
        build=[["make", "-s", "CXX={cxx}", "CXXFLAGS=-O2", "xmltest"]],
        binary="./xmltest",
        # It prints how long some of it took.
        steps=[Step([], ignore=rb"(?i)(time|Parsing)[^\n]*\d[^\n]*")],
    ),
    Subject(
        package="zlib",
        build=[
            ["env", "CC={cc}", "./configure", "--static"],
            ["make", "-s", "-j2", "minigzip", "example"],
        ],
        binary="./minigzip",
        steps=[
            Step(["-9"], stdin="{sample}/text", stdout="text.gz"),
            Step(["-d"], stdin="text.gz"),
            Step([], binary="./example"),
        ],
    ),
    Subject(
        package="libpng1.6",
        dependencies=["zlib"],
        build=[
            ["cp", "-r", "{source}/zlib", "z"],
            ["sh", "-ec", "cd z; CC='{cc}' ./configure --static; make -s libz.a"],
            [*CONFIGURE, "CPPFLAGS=-Iz", "LDFLAGS=-Lz"],
            ["make", "-s", "-j2", "pngtest", "pngvalid", "CPPFLAGS=-I../z -Iz",
             *NO_AUTOTOOLS],
        ],
        binary="./pngtest",
        steps=[
            Step(["pngtest.png"]),
            Step(["--standard"], binary="./pngvalid"),
        ],
    ),
    Subject(
        package="expat",
        build=[
            # Debian's changes want a value.
            ["sed", "-i", "s/^#cmakedefine XML_DTD$/#define XML_DTD 1/",
             "expat/expat_config.h.cmake"],
            ["cmake", "-S", "expat", *CMAKE[3:], "-DEXPAT_BUILD_DOCS=OFF",
             "-DEXPAT_SHARED_LIBS=OFF", "-DEXPAT_BUILD_EXAMPLES=OFF"],
            ["cmake", "--build", "out", "-j2", "--target", "xmlwf", "runtests"],
        ],
        binary="./out/xmlwf/xmlwf",
        steps=[
            Step(["-c", "-d", "out", "{sample}/text.xml"]),
            Step(["{sample}/text"]),
            Step([], binary="./out/tests/runtests"),
        ],
    ),
    Subject(
        package="pcre2",
        build=[
            [*CONFIGURE],
            ["make", "-s", "-j2", "pcre2test", *NO_AUTOTOOLS],
        ],
        binary="./pcre2test",
        steps=[
            Step(["-q", "testdata/testinput1"]),
            Step(["-q", "testdata/testinput2"]),
        ],
    ),
    Subject(
        package="fasttree",
        threads=True,  # OpenMP
        build=[["make", "-s", "fasttreeMP", "CC={cc}", "CFLAGS=-O2"]],
        binary="./fasttreeMP",
        steps=[
            Step(["-nt", "-quiet", "-nosupport", "{sample}/alignment.fasta"],
                 stdout="tree"),
            Step(["-nt", "-quiet", "-nosupport", "-nome", "-mllen", "-intree",
                  "tree", "{sample}/alignment.fasta"], ignore=rb"[^\n]*seconds[^\n]*"),
            Step(["-nt", "{sample}/noise"], ignore=rb"[^\n]*seconds[^\n]*"),
        ],
    ),
    Subject(
        package="minimap2",
        threads=True,
        build=[
            # As upstream has it: with the compiler's own vectors.
            ["sh", "-ec", "for p in reenable-simde.patch simde; do "
             "patch -R -s -p1 -i debian/patches/$p; done"],
            ["make", "-s", "-j2", "CC={cc}", "minimap2"],
        ],
        binary="./minimap2",
        steps=[
            Step(["-c", "-t2", "{sample}/genome.fasta", "{sample}/reads.fasta"],
                 ignore=TIMES),
            Step(["-t1", "-d", "index", "{sample}/genome.fasta"], ignore=TIMES),
            Step(["-t1", "index", "{sample}/reads.fasta"], ignore=TIMES),
            Step(["-t1", "no-such-file"], ignore=TIMES),
        ],
    ),
    Subject(
        package="redis",
        threads=True,
        build=[
            ["make", "-s", "-j2", "-C", "src", "MALLOC=libc", "CC={cc}",
             "OPTIMIZATION=-O2", "USE_SYSTEMD=no", "redis-server", "redis-cli"],
        ],
        binary="sh",
        steps=[Step(["{sample}/redis.sh"], script=True)],
    ),
]

# Programs of bench/run.sh alone, which has their arguments (bench/packages.py).
BENCH_SUBJECTS = [
    Subject(
        package="mujs",
        build=[["make", "-s", "build/release/mujs", "CC={cc}",
                "HAVE_READLINE=no", "LDFLAGS="]],
        binary="./build/release/mujs",
        steps=[],
    ),
    Subject(
        package="tinyscheme",
        build=[["sh", "-ec", "make -s scheme CC='{cc}' "
                "DEBUG=\"-O2 -DInitFile='\\\"$PWD/init.scm\\\"'\""]],
        binary="./scheme",
        steps=[],
    ),
    Subject(
        package="picosat",
        build=[["env", "CC={cc}", "CFLAGS=-O2 -DNDEBUG", "./configure.sh"],
               ["make", "-s", "picosat"]],
        binary="./picosat",
        steps=[],
    ),
    Subject(
        package="byacc",
        build=[["./configure", "-q", "CC={cc}", "CFLAGS=-O2"],
               ["make", "-s", "-j2", "yacc"]],
        binary="./yacc",
        steps=[],
    ),
    Subject(
        package="eprover",
        dependencies=["picosat"],
        build=[
            ["cp", "-r", "{source}/picosat", "p"],
            ["sh", "-ec", "cd p; CC='{cc}' CFLAGS='-O2 -DNDEBUG' ./configure.sh; "
             "make -s libpicosat.a"],
            ["make", "-s", "links"],
            ["make", "-s", "depend", "CC={cc} -Ip -I../p"],
            # Without the many small programs next to it.
            ["sh", "-ec", "for part in BASICS INOUT TERMS ORDERINGS CLAUSES "
             "PROPOSITIONAL LEARN PCL2 HEURISTICS CONTROL; do "
             "make -s -j2 -C $part CC='{cc} -I../p' OPTFLAGS='-O2 -fno-common'; "
             "done"],
            ["make", "-s", "-C", "PROVER", "eprover", "CC={cc} -I../p",
             "OPTFLAGS=-O2 -fno-common", "LIBS=-L../p -lpicosat -lm"],
        ],
        binary="./PROVER/eprover",
        steps=[],
    ),
]
