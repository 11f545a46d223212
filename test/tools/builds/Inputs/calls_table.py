# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of a compiler, for compare-calls.py: one row for each kind."""

import enum
from typing import NamedTuple


class Program(enum.Enum):
    NONE = "makes no file prog"
    RUNS = "prog runs, but nothing of it is instrumented"
    RECORDS = "prog writes 64 cells and returns 3"


class Call(NamedTuple):
    command: str  # for bash, in a folder with the files of Inputs/calls
    program: Program = Program.NONE


def records(*commands):
    return [Call(c, Program.RECORDS) for c in commands]


def runs(*commands):
    return [Call(c, Program.RUNS) for c in commands]


def makes(*commands):
    return [Call(c) for c in commands]


CALLS = [
    # No input.
    *makes(
        "$CC",
        "$CXX",
        "$CC --version",
        "$CXX --version",
        "$CC -v",
        "$CXX -v",
        "$CC -dumpversion",
        "$CC -dumpmachine",
        "$CC -print-resource-dir",
        "$CC -print-search-dirs",
        "$CC --print-search-dirs",
        "$CC -print-prog-name=ld",
        "$CC -print-file-name=libc.so",
        "$CC -print-libgcc-file-name",
        "$CC -print-multi-lib",
        "$CC -print-multi-directory",
        "$CC -print-target-triple",
        "$CC --print-targets",
        "$CC -print-supported-cpus",
        "$CC --help | head -n 3",
        "$CC -Wl,--version 2>/dev/null | head -n 1",
        "$CC -### 2>/dev/null",
        "$CC -unknown-option",
        "$CC missing.c",
        "$CC -c missing.c one.c",
        "$CXX -c missing.cpp",
        "$CC -c",
        "$CC -o prog",
        "$CC @missing",
        "$CC -E -dM -x c /dev/null | grep -c 'define __' | grep -q .",
    ),
    # One step.
    *makes(
        "$CC -c one.c",
        "$CC -c one.c -o here.o",
        "$CC -c one.c -o /dev/null",
        "$CC -cone.c -o glued.o",
        "$CC -O2 -g -c one.c cells.c",
        "$CC -c -O0 -g1 -Wall -Wextra -Werror -pedantic one.c",
        "$CXX -c -std=c++20 -Weverything -Wno-c++98-compat one.cpp",
        "$CC -S one.c",
        "$CC -S -emit-llvm one.c",
        "$CC -c -emit-llvm one.c",
        "$CC -fsyntax-only one.c",
        "$CC -fsyntax-only -Wall warns.c",
        "$CC -fsyntax-only wrong.c",
        "$CC --analyze one.c",
        "$CC -c -x c++ one.c",
        "$CC -xc++ -c one.c -o glued.o",
        "$CC -c -fdebug-prefix-map=$PWD=/src -g one.c",
        "$CC -c -gsplit-dwarf -g one.c",
        "$CC -c -ftime-trace one.c",
        "$CC -c -m64 -march=native -flax-vector-conversions one.c",
        "$CC -c -fembed-bitcode one.c",
        "$CC -c -fstack-usage -ftrapv one.c",
        "$CC -c -Rpass=missing one.c",
        "$CC -c -MJ database.json one.c",
        "$CC -c --config=/dev/null one.c",
        "$CC -c -fno-integrated-as one.c",
        "$CC -c -std=c89 -pedantic-errors one.c",
        "$CC -c -Wno-everything -Wunused-command-line-argument -Werror -lm one.c",
    ),
    # The preprocessor, dependencies.
    *makes(
        "$CC -E main.c",
        "$CC -E -P main.c",
        "$CC -E -C main.c -o main.i",
        "$CC -E - < main.c",
        "$CC -E -x c - < main.c",
        "$CC -E three.S",
        "$CC -M main.c",
        "$CC -MM main.c",
        "$CC -MM -MG -MT here.o main.c",
        "$CC -MD -c main.c && cat main.d",
        "$CC -MMD -MP -MF deps -c main.c && cat deps",
        "$CC -MMD -MF deps -MQ '$(O)' -c main.c && cat deps",
        "$CC -Wp,-MD,deps -c main.c && cat deps",
        "$CC -H -c main.c",
        "$CC -DLATER=1 -UDEBUG -include cells.h -c main.c",
        "$CC -I missing -Wp,-DLATER -c main.c",
        "echo '__has_include(<memfacet/memfacet.h>)' | $CC -E -P - > /dev/null",
    ),
    # Errors and warnings are those of clang.
    *makes(
        "$CC -c wrong.c",
        "$CC -Wall -c wrong.c -o no.o",
        "$CC -Wall -c warns.c",
        "$CC -Wall -Werror -c warns.c",
        "$CC -fdiagnostics-format=sarif -Wno-sarif-format-unstable -c warns.c",
        "$CC -fcolor-diagnostics -Wall -c warns.c",
        "$CC --serialize-diagnostics found.dia -Wall -c warns.c",
        "$CC -g unlinked.c -o prog",
        "$CC -Wl,--no-such-option one.c -o no",
        "$CC -c one.c -o /missing/folder/one.o",
        "$CC -c one.c -o same.o main.c",
        "$CC -fuse-ld=missing one.c -o no",
        "$CC -L/missing -lmissing one.c -o no",
        "$CC -std=missing -c one.c",
        "$CC -target missing-unknown-none -E one.c",
    ),
    # From sources to a program in one call.
    *records(
        "$CC one.c -o prog",
        "$CC one.c && mv a.out prog",
        "$CC -o prog main.c cells.c",
        "$CC -O2 -g -Wall -Werror main.c cells.c -o prog -lm",
        "$CXX one.cpp -o prog",
        "$CC one.cpp -o prog -lstdc++",
        "$CC -x c++ one.cpp -x none -o prog -lstdc++",
        "$CC -x c - -o prog < one.c",
        "$CC -xc - -oprog < one.c",
        "cat one.c | $CC -x c /dev/stdin -o prog",
        "cp one.c one.txt && $CC -x c one.txt -o prog",
        "$CC -pie -fPIE one.c -o prog",
        "$CC -no-pie -fno-pic one.c -o prog",
        "$CC -static one.c -o prog",
        "$CC -static-pie -fPIE one.c -o prog",
        "$CC -rdynamic one.c -o prog",
        "$CC -s one.c -o prog",
        "$CC -Wl,--gc-sections -ffunction-sections one.c -o prog",
        "$CC -Wl,--as-needed -Wl,-z,now -Wl,-z,relro one.c -o prog",
        "$CC -Wl,-z,defs -Wl,--no-undefined one.c -o prog",
        "$CC -pthread one.c -o prog",
        "$CC -g0 one.c -o prog",
        "$CC -gdwarf-4 one.c -o prog",
        "$CC -Os -fno-plt -fvisibility=hidden one.c -o prog",
        "$CC -O3 -march=native -ffast-math one.c -o prog",
        "$CC --target=x86_64-linux-gnu one.c -o prog",
        "$CC -save-temps one.c -o prog",
        "mkdir out && $CC -save-temps=obj one.c -o out/prog && mv out/prog prog",
        "$CC -v one.c -o prog 2> /dev/null",
        "$CC -fuse-ld=lld one.c -o prog",
        "$CC -fuse-ld=gold one.c -o prog",
        "$CC -fuse-ld=bfd one.c -o prog",
        "$CC --ld-path=/usr/bin/ld.bfd one.c -o prog",
        "$CC -fsanitize=undefined one.c -o prog",
        "$CC -fopenmp one.c -o prog",
        "$CC -fno-integrated-as one.c -o prog",
        "$CC -MD one.c -o prog",
        "$CC -Wl,-Map=map one.c -o prog && rm map",
        "$CC -include cells.h one.c -o prog",
        "$CC -xc one.c -xnone -o prog",
        "$CC -Xclang -O1 -mllvm -inline-threshold=1 one.c -o prog",
        "$CC -nodefaultlibs one.c -o prog -lgcc_s -lc",
        "$CC -nodefaultlibs one.c -o prog -l c",
        "$CC -- one.c && mv a.out prog",
        "$CC -o prog -- one.c",
        "echo '-o prog -- one.c' > words && $CC @words",
    ),
    # Objects first.
    *records(
        "$CC -c main.c cells.c && $CC main.o cells.o -o prog",
        "$CC -c one.c -o one.weird && $CC one.weird -o prog",
        "$CC -S one.c && $CC one.s -o prog",
        "$CC -E one.c -o one.i && $CC one.i -o prog",
        "$CC -E one.cpp -o one.ii && $CXX one.ii -o prog",
        "$CC -E one.c | $CC -x cpp-output - -o prog",
        "$CC -c cells.c && $CC main.c cells.o -o prog",
        "$CC -c cells.c && ar rcs libcells.a cells.o && $CC main.c -L. -lcells -o prog",
        "$CC -c cells.c && ar rcs c.a cells.o && $CC main.c -Wl,--start-group c.a -Wl,--end-group -o prog",
        "$CC -c cells.c && ar rcs c.a cells.o && $CC main.c -Wl,--whole-archive c.a -Wl,--no-whole-archive -o prog",
        "$CC -c main.c cells.c && $CC -r main.o cells.o -o both.o && $CC both.o -o prog",
        "$CC -c main.c cells.c && $CC -nostdlib -r main.o cells.o -o both.o && $CC both.o -o prog",
        "$CC -c main.c cells.c && $CC -no-pie -Wl,-r -nostdlib main.o cells.o -o both.o && $CC both.o -o prog",
        "$CC -c -emit-llvm main.c && $CC -c cells.c && $CC main.bc cells.o -o prog",
        "$CC -c one.c && ld -r one.o -o r.o && $CC r.o -o prog",
        "$CC -shared -fPIC cells.c -o libcells.so && $CC main.c -L. -lcells -Wl,-rpath,$PWD -o prog",
        "$CC -shared -fPIC -Wl,-z,defs cells.c -o libcells.so && $CC main.c ./libcells.so -o prog",
        "$CC -shared -fPIC -Wl,--no-undefined -Wl,-soname,libcells.so.1 cells.c -o libcells.so.1 && $CC main.c libcells.so.1 -Wl,-rpath,. -o prog",
        "$CC -shared -fPIC -static-libgcc cells.c -o libcells.so && $CC main.c ./libcells.so -o prog",
    ),
    # Response files, as generators write them.
    *records(
        "echo '-O1 one.c -o prog' > words && $CC @words",
        "echo '-DA=\"x y\" one.c' > words && $CC @words -o prog",
        "echo '@inner -o prog' > outer && echo one.c > inner && $CC @outer",
        "echo '-c main.c cells.c' > w && $CC @w && echo 'main.o cells.o' > l && $CC -o prog @l",
        "printf -- '-c\\n-o\\nwith\\\\ space.o\\none.c\\n' > w && $CC @w && $CC 'with space.o' -o prog",
    ),
    # Whole programs are optimised, with each linker.
    *records(
        "$CC -flto one.c -o prog",
        "$CC -O2 -flto=full -fuse-ld=lld -c main.c cells.c && $CC -O2 -flto=full -fuse-ld=lld main.o cells.o -o prog",
        "$CC -O2 -flto=thin -c main.c cells.c && $CC -O2 -flto=thin -fuse-ld=lld main.o cells.o -o prog",
        "$CC -O2 -flto=thin -fuse-ld=lld -Wl,--thinlto-cache-dir=cache one.c -o prog && rm -r cache",
        "$CC -O2 -flto -fuse-ld=gold main.c cells.c -o prog",
        "$CC -O2 -flto -fuse-ld=bfd main.c cells.c -o prog",
        "$CC -O2 -flto -ffat-lto-objects -c one.c && $CC one.o -o prog",
        "$CC -O2 -flto -c cells.c && llvm-ar rcs c.a cells.o && $CC -flto -fuse-ld=lld main.c c.a -o prog",
        "$CC -O2 -flto -fuse-ld=lld -shared -fPIC cells.c -o libc.so && $CC -flto -fuse-ld=lld main.c ./libc.so -o prog",
    ),
    # Profiles of LLVM.
    *records(
        "$CC -O2 -fprofile-instr-generate -fcoverage-mapping one.c -o prog",
        "$CC -O2 -fprofile-generate one.c -o prog",
        "$CC --coverage one.c -o prog",
        "$CC -O1 -fprofile-generate=raw one.c -o train && { MEMFACET_OPTIONS=record=0 ./train || true; } && "
        "llvm-profdata merge raw/*.profraw -o data && rm -r raw && "
        "$CC -O2 -fprofile-use=data -Wno-backend-plugin one.c -o prog",
        "$CC -O1 -fprofile-instr-generate=raw one.c -o train && { MEMFACET_OPTIONS=record=0 ./train || true; } && "
        "llvm-profdata merge raw -o data && $CC -O2 -fprofile-instr-use=data one.c -o prog",
        "$CC -O2 -g -fdebug-info-for-profiling -funique-internal-linkage-names one.c -o prog",
    ),
    # Precompiled headers and modules.
    *makes(
        "$CC -x c-header cells.h -o cells.h.pch",
        "$CC cells.h",
        "$CXX -std=c++20 --precompile shapes.cppm -o shapes.pcm",
        "$CXX -std=c++20 -fmodule-header cells.h -o cells.pcm",
        "$CC -emit-ast one.c",
    ),
    *records(
        "$CC -x c-header cells.h -o cells.h.pch && $CC -include-pch cells.h.pch one.c -o prog",
        "$CC -x c-header cells.h -o cells.h.pch && $CC -include cells.h one.c -o prog",
        "$CC -O2 -g -x c-header cells.h -o cells.h.pch && $CC -O2 -g -include cells.h -c one.c && $CC one.o -o prog",
        "$CXX -x c++-header cells.h -o c.pch && $CXX -include-pch c.pch one.cpp -o prog",
        "$CXX -std=c++20 --precompile shapes.cppm -o shapes.pcm && $CXX -std=c++20 -fmodule-file=shapes=shapes.pcm uses.cpp shapes.pcm -o prog",
        "$CXX -std=c++20 -fmodule-output -c shapes.cppm -o s.o && $CXX -std=c++20 -fmodule-file=shapes=s.pcm uses.cpp s.o -o prog",
    ),
    # Assembler.
    *makes(
        "$CC -c three.s",
        "$CC -c three.S",
        "$CC -g -c three.s",
        "$CC -S three.S",
        "$CC -x assembler-with-cpp -c three.s -o with.o",
        "$CC -x assembler -c - -o from.o < three.s",
        "$CC -Wa,--noexecstack -c three.S",
    ),
    *runs(
        "$CC three.S -o prog",
        "$CC three.s -o prog",
        "$CC -static three.s -o prog",
        "$CC -c three.S && $CC three.o -o prog",
        "ld -r -b binary one.c -o data.o && $CC three.S data.o -o prog",
    ),
    # No C library: there is no runtime.
    *makes(
        "$CC -nostdlib -shared -fPIC three.S -o libthree.so",
        "$CC -nostdlib -nostartfiles -Wl,-e,main three.S -o bare",
        "$CC -ffreestanding -nostdinc -c one.c",
    ),
    # As configure scripts and generators ask.
    *makes(
        "$CC -Werror -Wunknown-warning-option -Wfoo -c one.c",
        "$CC -Werror=unused-command-line-argument -c one.c -L/usr/lib",
        "$CC -Qunused-arguments -L. -c one.c",
        "$CC -Qy -c one.c -fno-common -Xclang -ast-dump=json > /dev/null",
        "echo 'int main(void){return 0;}' > conftest.c && $CC -o conftest conftest.c && MEMFACET_OPTIONS=record=0 ./conftest",
        "echo 'int main(void){return zzz();}' > conftest.c && $CC -o conftest conftest.c",
        "echo 'typedef char a[sizeof(long) == 8 ? 1 : -1];' > t.c && $CC -c t.c",
        "echo '#error no' > t.c && $CC -E t.c",
        "touch empty.c && $CC -c empty.c",
        "$CC -x c -E -dM /dev/null -o defines && grep -c __clang_major__ defines",
        "$CC -x c -c /dev/null -o null.o",
        "$CC -shared -Wl,-soname -Wl,lib.so.1 -fPIC cells.c -o lib.so",
        "$CC -print-prog-name=ar -print-file-name=crt1.o",
        "$CC -ccc-print-phases -c one.c",
        "$CC -ccc-print-bindings -c one.c",
        "cp one.c 'with space.c' && $CC -c 'with space.c' -o 'an object.o'",
        "mkdir sub && cd sub && $CC -c ../one.c",
        "mkdir sub && mv one.c sub && $CC -working-directory sub -c one.c",
    ),
    *records(
        "$CC -Xlinker --eh-frame-hdr -Xlinker -z -Xlinker now one.c -o prog",
        "cp one.c 'with space.c' && $CC 'with space.c' -o prog",
        "mkdir sub && cd sub && $CC ../one.c -o ../prog",
        "$CC -c one.c -o one.o && $CC -Bstatic one.o -o prog",
        "$CC -pthread -rdynamic -Wl,-rpath,/opt/x:/opt/y -Wl,--enable-new-dtags one.c -o prog -ldl",
        "env -u PATH $CC -c one.c && $CC one.o -o prog",
    ),
]
