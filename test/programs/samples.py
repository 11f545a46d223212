# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Input files for the subjects, the same on every machine."""

import math
import os
import random
import struct

LUA = """
local count = tonumber(arg[1] or 100)
local words, state = {}, 42
local function dice(limit)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % limit
end
for i = 1, count * 20 do
  words[i] = string.format("%05d-%s", dice(100000), string.rep("x", dice(9)))
end
table.sort(words)
print(words[1], words[#words], #table.concat(words))
local seen = {}
for _, word in ipairs(words) do
  local key = word:gsub("%d%d%d%-", "")
  seen[key] = (seen[key] or 0) + 1
end
local keys = {}
for key in pairs(seen) do keys[#keys + 1] = key end
table.sort(keys)
print(#keys, keys[1], seen[keys[1]])
print(pcall(error, "caught"), select("#", pcall(function() local x = nil + 1 end)))
local squares = coroutine.wrap(function() for i = 1, 50 do coroutine.yield(i * i) end end)
local sum = 0
for i = 1, 50 do sum = sum + squares() end
print(sum, math.type(sum), 7 // 2, 2 ^ 0.5)
local Point = {}
Point.__index = Point
Point.__add = function(a, b) return setmetatable({x = a.x + b.x}, Point) end
local total = setmetatable({x = 0}, Point)
for i = 1, count * 10 do total = total + setmetatable({x = i}, Point) end
collectgarbage()
print(total.x, select(2, string.gsub(string.rep("ab", 1000), "b", "")))
"""

SQL = """
create table city (id integer primary key, name text, size integer);
create table visit (city integer, day integer, cost real);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 400)
insert into city select i, 'city ' || (i * 7919 % 400), i * 104729 % 1000 from n;
with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
insert into visit select i * 31 % 400 + 1, i * 17 % 365, i % 97 + 0.25 from n;
create index by_city on visit (city, day);
select count(*), sum(cost), max(day) from visit;
select c.name, count(*), round(sum(v.cost), 2) from city c join visit v
  on v.city = c.id where c.size > 900 group by c.id order by 3 desc, 1 limit 8;
select day, group_concat(city) from visit where day < 3 group by day;
begin; update visit set cost = cost * 2 where day % 5 = 0; rollback;
delete from visit where city in (select id from city where size < 500);
select count(*), total(cost) from visit;
select name from city where name like '%39%' order by name limit 5;
pragma integrity_check;
insert into city values (1, 'twice', 0);
select json_extract('{"a":[1,2,{"b":3}]}', '$.a[2].b'), hex('end');
"""


LEVELDB = r"""
#include <leveldb/c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void check(char *Error) {
  if (Error) { fprintf(stderr, "%s\n", Error); exit(1); }
}
int main(int Count, char **Words) {
  char *Error = NULL, Key[32], Value[128];
  const char *Base = Count > 1 ? Words[1] : "base";
  leveldb_options_t *Options = leveldb_options_create();
  leveldb_options_set_create_if_missing(Options, 1);
  leveldb_options_set_write_buffer_size(Options, 1 << 18);
  leveldb_destroy_db(Options, Base, &Error);
  leveldb_t *Data = leveldb_open(Options, Base, &Error);
  check(Error);
  leveldb_writeoptions_t *Write = leveldb_writeoptions_create();
  leveldb_readoptions_t *Read = leveldb_readoptions_create();
  unsigned State = 42;
  for (int I = 0; I < 20000; ++I) {
    State = State * 1103515245u + 12345;
    int Length = snprintf(Key, sizeof Key, "key%06u", State >> 12 & 0x3fff);
    memset(Value, 'a' + I % 26, sizeof Value);
    leveldb_put(Data, Write, Key, Length, Value, 40 + I % 80, &Error);
    if (I % 7 == 0)
      leveldb_delete(Data, Write, Key, Length, &Error);
    check(Error);
  }
  leveldb_compact_range(Data, NULL, 0, NULL, 0);
  unsigned long Sum = 0, Found = 0;
  for (int I = 0; I < 10000; ++I) {
    size_t Bytes;
    int Length = snprintf(Key, sizeof Key, "key%06u", I * 7919u & 0x3fff);
    char *Got = leveldb_get(Data, Read, Key, Length, &Bytes, &Error);
    check(Error);
    if (Got) { Sum = Sum * 31 + (unsigned char)Got[0] + Bytes; ++Found; }
    leveldb_free(Got);
  }
  leveldb_iterator_t *At = leveldb_create_iterator(Data, Read);
  unsigned long Entries = 0;
  for (leveldb_iter_seek_to_first(At); leveldb_iter_valid(At);
       leveldb_iter_next(At)) {
    size_t Bytes;
    const char *Text = leveldb_iter_key(At, &Bytes);
    Sum = Sum * 31 + (unsigned char)Text[Bytes - 1];
    ++Entries;
  }
  leveldb_iter_destroy(At);
  printf("%lu found, %lu entries, sum %lx\n", Found, Entries, Sum);
  leveldb_close(Data);
  leveldb_readoptions_destroy(Read);
  leveldb_writeoptions_destroy(Write);
  leveldb_options_destroy(Options);
  return 0;
}
"""

# The server is the program; the client says what to do, the same every time.
REDIS = r"""
rm -f s dump.rdb
$RECORD ./src/redis-server --port 0 --unixsocket ./s --save '' --daemonize no \
  --lazyfree-lazy-user-del yes --hz 1 --logfile server.log &
Server=$!
i=0
until MEMFACET_OPTIONS=record=0 ./src/redis-cli -s ./s ping 2>/dev/null | grep -q PONG
do
  i=$((i + 1)); [ $i -lt 200 ] || exit 1; sleep 0.1
done
awk 'BEGIN {
  for (i = 0; i < 4000; i++) {
    k = (i * 7919) % 1000
    print "set key" k " value" i
    print "lpush list" k % 40 " " i
    print "hset hash" k % 60 " field" i % 97 " " i
    print "zadd zset" k % 20 " " k " member" i
    print "sadd set" k % 30 " " i
    if (i % 5 == 0) print "get key" (i * 31) % 1000
    if (i % 11 == 0) print "lpop list" k % 40
    if (i % 17 == 0) print "zrange zset" k % 20 " 0 5"
    if (i % 23 == 0) print "del set" k % 30
  }
  print "eval \"local s = 0; for i = 1, 3000 do s = s + i end; return s\" 0"
  print "dbsize"
}' | MEMFACET_OPTIONS=record=0 ./src/redis-cli -s ./s
MEMFACET_OPTIONS=record=0 ./src/redis-cli -s ./s shutdown nosave
wait $Server
echo server $?
"""


def xml(size):
    """Nested elements, attributes and words."""
    dice = random.Random(3)
    out, length, number = ["<all>"], 0, 0
    while length < size:
        number += 1
        words = " ".join("".join(dice.choices("abcdefgh", k=5)) for _ in range(6))
        out.append(f'<item id="n{number}" kind="k{number % 7}"><name>{words}</name>'
                   f"<!-- {number} --><value>&lt;{number * 31 % 997}&gt;</value></item>")
        length += len(out[-1])
    return "\n".join([*out, "</all>\n"]).encode()


def sound(seconds):
    """Two channels of 16 bits: a few tones and some noise."""
    dice = random.Random(4)
    frames = bytearray()
    for tick in range(int(44100 * seconds)):
        tone = 9000 * math.sin(tick * 0.031) + 5000 * math.sin(tick * 0.0073)
        for side in (1, 0.7):
            frames += struct.pack("<h", int(tone * side + dice.randint(-300, 300)))
    return bytes(frames)


def text(size):
    dice = random.Random(1)
    words = ["".join(dice.choices("etaoinshrdlu", k=dice.randint(1, 9)))
             for _ in range(2000)]
    out = []
    length = 0
    while length < size:
        word = dice.choice(words[: dice.choice([20, 200, 2000])])
        out.append(word)
        length += len(word) + 1
    return " ".join(out).encode()


def fasta(sequences):
    return "".join(f">s{number}\n{letters}\n"
                   for number, letters in enumerate(sequences)).encode()


def changed(sequence, share, dice):
    """So many of its letters are others."""
    return "".join(dice.choice("ACGT") if dice.random() < share else letter
                   for letter in sequence)


def alignment(count, length):
    """Each but the first comes from one before it."""
    dice = random.Random(5)
    rows = ["".join(dice.choices("ACGT", k=length))]
    while len(rows) < count:
        rows.append(changed(dice.choice(rows), 0.08, dice))
    return fasta(rows)


def genome(length):
    """Its second half is much like its first."""
    dice = random.Random(6)
    half = "".join(dice.choices("ACGT", k=length // 2))
    return half + changed(half, 0.05, dice)


def reads(samples, count):
    """Stretches of it, with an error in ten letters."""
    dice = random.Random(7)
    result = []
    for _ in range(count):
        begin = dice.randrange(len(samples) - 3000)
        stretch = samples[begin : begin + dice.randrange(500, 3000)]
        result.append(changed(stretch, 0.1, dice))
    return fasta(result)


def write_samples(folder):
    os.makedirs(folder, exist_ok=True)
    files = {
        "text": text(300_000),
        "noise": random.Random(2).randbytes(100_000),
        "script.lua": LUA.encode(),
        "script.sql": SQL.encode(),
        "leveldb.c": LEVELDB.encode(),
        "redis.sh": REDIS.encode(),
        "text.xml": xml(200_000),
        "sound": sound(3),
        "alignment.fasta": alignment(20, 100),
        "genome.fasta": fasta([genome(160_000)]),
        "reads.fasta": reads(genome(160_000), 60),
    }
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
