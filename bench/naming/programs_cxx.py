# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Public C++ programs with custom containers, handles or pools.

Commands are those of test/programs/subjects.py. memfacet-clang's scripts add -g.
"""

from more_subjects import CMAKE, CONFIGURE
from subjects import NO_AUTOTOOLS, Step, Subject

# A library without a program is tested with a small program in drivers/.

CXX_PROGRAMS = [
    Subject(
        package="minisat2",
        language="C++",
        # Links dynamically, unlike the project's flags.
        build=[["make", "-s", "-j2", "r", "CXX={cxx}",
                "MINISAT_REL=-O2 -D NDEBUG -Wno-reserved-user-defined-literal",
                "MINISAT_LDFLAGS=-Wall -lz"]],
        binary="sh",
        # A solver's exit code is its answer.
        steps=[Step(["-c", "$RECORD ./build/release/bin/minisat -verb=0 "
                     "{sample}/hard.cnf; [ $? -eq 10 ] || [ $? -eq 20 ]"],
                    script=True)],
    ),
    Subject(
        package="zpaq",
        language="C++",
        # Models that are compiled at run time could not be recorded.
        build=[["make", "-s", "-j2", "zpaq", "CXX={cxx}", "CXXFLAGS=-O2",
                "CPPFLAGS=-Dunix -DNOJIT"]],
        binary="./zpaq",
        steps=[Step(["add", "", "{sample}/labelled.txt", "-m3", "-t1"])],
    ),
    Subject(
        package="rapidjson",
        language="C++",
        build=[
            # Changes an assignment that cannot be compiled, as later versions
            # do.
            ["sed", "-i", "s/ {{ s = rhs.s; length = rhs.length; }}/;/",
             "include/rapidjson/document.h"],
            ["{cxx}", "-O2", "-Iinclude", "{sample}/rapidjson.cc", "-o",
             "driver"],
        ],
        binary="./driver",
        steps=[Step(["{sample}/values.json"])],
    ),
    Subject(
        package="pugixml",
        language="C++",
        build=[["{cxx}", "-O2", "-Isrc", "{sample}/pugixml.cc",
                "src/pugixml.cpp", "-o", "driver"]],
        binary="./driver",
        steps=[Step(["{sample}/large.xml"])],
    ),
    Subject(
        package="box2d",
        language="C++",
        build=[
            [*CMAKE, "-DBOX2D_BUILD_TESTBED=OFF", "-DBOX2D_BUILD_UNIT_TESTS=OFF"],
            ["cmake", "--build", "out", "-j2", "--target", "box2d"],
            ["{cxx}", "-O2", "-Iinclude", "{sample}/box2d.cc",
             "out/bin/libbox2d.a", "-o", "driver"],
        ],
        binary="./driver",
        steps=[Step([])],
    ),
    Subject(
        package="bullet",
        language="C++",
        build=[
            ["sh", "-ec", "for each in LinearMath BulletCollision BulletDynamics; "
             "do '{cxx}' -O2 -Isrc -c src/bt${{each}}All.cpp; done"],
            ["{cxx}", "-O2", "-Isrc", "{sample}/bullet.cc",
             "btLinearMathAll.o", "btBulletCollisionAll.o",
             "btBulletDynamicsAll.o", "-o", "driver"],
        ],
        binary="./driver",
        steps=[Step([])],
    ),
    Subject(
        package="clasp",
        language="C++",
        build=[
            [*CMAKE, "-DCLASP_BUILD_WITH_THREADS=OFF", "-DCLASP_BUILD_TESTS=OFF"],
            ["cmake", "--build", "out", "-j2", "--target", "clasp"],
        ],
        binary="sh",
        steps=[Step(["-c", "$RECORD ./out/bin/clasp --quiet=2 --stats=0 "
                     "{sample}/hard.cnf; [ $? -eq 10 ] || [ $? -eq 20 ]"],
                    script=True, ignore=rb"c [^\n]*")],
    ),
    Subject(
        package="fasttext",
        language="C++",
        threads=True,
        build=[["make", "-s", "-j2", "fasttext", "CXX={cxx}",
                "CXXFLAGS=-pthread -std=c++11 -O2"]],
        binary="./fasttext",
        steps=[Step(["supervised", "-input", "{sample}/labelled.txt", "-output",
                     "model", "-thread", "1", "-epoch", "2", "-dim", "40",
                     "-wordNgrams", "2", "-bucket", "100000"])],
    ),
    Subject(
        package="prank",
        language="C++",
        build=[["make", "-s", "-j2", "-C", "src", "CXX={cxx}", "LINK={cxx}",
                "CXXFLAGS=-std=gnu++98 -O2"]],
        binary="./src/prank",
        steps=[Step(["-d={sample}/nucleotides.fasta", "-o=aligned", "-once",
                     "-seed=1", "-quiet"])],
    ),
    Subject(
        package="clustalw",
        language="C++",
        build=[[*CONFIGURE, "CXXFLAGS=-O2 -std=gnu++98"],
               ["make", "-s", "-j2", *NO_AUTOTOOLS],
               # The program writes the tree next to this file.
               ["cp", "{sample}/many.fasta", "."]],
        binary="./src/clustalw2",
        steps=[Step(["-infile=many.fasta", "-outfile=aligned", "-align",
                     "-type=protein"])],
    ),
    Subject(
        package="probcons",
        language="C++",
        build=[["make", "-s", "probcons", "CXX={cxx}",
                "CXXFLAGS=-O2 -DNDEBUG -DNumInsertStates=2 -DVERSION='\"1.12\"'"]],
        binary="./probcons",
        steps=[Step(["{sample}/proteins.fasta"])],
    ),
    Subject(
        package="hunspell",
        language="C++",
        build=[
            [*CONFIGURE, "--disable-nls", "CXXFLAGS=-O2"],
            ["make", "-s", "-j2", "-C", "src", *NO_AUTOTOOLS],
        ],
        binary="./src/tools/hunspell",
        steps=[Step(["-a", "-d", "{sample}/words"], stdin="{sample}/misspelt")],
    ),
    Subject(
        package="angelscript",
        language="C++",
        build=[
            ["make", "-s", "-j2", "-C", "angelscript/projects/gnuc", "CXX={cxx}",
             "CXXFLAGS=-O2 -fno-strict-aliasing -DAS_MAX_PORTABILITY",
             "static"],
            ["sh", "-ec", "'{cxx}' -O2 -Iangelscript/include "
             "-Iadd_on/scriptarray -Iadd_on/scriptstdstring "
             "'{sample}/angelscript.cc' add_on/scriptarray/*.cpp "
             "add_on/scriptstdstring/scriptstdstring.cpp "
             "angelscript/lib/libangelscript.a -pthread -o driver"],
        ],
        binary="./driver",
        steps=[Step([])],
    ),
    Subject(
        package="gperf",
        language="C++",
        build=[[*CONFIGURE, "CXXFLAGS=-O2 -std=gnu++98"],
               ["make", "-s", "-C", "lib", *NO_AUTOTOOLS],
               ["make", "-s", "-C", "src", *NO_AUTOTOOLS]],
        binary="./src/gperf",
        steps=[Step(["-m1", "{sample}/keywords"])],
    ),
]
