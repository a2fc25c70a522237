.headers on
.mode list
CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INTEGER, score REAL);
INSERT INTO person(name, born, score) VALUES ('Ada', 1815, 9.5), ('Emmy', 1882, 9.75), ('Grace', 1906, NULL), ('Sofia', 1850, 8.25);
CREATE TABLE work(person INTEGER REFERENCES person(id), title TEXT, year INTEGER);
INSERT INTO work VALUES (1, 'Notes', 1843), (2, 'Invarianten', 1908), (2, 'Idealtheorie', 1921), (3, 'Compiler', 1952);
CREATE INDEX by_year ON work(year);
SELECT * FROM person ORDER BY born DESC;
SELECT p.name, count(w.title) AS works, max(w.year) FROM person p LEFT JOIN work w ON w.person = p.id GROUP BY p.id ORDER BY works DESC, p.name;
SELECT name, CASE WHEN score IS NULL THEN 'none' WHEN score > 9 THEN 'high' ELSE 'low' END AS class FROM person ORDER BY name;
WITH RECURSIVE fib(n, a, b) AS (SELECT 1, 0, 1 UNION ALL SELECT n + 1, b, a + b FROM fib WHERE n < 30) SELECT n, a FROM fib WHERE n % 10 = 0;
WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 2000)
    SELECT count(*), sum(i), avg(i * 1.5), group_concat(DISTINCT i % 7) FROM numbers;
SELECT name, row_number() OVER (ORDER BY born) AS position, lag(name) OVER (ORDER BY born) AS before FROM person;
CREATE TABLE big(k INTEGER PRIMARY KEY, v TEXT, w BLOB);
WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 1000)
    INSERT INTO big SELECT i, printf('value %04d', (i * 7919) % 1009), zeroblob(i % 50) FROM numbers;
CREATE INDEX by_value ON big(v);
SELECT count(*), min(v), max(v), sum(length(w)) FROM big;
SELECT k, v FROM big WHERE v BETWEEN 'value 0100' AND 'value 0105' ORDER BY v;
DELETE FROM big WHERE k % 3 = 0;
UPDATE big SET v = upper(v) WHERE k < 10;
SELECT count(*), (SELECT group_concat(v, ';') FROM big WHERE k < 6) FROM big;
BEGIN;
DELETE FROM person;
SELECT count(*) FROM person;
ROLLBACK;
SELECT count(*) FROM person;
CREATE VIEW famous AS SELECT name FROM person WHERE score > 9;
SELECT * FROM famous ORDER BY 1;
CREATE TRIGGER born_check BEFORE INSERT ON person WHEN NEW.born > 2000 BEGIN SELECT raise(ABORT, 'too young'); END;
INSERT INTO person(name, born) VALUES ('Child', 2010);
INSERT INTO person(name) VALUES (NULL);
SELECT 1/0, 7 % 3, 5 / 2, 5 / 2.0, 'a' || 'b', 3 BETWEEN 1 AND 5, NULL IS NULL, typeof(1.5), hex('abc'), substr('hello', 2, 3);
SELECT round(2.567, 2), abs(-5), length('text'), instr('hello', 'l'), replace('a-b-c', '-', '+'), trim('  x '), quote('it''s');
SELECT date('2000-02-28', '+2 days'), strftime('%j', '2024-12-31'), julianday('2000-01-01');
SELECT 'abc' LIKE 'A%', 'abc' GLOB 'a*', 9223372036854775807 + 1, 1e400, -1e-5, 0.1 + 0.2;
PRAGMA integrity_check;
EXPLAIN QUERY PLAN SELECT * FROM big WHERE v = 'x';
SELECT no_such_column FROM person;
.dump work
