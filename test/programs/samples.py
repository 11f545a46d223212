"""Input files for the subjects, the same on every machine."""

import os
import random

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


def write_samples(folder):
    os.makedirs(folder, exist_ok=True)
    files = {
        "text": text(300_000),
        "noise": random.Random(2).randbytes(100_000),
        "script.lua": LUA.encode(),
        "script.sql": SQL.encode(),
    }
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
