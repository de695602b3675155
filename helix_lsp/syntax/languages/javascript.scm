(field_definition) @def
(jsx_text) @string
(class_heritage [(identifier) @inherit (member_expression property: (property_identifier) @inherit)])
