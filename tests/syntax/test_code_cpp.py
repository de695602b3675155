"""Cpp: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """#include <vector>

namespace shop::core {

/// A price.
template <typename T>
class Price : public Base<T>, private io::Writer {
    int secret;
public:
    Price();
    explicit Price(T value) : value_(value) {}
    virtual ~Price();
    T value() const { return value_; }
    virtual void print(std::ostream &out) = 0;
    bool operator==(const Price &other) const;
    static int count;
    enum class Kind { Net, Gross };
    using Ptr = std::unique_ptr<Price>;
protected:
    T value_;
private:
    struct Impl { int x; };
    template <class U> void convert(U u);
};

struct Point { int x, y; void move(int dx); };

int Point::move(int dx) { this->x += dx; return std::max<int>(dx, Limits::kMax); }

template <typename T>
Price<T>::Price() { helper::run(); auto p = new Point(); p->move(1); }

bool shop::core::Other::operator<(const Other &o) const { return true; }

namespace {
int hidden = 1;
}

}  // namespace

using Names = std::vector<std::string>;
static void local() {}
extern "C" int c_function(int a);
auto square = [](int x) { return x * x; };
"""

EXPECTED = """
namespace shop.core | namespace shop::core
    - | { /// A price. template …den = 1; } }
class shop.core.Price | class Price : public Base<T>, private io::Writer
    /// A price. | { int secret; public: Pr…vert(U u); }
- field shop.core.Price.secret | int secret
constructor shop.core.Price.Price | Price()
constructor shop.core.Price.Price | explicit Price(T value) : value_(value)
    - | {}
method shop.core.Price.~Price | virtual ~Price()
method shop.core.Price.value | T value() const
    - | { return value_; }
method shop.core.Price.print | virtual void print(std::ostream &out) = 0
method shop.core.Price.operator== | bool operator==(const Price &other) const
field shop.core.Price.count | static int count
enum shop.core.Price.Kind | enum class Kind
    - | { Net, Gross }
enum_member shop.core.Price.Kind.Net | Net
enum_member shop.core.Price.Kind.Gross | Gross
type shop.core.Price.Ptr | using Ptr = std::unique_ptr<Price>
- field shop.core.Price.value_ | T value_
- struct shop.core.Price.Impl | struct Impl
    - | { int x; }
- field shop.core.Price.Impl.x | int x
- method shop.core.Price.convert | void convert(U u)
struct shop.core.Point | struct Point
    - | { int x, y; void move(int dx); }
field shop.core.Point.x | int x
field shop.core.Point.y | int x, y
method shop.core.Point.move | void move(int dx)
method shop.core.Point.move | int Point::move(int dx)
    - | { this->x += dx; return …ts::kMax); }
constructor shop.core.Price.Price | Price<T>::Price()
    - | { helper::run(); auto p …->move(1); }
method shop.core.Other.operator< | bool shop::core::Other::operator<(const Other &o) const
    - | { return true; }
variable shop.core.hidden | int hidden = 1
type Names | using Names = std::vector<std::string>
- function local | static void local()
    - | {}
function c_function | int c_function(int a)
function square | auto square = [](int x)
    - | { return x * x; }

inherit Base in shop.core.Price
inherit io.Writer in shop.core.Price
type std.ostream in shop.core.Price.print
type Price in shop.core.Price.operator==
type std.unique_ptr in shop.core.Price.Ptr
type Price in shop.core.Price.Ptr
read Point in shop.core.Point.move
call std.max in shop.core.Point.move
read Limits in shop.core.Point.move
read Limits.kMax in shop.core.Point.move
type Price in shop.core.Price.Price
call helper.run in shop.core.Price.Price
call Point in shop.core.Price.Price
call p.move in shop.core.Price.Price
read shop.core in shop.core.Other.operator<
read shop.core.Other in shop.core.Other.operator<
type Other in shop.core.Other.operator<
type std.vector in Names
type std.string in Names

vector:

module: -
"""


def test_a_realistic_file() -> None:
    assert report("sample.cpp", SAMPLE) == EXPECTED.lstrip()
