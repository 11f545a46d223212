# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Public C programs; the first ones use custom pools."""

from more_subjects import CONFIGURE
from subjects import NO_AUTOTOOLS, Step, Subject

C_PROGRAMS = [
    Subject(
        package="glpk",
        build=[[*CONFIGURE, "CFLAGS=-O2"],
               ["make", "-s", "-j2", "-C", "src", *NO_AUTOTOOLS],
               ["make", "-s", "-C", "examples", "glpsol", *NO_AUTOTOOLS]],
        binary="./examples/glpsol",
        steps=[Step(["--freemps", "{sample}/problem.mps"])],
    ),
    Subject(
        package="qhull",
        build=[["mkdir", "-p", "bin", "lib"],
               ["make", "-s", "-j2", "bin/qhull", "CC={cc}",
                "CC_OPTS1=-O2 -ansi -Isrc/", "M32=", "FPIC="]],
        binary="./bin/qhull",
        steps=[Step(["s", "i"], stdin="{sample}/points")],
    ),
    Subject(
        package="tcc",
        build=[["./configure", "--cc={cc}", "--extra-cflags=-O2"],
               ["make", "-s", "tcc"]],
        binary="./tcc",
        steps=[Step(["-Iinclude", "-c", "{sample}/functions.c", "-o",
                     "functions.o"])],
    ),
    Subject(
        package="mawk",
        build=[["./configure", "-q", "CC={cc}", "CFLAGS=-O2"],
               ["make", "-s"]],
        binary="./mawk",
        steps=[Step(["{{ for (i = 2; i <= NF; i++) {{ n[$i]++; last[$i] = $(i - 1); "
                     "pair[$1, $i] += i }} }} END {{ for (w in n) if (n[w] > 40) "
                     "s += n[w] * length(last[w]); for (p in pair) t += pair[p]; "
                     "print s, t }}",
                     "{sample}/labelled.txt"])],
    ),
    Subject(
        package="picosat",
        build=[["env", "CC={cc}", "CFLAGS=-O2 -DNDEBUG", "./configure.sh"],
               ["make", "-s", "picosat", "CC={cc}"]],
        binary="sh",
        # A solver's exit code is its answer.
        steps=[Step(["-c", "$RECORD ./picosat -n {sample}/hard.cnf; "
                     "[ $? -eq 10 ] || [ $? -eq 20 ]"], script=True)],
    ),
    Subject(
        package="nasm",
        build=[[*CONFIGURE, "CFLAGS=-O2"],
               ["make", "-s", "-j2", "nasm", *NO_AUTOTOOLS]],
        binary="./nasm",
        steps=[Step(["-f", "elf64", "{sample}/blocks.asm", "-o", "blocks.o"])],
    ),
    Subject(
        package="cflow",
        build=[[*CONFIGURE, "--disable-nls", "CFLAGS=-O2"],
               ["make", "-s", "-j2", "-C", "gnu", *NO_AUTOTOOLS],
               ["make", "-s", "-j2", "-C", "src", *NO_AUTOTOOLS]],
        binary="./src/cflow",
        steps=[Step(["--no-cpp", "{sample}/functions.c"])],
    ),
    Subject(
        package="m4",
        build=[[*CONFIGURE, "CFLAGS=-O2"],
               ["make", "-s", "-j2", "-C", "lib", *NO_AUTOTOOLS],
               ["make", "-s", "-j2", "-C", "src", *NO_AUTOTOOLS]],
        binary="./src/m4",
        steps=[Step(["{sample}/macros.m4"])],
    ),
    Subject(
        package="mafft",
        build=[["make", "-s", "-j2", "-C", "core", "CC={cc}", "CFLAGS=-O2",
                "disttbfast"]],
        binary="./core/disttbfast",
        steps=[Step(["-i", "{sample}/proteins.fasta"])],
    ),
    Subject(
        package="lp-solve",
        # Does the same as the script 'ccc', but links the library statically.
        build=[["sh", "-ec", "'{cc}' -O2 -w -I. -Ishared -Ibfp -Ibfp/bfp_LUSOL "
                "-Ibfp/bfp_LUSOL/LUSOL -Icolamd -DYY_NEVER_INTERACTIVE "
                "-DPARSER_LP -DINVERSE_ACTIVE=INVERSE_LUSOL "
                "-DRoleIsExternalInvEngine lp_MDO.c shared/commonlib.c "
                "shared/mmio.c shared/myblas.c ini.c lp_rlp.c lp_crash.c "
                "bfp/bfp_LUSOL/lp_LUSOL.c bfp/bfp_LUSOL/LUSOL/lusol.c "
                "lp_Hash.c lp_lib.c lp_wlp.c lp_matrix.c lp_mipbb.c lp_MPS.c "
                "lp_params.c lp_presolve.c lp_price.c lp_pricePSE.c "
                "lp_report.c lp_scale.c lp_simplex.c lp_SOS.c lp_utils.c "
                "yacc_read.c colamd/colamd.c lp_solve/lp_solve.c -lm -ldl "
                "-o lp_solve/lp_solve"]],
        binary="./lp_solve/lp_solve",
        steps=[Step(["{sample}/problem.lp"])],
    ),
]
