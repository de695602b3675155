[(function_item) (function_signature_item) (struct_item) (enum_item) (enum_variant) (union_item) (trait_item) (impl_item) (mod_item)
 (macro_definition) (const_item) (static_item) (type_item) (associated_type) (field_declaration)] @def
(attribute_item) @attribute
(inner_attribute_item) @string
[(line_comment) (block_comment)] @comment
[(string_content) (char_literal)] @string
[(use_declaration) (extern_crate_declaration)] @import
(call_expression function: [
  (identifier) @call
  (field_expression field: (field_identifier) @call)
  (scoped_identifier name: (identifier) @call)
  (generic_function function: [
    (identifier) @call (field_expression field: (field_identifier) @call) (scoped_identifier name: (identifier) @call)])])
(macro_invocation macro: [(identifier) @call (scoped_identifier name: (identifier) @call)])
(impl_item trait: [(type_identifier) @inherit (scoped_type_identifier name: (type_identifier) @inherit)
  (generic_type type: [(type_identifier) @inherit (scoped_type_identifier name: (type_identifier) @inherit)])])
(trait_item bounds: (trait_bounds [(type_identifier) @inherit (scoped_type_identifier name: (type_identifier) @inherit)
  (generic_type type: (type_identifier) @inherit)]))
(attribute_item (attribute [(identifier) @decorate (scoped_identifier name: (identifier) @decorate)]))
((attribute_item (attribute arguments: (token_tree (identifier) @decorate))) (#match? @decorate "^[A-Z]"))
(type_identifier) @type
