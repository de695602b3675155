"""Haskell: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """{-# LANGUAGE OverloadedStrings #-}
-- |
-- Orders of a shop.
module Shop.Order (
    -- * Types
    Order(..), total, (.+.), Priced(..)
  ) where

import Prelude
import qualified Data.Map as M
import Data.Text (Text, pack)
import Data.List hiding (insert)

-- | An order.
data Order
  = Open !Int  -- ^ still open
  | Closed { closedBy :: Text, reason, note :: Int }
  -- ^ done
  deriving (Eq, Show, Generic)

newtype Parser a = Parser { runParser :: Text -> Maybe a }

type Lines = M.Map Text Order

class (Show a) => Priced a where
  -- | Its price.
  price :: a -> Int
  default price :: Generic a => a -> Int
  price = genericPrice

instance Priced Order where
  price (Open n) = n
  price (Closed _ _ _) = 0

instance Priced a => Priced [a] where
  price = sum . map price

-- | The total.
total :: [Order] -> Int
total [] = 0
total (x : xs)
  | price x > 0 = go x `plus` total xs
  | otherwise = M.size lines'
  where
    go = price
{-# INLINE total #-}

(.+.) :: Order -> Order -> Order
a .+. b = a

limit :: Int
limit = 100

first, second :: Order -> Int
first = price
second x = price x

main = do
  x <- M.lookup "Key Text" m
  print (Foo.bar x)
"""

EXPECTED = """enum Order
    data Order
    -- | An order. | Open !Int -- ^ still open … note :: Int } | data Order = Open !Int -- …Show, Generic)
enum_member Order.Open
    Open !Int
    -- ^ still open | - | Open !Int
enum_member Order.Closed
    Closed { closedBy :: Text, reason, note :: Int }
    -- ^ done | - | Closed { closedBy :: Text,… note :: Int }
field Order.Closed.closedBy
    closedBy :: Text
    - | - | closedBy :: Text
field Order.Closed.reason
    reason, note :: Int
    - | - | reason
field Order.Closed.note
    reason, note :: Int
    - | - | note
-struct Parser
    newtype Parser a
    - | Parser { runParser :: Text -> Maybe a } | newtype Parser a = Parser …t -> Maybe a }
-field Parser.runParser
    runParser :: Text -> Maybe a
    - | - | runParser :: Text -> Maybe a
-type Lines
    type Lines = M.Map Text Order
    - | - | type Lines = M.Map Text Order
class Priced
    class (Show a) => Priced a
    - | price :: a -> Int default …= genericPrice | class (Show a) => Priced a…= genericPrice
method Priced.price
    price :: a -> Int
    -- | Its price. | price = genericPrice | price :: a -> Int default …= genericPrice
impl Order
    instance Priced Order
    - | price (Open n) = n price (Closed _ _ _) = 0 | instance Priced Order wher…sed _ _ _) = 0
method Order.price
    price (Open n)
    - | = n price (Closed _ _ _) = 0 | price (Open n) = n price (Closed _ _ _) = 0
impl Priced
    instance Priced a => Priced [a]
    - | price = sum . map price | instance Priced a => Price…um . map price
method Priced.price
    price
    - | = sum . map price | price = sum . map price
function total
    total :: [Order] -> Int
    -- | The total. | total [] = 0 total (x : xs…ere go = price | total :: [Order] -> Int to…ere go = price
function .+.
    (.+.) :: Order -> Order -> Order
    - | a .+. b = a | (.+.) :: Order -> Order -> Order a .+. b = a
-constant limit
    limit :: Int
    - | limit = 100 | limit :: Int limit = 100
-function first
    first, second :: Order -> Int
    - | = price | first = price
-function second
    first, second :: Order -> Int
    - | = price x | second x = price x
-constant main
    main
    - | = do x <- M.lookup "Key Te…nt (Foo.bar x) | main = do x <- M.lookup "K…nt (Foo.bar x)
type Text in Order.Closed.closedBy
inherit Generic in Order
type Parser in Parser
type Text in Parser.runParser
read M.Map in Lines
read Text in Lines
read Order in Lines
type Generic in Priced.price
inherit Priced in Order
read Open in Order.price
read Closed in Order.price
read Priced in Priced
call map in Priced.price
read price in Priced.price
type Order in total
call price in total
call go in total
call plus in total
call total in total
call M.size in total
read price in total
type Order in .+.
type Order in .+.
type Order in .+.
type Order in -
read price in first
call price in second
call M.lookup in main
call print in main
read Foo in main
call Foo.bar in main
import Prelude
import Data.Map >M
import Data.Text Text pack
import Data.List
module -- | -- Orders of a shop.
"""


def test_a_realistic_file() -> None:
    assert listed("sample.hs", SAMPLE) == EXPECTED
