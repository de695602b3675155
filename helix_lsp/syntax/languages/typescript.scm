[(abstract_class_declaration) (interface_declaration) (type_alias_declaration) (enum_declaration) (internal_module) (module)] @def
[(public_field_definition) (abstract_method_signature) (function_signature) (method_signature)] @def
(interface_body (property_signature) @def)
(type_alias_declaration value: (object_type (property_signature) @def))
(type_alias_declaration value: (intersection_type (object_type (property_signature) @def)))
(type_alias_declaration value: (intersection_type (intersection_type (object_type (property_signature) @def))))
(enum_body [(property_identifier) (enum_assignment) (string)] @def)
(required_parameter (accessibility_modifier)) @def
(internal_module body: (statement_block (lexical_declaration (variable_declarator) @def)))
(internal_module body: (statement_block (export_statement (lexical_declaration (variable_declarator) @def))))
(module body: (statement_block (lexical_declaration (variable_declarator) @def)))
(module body: (statement_block (export_statement (lexical_declaration (variable_declarator) @def))))
(ambient_declaration (_ (variable_declarator) @def))
(ambient_declaration) @wrap
(class_body (decorator) @attribute)
(extends_clause value: [(identifier) @inherit (member_expression property: (property_identifier) @inherit)])
(implements_clause [(type_identifier) @inherit (generic_type name: (type_identifier) @inherit)
  (nested_type_identifier name: (type_identifier) @inherit)])
(extends_type_clause type: [(type_identifier) @inherit (generic_type name: (type_identifier) @inherit)
  (nested_type_identifier name: (type_identifier) @inherit)])
(type_identifier) @type
