"""Protocol buffers: one realistic file."""

from __future__ import annotations

from tests.syntax.listed import listed

SAMPLE = """// Copyright 2020
syntax = "proto3";
package acme.shop.v1;
import "google/protobuf/timestamp.proto";
import public "acme/base.proto";
option go_package = "x";

// A customer.
message Customer {
  // The id.
  string id = 1;
  repeated Address addresses = 2 [(validate.rules).repeated = {min_items: 1}];
  map<string, acme.base.Money> balances = 3; // by currency
  oneof contact {
    string email = 4;
    Phone phone = 5;
  }
  enum Kind {
    KIND_UNSPECIFIED = 0;
    KIND_GOOD = 1;
  }
  message Address { string street = 1; }
  reserved 9, 10;
  google.protobuf.Timestamp created = 11;
}
/* The service. */
service Shop {
  // Gets.
  rpc GetCustomer(GetRequest) returns (stream Customer) {
    option (google.api.http) = { get: "/v1/{id}" };
  }
  rpc Put (stream acme.Req) returns (Resp);
}
extend google.protobuf.FieldOptions { optional string tag = 50000; }
message Empty {}
"""

EXPECTED = """struct Customer
    message Customer
    // A customer. | { // The id. string id = 1…reated = 11; } | message Customer { // The …reated = 11; }
field Customer.id
    string id = 1
    // The id. | - | string id = 1
field Customer.addresses
    repeated Address addresses = 2 [(validate.rules).repeated = {min_items: 1}]
    - | - | repeated Address addresses…min_items: 1}]
field Customer.balances
    map<string, acme.base.Money> balances = 3
    // by currency | - | map<string, acme.base.Money> balances = 3
field Customer.email
    string email = 4
    - | - | string email = 4
field Customer.phone
    Phone phone = 5
    - | - | Phone phone = 5
enum Customer.Kind
    enum Kind
    - | { KIND_UNSPECIFIED = 0; KIND_GOOD = 1; } | enum Kind { KIND_UNSPECIFI…ND_GOOD = 1; }
enum_member Customer.Kind.KIND_UNSPECIFIED
    KIND_UNSPECIFIED = 0
    - | - | KIND_UNSPECIFIED = 0
enum_member Customer.Kind.KIND_GOOD
    KIND_GOOD = 1
    - | - | KIND_GOOD = 1
struct Customer.Address
    message Address
    - | { string street = 1; } | message Address { string street = 1; }
field Customer.Address.street
    string street = 1
    - | - | string street = 1
field Customer.created
    google.protobuf.Timestamp created = 11
    - | - | google.protobuf.Timestamp created = 11
interface Shop
    service Shop
    /* The service. */ | { // Gets. rpc GetCustomer…urns (Resp); } | service Shop { // Gets. rp…urns (Resp); }
method Shop.GetCustomer
    rpc GetCustomer(GetRequest) returns (stream Customer)
    // Gets. | { option (google.api.http)…/v1/{id}" }; } | rpc GetCustomer(GetRequest…/v1/{id}" }; }
method Shop.Put
    rpc Put (stream acme.Req) returns (Resp)
    - | - | rpc Put (stream acme.Req) returns (Resp);
impl google.protobuf.FieldOptions
    extend google.protobuf.FieldOptions
    - | { optional string tag = 50000; } | extend google.protobuf.Fie…tag = 50000; }
field google.protobuf.FieldOptions.tag
    optional string tag = 50000
    - | - | optional string tag = 50000
struct Empty
    message Empty
    - | {} | message Empty {}
type Address in Customer.addresses
type acme.base.Money in Customer.balances
type Phone in Customer.phone
type google.protobuf.Timestamp in Customer.created
type GetRequest in Shop.GetCustomer
type Customer in Shop.GetCustomer
type acme.Req in Shop.Put
type Resp in Shop.Put
import google/protobuf/timestamp.proto
import acme/base.proto
"""


def test_a_realistic_file() -> None:
    assert listed("sample.proto", SAMPLE) == EXPECTED
