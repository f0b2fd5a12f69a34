# A database of some hundred thousand rows: filled, indexed, queried, deleted from, packed, checked.
sqlite3 data.db <<SQL
PRAGMA journal_mode = WAL;
PRAGMA cache_size = -20000;
PRAGMA temp_store = MEMORY;
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL, shop INTEGER, note BLOB);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $SCALE * 60000)
INSERT INTO item SELECT i, 'item ' || (i * 7919 % 100003), i * 31 % 9973 / 7.0, i % 503,
    zeroblob(i % 97) FROM n;
CREATE INDEX by_name ON item (name);
CREATE INDEX by_shop ON item (shop, price DESC);
SELECT count(*), sum(length(name)), round(avg(price), 6) FROM item;
SELECT shop, count(*), group_concat(id % 10, '') FROM item WHERE shop < 3 AND id < 20000
    GROUP BY shop;
SELECT a.id, b.id FROM item a JOIN item b ON a.name = b.name AND a.id < b.id
    ORDER BY a.id, b.id LIMIT 3;
SELECT shop, s FROM (SELECT shop, round(sum(price) OVER (PARTITION BY shop ORDER BY id), 3) AS s,
    row_number() OVER (PARTITION BY shop ORDER BY id DESC) AS r FROM item) WHERE r = 1
    ORDER BY s DESC LIMIT 3;
CREATE TABLE document AS SELECT id, json_object('id', id, 'tags', json_array(id % 3, name)) AS body
    FROM item WHERE id % 3 = 0;
SELECT count(*), sum(json_extract(body, '\$.tags[0]')) FROM document;
CREATE VIRTUAL TABLE words USING fts5(text);
INSERT INTO words SELECT name || ' ' || shop FROM item WHERE id % 4 = 0;
SELECT count(*) FROM words WHERE words MATCH 'item AND 77';
DELETE FROM item WHERE id % 3 = 1;
UPDATE item SET note = name WHERE shop % 2 = 0;
VACUUM;
PRAGMA integrity_check;
PRAGMA page_count;
SQL
sqlite3 data.db .dump | sha256sum
