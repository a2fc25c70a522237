// What a JavaScript interpreter does all day: objects, closures, sorting, regular expressions, numbers, errors.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print(fib(17));

var list = [];
for (var i = 0; i < 3000; i++) list.push((i * 7919) % 1009);
list.sort(function (a, b) { return a - b; });
print(list.slice(0, 8).join(), list[1500], list.length);

function counter() {
	var n = 0;
	return { up: function () { return ++n; }, get value() { return n; } };
}
var c = counter();
c.up(); c.up();
print(c.value, Object.keys(c).join());

function Shape(name) { this.name = name; }
Shape.prototype.toString = function () { return "<" + this.name + ">"; };
print(String(new Shape("square")), new Shape("disc") instanceof Shape);

print(JSON.stringify({ a: [1, 2.5, "x\u00e9", null, true], d: new Date(0), n: { m: {} } }));
print(JSON.stringify(JSON.parse('{"k": [1, {"z": -1e-7}]}'), null, 2));
print("the quick brown fox".replace(/(\w+) (\w+)/g, "$2 $1"), "a1b22c333".match(/\d+/g).join("|"));
print("a,b;c d".split(/[,; ]/), /^(?:a|ab)(c|bcd)(d*)$/.exec("abcd"));
print(1 / 3, 0.1 + 0.2, 1e21, 123456789012345680000, (255).toString(16), parseFloat("3.25e2x"), parseInt("0x1f"), 5e-324);
print((1234.5678).toFixed(2), (0.000001234).toExponential(3), (1e10 / 7).toPrecision(5), -0 === 0, NaN != NaN);
print(1 << 30, -1 >>> 28, ~5, 7 & 12, 4294967297 | 0);
print(encodeURIComponent("a b&\u00fc/\u4e2d"), decodeURIComponent("%E4%B8%AD").length, escape("\u0100"));
try { null.x; } catch (e) { print(e.name); } finally { print("finally"); }
try { throw new RangeError("out"); } catch (e) { print(e, e instanceof Error); }
label: for (var k in { p: 1, q: 2, r: 3 }) { for (;;) { if (k == "q") continue label; break; } print(k); }
switch ("b") { case "a": print("no"); case "b": print("yes"); default: print("through"); }
print(new Date(Date.UTC(2020, 1, 29, 12)).toISOString(), typeof eval("(function(){})"), [3, , 1].length);
