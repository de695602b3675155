(source) @def
(do_block) @def
(comment) @comment
[(quoted_content) (charlist) (char)] @string
((call target: (identifier) @_i (arguments)) @import (#any-of? @_i "alias" "import" "require" "use"))
((do_block (unary_operator operator: "@" operand: (call target: (identifier) @_a)) @attribute)
  (#any-of? @_a "doc" "spec" "impl" "deprecated" "typedoc" "tag" "dialyzer" "since" "describetag" "moduletag"))
((call target: (identifier) @_u (arguments . (alias) @inherit)) (#any-of? @_u "use" "defimpl" "@behaviour"))
((unary_operator operator: "@" operand: (call target: (identifier) @_b (arguments (alias) @inherit))) (#eq? @_b "behaviour"))
(call target: [(identifier) @call (dot right: (identifier) @call)] (arguments))
((call target: (identifier) @_d (arguments . [(call target: (identifier) @name) (binary_operator left: (call target: (identifier) @name))]))
  (#any-of? @_d "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
(unary_operator operator: "@" operand: (call target: (identifier) (arguments . (binary_operator left: (call target: (identifier) @name)))))
(binary_operator operator: "|>" right: (identifier) @call)
(unary_operator operator: "&" operand: (binary_operator left: [(identifier) @read (call target: (dot right: (identifier) @read))] operator: "/"))
