"""SQL: what scripts of several dialects create, and what they read."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """-- Copyright x
-- The shop's schema.
CREATE SCHEMA shop;

-- Customers of the shop.
CREATE TABLE IF NOT EXISTS shop.customers (
    id bigserial PRIMARY KEY, -- surrogate
    "full name" text NOT NULL,
    email varchar(255) UNIQUE CHECK (email ~ '@'),
    -- where it goes
    address_id int REFERENCES shop.addresses (id),
    price numeric(10, 2) DEFAULT 0,
    CONSTRAINT pk PRIMARY KEY (id, email)
);
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE UNIQUE INDEX CONCURRENTLY idx_email ON shop.customers (lower(email));
CREATE OR REPLACE VIEW active AS SELECT c.id FROM shop.customers c JOIN orders o ON o.cid = c.id WHERE o.x = ';';
CREATE FUNCTION total(cid int) RETURNS numeric AS $$
BEGIN
  -- inside
  RETURN (SELECT sum(x) FROM orders WHERE id = cid);
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER trg BEFORE INSERT ON shop.customers FOR EACH ROW EXECUTE FUNCTION total();
ALTER TABLE shop.customers ADD COLUMN age int DEFAULT 3;
DELIMITER //
CREATE PROCEDURE `do it`(IN a INT)
BEGIN
  UPDATE t SET a = 1;
  IF a THEN SELECT 1; END IF;
END //
DELIMITER ;
INSERT INTO customers VALUES (1, 'CREATE TABLE nope (a int)');
CREATE TABLE [dbo].[Orders] ([Id] INT IDENTITY(1,1) NOT NULL, [Note] NVARCHAR(MAX))
GO
CREATE PROC dbo.p AS BEGIN SELECT 1 END
GO
CREATE PROCEDURE dbo.Load
  @x INT
AS
BEGIN
  CREATE TABLE #tmp (a int);
  IF @x = 1
  BEGIN
    SELECT 1;
  END
  SELECT 2;
END
GO
CREATE OR REPLACE FUNCTION f(a NUMBER) RETURN NUMBER IS
  v NUMBER;
BEGIN
  RETURN 1;
END f;
/
CREATE TABLE z (a int);
"""

EXPECTED = """namespace shop
    CREATE SCHEMA shop
    - | - | CREATE SCHEMA shop;
struct shop.customers
    CREATE TABLE IF NOT EXISTS shop.customers
    -- Customers of the shop. | ( id bigserial PRIMARY KEY…(id, email) ); | CREATE TABLE IF NOT EXISTS…(id, email) );
field shop.customers.id
    id bigserial PRIMARY KEY
    -- surrogate | - | id bigserial PRIMARY KEY
field shop.customers.full name
    "full name" text NOT NULL
    - | - | "full name" text NOT NULL
field shop.customers.email
    email varchar(255) UNIQUE CHECK (email ~ '@')
    - | - | email varchar(255) UNIQUE … (email ~ '@')
field shop.customers.address_id
    address_id int REFERENCES shop.addresses (id)
    -- where it goes | - | address_id int REFERENCES …addresses (id)
field shop.customers.price
    price numeric(10, 2) DEFAULT 0
    - | - | price numeric(10, 2) DEFAULT 0
enum mood
    CREATE TYPE mood AS ENUM
    - | ('sad', 'ok', 'happy'); | CREATE TYPE mood AS ENUM (…ok', 'happy');
enum_member mood.sad
    'sad'
    - | - | 'sad'
enum_member mood.ok
    'ok'
    - | - | 'ok'
enum_member mood.happy
    'happy'
    - | - | 'happy'
struct pair
    CREATE TYPE pair AS
    - | (a int, b text); | CREATE TYPE pair AS (a int, b text);
field pair.a
    a int
    - | - | a int
field pair.b
    b text
    - | - | b text
property idx_email
    CREATE UNIQUE INDEX CONCURRENTLY idx_email ON shop.customers (lower(email))
    - | - | CREATE UNIQUE INDEX CONCUR…lower(email));
struct active
    CREATE OR REPLACE VIEW active
    - | AS SELECT c.id FROM shop.c…ERE o.x = ';'; | CREATE OR REPLACE VIEW act…ERE o.x = ';';
function total
    CREATE FUNCTION total(cid int) RETURNS numeric
    - | AS $$ BEGIN -- inside RETU…GUAGE plpgsql; | CREATE FUNCTION total(cid …GUAGE plpgsql;
function trg
    CREATE TRIGGER trg BEFORE INSERT ON shop.customers FOR EACH ROW EXECUTE FUNCTION total()
    - | - | CREATE TRIGGER trg BEFORE …CTION total();
field shop.customers.age
    ALTER TABLE shop.customers ADD COLUMN age int DEFAULT 3
    - | - | ALTER TABLE shop.customers…int DEFAULT 3;
function do it
    CREATE PROCEDURE `do it`(IN a INT)
    - | BEGIN UPDATE t SET a = 1; …END IF; END // | CREATE PROCEDURE `do it`(I…END IF; END //
struct dbo.Orders
    CREATE TABLE [dbo].[Orders]
    - | ([Id] INT IDENTITY(1,1) NO…NVARCHAR(MAX)) | CREATE TABLE [dbo].[Orders…NVARCHAR(MAX))
field dbo.Orders.Id
    [Id] INT IDENTITY(1,1) NOT NULL
    - | - | [Id] INT IDENTITY(1,1) NOT NULL
field dbo.Orders.Note
    [Note] NVARCHAR(MAX)
    - | - | [Note] NVARCHAR(MAX)
function dbo.p
    CREATE PROC dbo.p
    - | AS BEGIN SELECT 1 END | CREATE PROC dbo.p AS BEGIN SELECT 1 END
function dbo.Load
    CREATE PROCEDURE dbo.Load @x INT
    - | AS BEGIN CREATE TABLE #tmp… SELECT 2; END | CREATE PROCEDURE dbo.Load … SELECT 2; END
function f
    CREATE OR REPLACE FUNCTION f(a NUMBER) RETURN NUMBER
    - | IS v NUMBER; BEGIN RETURN 1; END f; | CREATE OR REPLACE FUNCTION…TURN 1; END f;
struct z
    CREATE TABLE z
    - | (a int); | CREATE TABLE z (a int);
field z.a
    a int
    - | - | a int
type shop.addresses in shop.customers.address_id
read shop.customers in idx_email
read shop.customers in active
read orders in active
read orders in total
read shop.customers in trg
call total in trg
read shop.customers in shop.customers.age
read t in do it
read customers in -
"""


def test_a_realistic_file() -> None:
    assert listed("sample.sql", SAMPLE) == EXPECTED
