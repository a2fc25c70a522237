-- A tour of Lua whose output does not depend on addresses or on the order of pairs.
local function section(name) print("-- " .. name) end

section("numbers")
print(7 // 2, -7 // 2, 7 % -3, 2 ^ 10, 10 / 4, 1e15, 2 ^ 53, 0x10, 1 // 0.0, math.maxinteger + 1 == math.mininteger)
print(math.floor(-3.5), math.type(1), math.type(1.0), tostring(1e100), 3 | 4, 5 ~ 3, ~0, 1 << 62, "10" + 5)
print(string.format("%5d|%-5d|%05.1f|%x|%q|%g", 42, 42, 3.14159, 255, "a\nb", 1e20))
print(math.sqrt(2), math.sin(1), math.exp(1), math.log(10), math.tointeger("8"))

section("strings")
local s = "The quick brown fox"
print(#s, s:upper(), s:rep(2, "-"), s:reverse(), s:sub(-3), s:byte(1, 3))
print(s:find("quick"), s:find("(o)(w)"), s:match("(%a+) (%a+)"), s:gsub("%w+", string.lower))
for word in s:gmatch("%a+") do io.write(word:len(), " ") end
print()
print(("%d items"):format(3), table.concat({1, 2, 3}, ","), utf8.char(8364, 97), utf8.len("caf\u{e9}"))
print(string.pack("<i4", 100):byte(1, -1))

section("tables")
local t = {}
for i = 1, 1000 do t[i] = (i * 7919) % 1009 end
table.sort(t)
print(t[1], t[500], t[1000], #t)
table.insert(t, 1, "first"); table.remove(t, 2)
print(t[1], t[2], select("#", table.unpack(t, 1, 5)))
local keys = {}
for k in pairs({a = 1, b = 2, c = 3, 10, 20}) do keys[#keys + 1] = tostring(k) end
table.sort(keys)
print(table.concat(keys, " "))
print(table.concat(table.move({1, 2, 3}, 1, 3, 2), ","))

section("closures and varargs")
local function counter() local n = 0; return function() n = n + 1; return n end end
local c1, c2 = counter(), counter()
print(c1(), c1(), c2())
local function sum(...) local r = 0; for _, v in ipairs({...}) do r = r + v end return r, select("#", ...) end
print(sum(1, 2, 3, 4))
local function tail(n, acc) if n == 0 then return acc end return tail(n - 1, acc + n) end
print(tail(10000, 0))

section("metatables")
local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return setmetatable({x = a.x + b.x, y = a.y + b.y}, Vector) end
Vector.__eq = function(a, b) return a.x == b.x and a.y == b.y end
Vector.__tostring = function(v) return "(" .. v.x .. ", " .. v.y .. ")" end
Vector.__call = function(v, k) return v.x * k end
Vector.__len = function() return 2 end
Vector.__concat = function(a, b) return tostring(a) .. tostring(b) end
local v = setmetatable({x = 1, y = 2}, Vector)
print(tostring(v + v), v == setmetatable({x = 1, y = 2}, Vector), v(10), #v, v .. v)
local default = setmetatable({}, {__index = function(_, k) return k .. "?" end, __newindex = function(t, k, val) rawset(t, k, val * 2) end})
default.a = 5
print(default.a, default.b)

section("coroutines")
local function generate(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end end) end
for i, q in generate(4) do io.write(i, ":", q, " ") end
print()
local co = coroutine.create(function(a) local b = coroutine.yield(a + 1); error("inside " .. b) end)
print(coroutine.resume(co, 1))
print(coroutine.resume(co, "coroutine"))
print(coroutine.status(co))

section("errors")
print(select(2, pcall(function() error({code = 7}) end)).code)
print(select(2, pcall(function() local x = nil; return x.field end)))
print(xpcall(function() error("message", 0) end, function(m) return "handled " .. m end))
print(pcall(string.rep))
do
    local closed <close> = setmetatable({}, {__close = function() print("closed") end})
    print("in scope")
end
goto done
print("skipped")
::done::

section("algorithms")
local function sieve(n)
    local p, r = {}, {}
    for i = 2, n do p[i] = true end
    for i = 2, n do if p[i] then r[#r + 1] = i; for j = i * i, n, i do p[j] = false end end end
    return r
end
print(#sieve(2000), sieve(100)[25])
local function permutations(a, n, f)
    if n <= 1 then f(a) else
        for i = 1, n do
            a[n], a[i] = a[i], a[n]
            permutations(a, n - 1, f)
            a[n], a[i] = a[i], a[n]
        end
    end
end
local count = 0
permutations({1, 2, 3, 4, 5}, 5, function() count = count + 1 end)
print(count)
local memo = setmetatable({}, {__mode = "k"})
for i = 1, 200 do memo[{}] = i end
collectgarbage()
local left = 0
for _ in pairs(memo) do left = left + 1 end
print(left, collectgarbage("count") > 0)
print(load("return 1 + 1")(), load("syntax error here"))
local text = {}
for i = 1, 500 do text[#text + 1] = ("%d:%s"):format(i, ("x"):rep(i % 7)) end
print(#table.concat(text, ","), os.time({year = 2000, month = 1, day = 1, hour = 12}), os.date("!%Y-%m-%d", 86400))
