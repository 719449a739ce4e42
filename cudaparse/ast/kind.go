package ast

// A Kind says what a node is. Kinds follow the grammar's named nodes one to
// one; the names of grammar nodes themselves stay inside cudaparse.
type Kind uint8

// The kinds of nodes. None is the kind of the zero Node.
const (
	None  Kind = iota
	Error      // source that does not parse; its children are what could be recovered
	AbstractArrayDeclarator
	AbstractFunctionDeclarator
	AbstractParenthesizedDeclarator
	AbstractPointerDeclarator
	AbstractReferenceDeclarator
	AccessSpecifier
	AliasDeclaration
	AlignasQualifier
	AlignofExpression
	ArgumentList
	ArrayDeclarator
	AssignmentExpression
	Attribute
	AttributeDeclaration
	AttributeSpecifier
	AttributedDeclarator
	AttributedStatement
	Auto
	BaseClassClause
	BinaryExpression
	BitfieldClause
	BreakStatement
	CallExpression
	CaseStatement
	CastExpression
	CatchClause
	CharLiteral
	Character
	ClassSpecifier
	CoAwaitExpression
	CoReturnStatement
	CoYieldStatement
	CommaExpression
	CompoundLiteralExpression
	CompoundRequirement
	CompoundStatement
	ConcatenatedString
	ConceptDefinition
	ConditionClause
	ConditionalExpression
	ConstraintConjunction
	ConstraintDisjunction
	ContinueStatement
	Declaration
	DeclarationList
	Decltype
	DefaultMethodClause
	DeleteExpression
	DeleteMethodClause
	DependentName
	DependentType
	DestructorName
	DoStatement
	ElseClause
	EnumSpecifier
	Enumerator
	EnumeratorList
	EscapeSequence
	ExplicitFunctionSpecifier
	ExpressionStatement
	ExtensionExpression
	False
	FieldDeclaration
	FieldDeclarationList
	DesignatedField
	FieldExpression
	FieldIdentifier
	MemberInitializer
	MemberInitializerList
	FoldExpression
	ForRangeLoop
	ForStatement
	FriendDeclaration
	FunctionDeclarator
	FunctionDefinition
	GenericExpression
	GnuAsmClobberList
	GnuAsmExpression
	GnuAsmGotoList
	GnuAsmInputOperand
	GnuAsmInputOperandList
	GnuAsmOutputOperand
	GnuAsmOutputOperandList
	GnuAsmQualifier
	GotoStatement
	Identifier
	IfStatement
	InitDeclarator
	InitStatement
	InitializerList
	InitializerPair
	KernelCallSyntax
	LabeledStatement
	LambdaCaptureInitializer
	LambdaCaptureSpecifier
	LambdaDefaultCapture
	LambdaExpression
	LaunchBounds
	LinkageSpecification
	LiteralSuffix
	MsBasedModifier
	MsCallModifier
	MsDeclspecModifier
	MsPointerModifier
	MsRestrictModifier
	MsSignedPtrModifier
	MsUnalignedPtrModifier
	MsUnsignedPtrModifier
	NamespaceAliasDefinition
	NamespaceDefinition
	NamespaceIdentifier
	NestedNamespaceSpecifier
	NewDeclarator
	NewExpression
	Noexcept
	Nullptr
	NumberLiteral
	OffsetofExpression
	OperatorCast
	OperatorName
	OptionalParameterDeclaration
	OptionalTypeParameterDeclaration
	ParameterDeclaration
	ParameterList
	ParameterPackExpansion
	ParenthesizedDeclarator
	ParenthesizedExpression
	PlaceholderTypeSpecifier
	PointerDeclarator
	PointerExpression
	PointerTypeDeclarator
	PreprocArg
	PreprocCall
	PreprocDef
	PreprocDefined
	PreprocDirective
	PreprocElif
	PreprocElifdef
	PreprocElse
	PreprocFunctionDef
	PreprocIf
	PreprocIfdef
	PreprocInclude
	PreprocParams
	PrimitiveType
	PureVirtualClause
	QualifiedIdentifier
	RawStringContent
	RawStringDelimiter
	RawStringLiteral
	RefQualifier
	ReferenceDeclarator
	RequirementSeq
	RequiresClause
	RequiresExpression
	ReturnStatement
	SehExceptClause
	SehFinallyClause
	SehLeaveStatement
	SehTryStatement
	SimpleRequirement
	SizedTypeSpecifier
	SizeofExpression
	StatementIdentifier
	StaticAssertDeclaration
	StorageClassSpecifier
	StringContent
	StringLiteral
	StructSpecifier
	StructuredBindingDeclarator
	SubscriptArgumentList
	SubscriptDesignator
	SubscriptExpression
	SubscriptRangeDesignator
	SwitchStatement
	SystemLibString
	TemplateArgumentList
	TemplateDeclaration
	TemplateFunction
	TemplateInstantiation
	TemplateMethod
	TemplateParameterList
	TemplateTemplateParameterDeclaration
	TemplateType
	This
	ThrowSpecifier
	ThrowStatement
	TrailingReturnType
	TranslationUnit
	True
	TryStatement
	TypeDefinition
	TypeDescriptor
	TypeIdentifier
	TypeParameterDeclaration
	TypeQualifier
	TypeRequirement
	UnaryExpression
	UnionSpecifier
	UpdateExpression
	UserDefinedLiteral
	UsingDeclaration
	VariadicDeclarator
	VariadicParameterDeclaration
	VariadicTypeParameterDeclaration
	VirtualSpecifier
	WhileStatement

	kindCount
)

var kindNames = [kindCount]string{
	None:                                 "",
	Error:                                "ERROR",
	AbstractArrayDeclarator:              "abstract_array_declarator",
	AbstractFunctionDeclarator:           "abstract_function_declarator",
	AbstractParenthesizedDeclarator:      "abstract_parenthesized_declarator",
	AbstractPointerDeclarator:            "abstract_pointer_declarator",
	AbstractReferenceDeclarator:          "abstract_reference_declarator",
	AccessSpecifier:                      "access_specifier",
	AliasDeclaration:                     "alias_declaration",
	AlignasQualifier:                     "alignas_qualifier",
	AlignofExpression:                    "alignof_expression",
	ArgumentList:                         "argument_list",
	ArrayDeclarator:                      "array_declarator",
	AssignmentExpression:                 "assignment_expression",
	Attribute:                            "attribute",
	AttributeDeclaration:                 "attribute_declaration",
	AttributeSpecifier:                   "attribute_specifier",
	AttributedDeclarator:                 "attributed_declarator",
	AttributedStatement:                  "attributed_statement",
	Auto:                                 "auto",
	BaseClassClause:                      "base_class_clause",
	BinaryExpression:                     "binary_expression",
	BitfieldClause:                       "bitfield_clause",
	BreakStatement:                       "break_statement",
	CallExpression:                       "call_expression",
	CaseStatement:                        "case_statement",
	CastExpression:                       "cast_expression",
	CatchClause:                          "catch_clause",
	CharLiteral:                          "char_literal",
	Character:                            "character",
	ClassSpecifier:                       "class_specifier",
	CoAwaitExpression:                    "co_await_expression",
	CoReturnStatement:                    "co_return_statement",
	CoYieldStatement:                     "co_yield_statement",
	CommaExpression:                      "comma_expression",
	CompoundLiteralExpression:            "compound_literal_expression",
	CompoundRequirement:                  "compound_requirement",
	CompoundStatement:                    "compound_statement",
	ConcatenatedString:                   "concatenated_string",
	ConceptDefinition:                    "concept_definition",
	ConditionClause:                      "condition_clause",
	ConditionalExpression:                "conditional_expression",
	ConstraintConjunction:                "constraint_conjunction",
	ConstraintDisjunction:                "constraint_disjunction",
	ContinueStatement:                    "continue_statement",
	Declaration:                          "declaration",
	DeclarationList:                      "declaration_list",
	Decltype:                             "decltype",
	DefaultMethodClause:                  "default_method_clause",
	DeleteExpression:                     "delete_expression",
	DeleteMethodClause:                   "delete_method_clause",
	DependentName:                        "dependent_name",
	DependentType:                        "dependent_type",
	DestructorName:                       "destructor_name",
	DoStatement:                          "do_statement",
	ElseClause:                           "else_clause",
	EnumSpecifier:                        "enum_specifier",
	Enumerator:                           "enumerator",
	EnumeratorList:                       "enumerator_list",
	EscapeSequence:                       "escape_sequence",
	ExplicitFunctionSpecifier:            "explicit_function_specifier",
	ExpressionStatement:                  "expression_statement",
	ExtensionExpression:                  "extension_expression",
	False:                                "false",
	FieldDeclaration:                     "field_declaration",
	FieldDeclarationList:                 "field_declaration_list",
	DesignatedField:                      "field_designator",
	FieldExpression:                      "field_expression",
	FieldIdentifier:                      "field_identifier",
	MemberInitializer:                    "field_initializer",
	MemberInitializerList:                "field_initializer_list",
	FoldExpression:                       "fold_expression",
	ForRangeLoop:                         "for_range_loop",
	ForStatement:                         "for_statement",
	FriendDeclaration:                    "friend_declaration",
	FunctionDeclarator:                   "function_declarator",
	FunctionDefinition:                   "function_definition",
	GenericExpression:                    "generic_expression",
	GnuAsmClobberList:                    "gnu_asm_clobber_list",
	GnuAsmExpression:                     "gnu_asm_expression",
	GnuAsmGotoList:                       "gnu_asm_goto_list",
	GnuAsmInputOperand:                   "gnu_asm_input_operand",
	GnuAsmInputOperandList:               "gnu_asm_input_operand_list",
	GnuAsmOutputOperand:                  "gnu_asm_output_operand",
	GnuAsmOutputOperandList:              "gnu_asm_output_operand_list",
	GnuAsmQualifier:                      "gnu_asm_qualifier",
	GotoStatement:                        "goto_statement",
	Identifier:                           "identifier",
	IfStatement:                          "if_statement",
	InitDeclarator:                       "init_declarator",
	InitStatement:                        "init_statement",
	InitializerList:                      "initializer_list",
	InitializerPair:                      "initializer_pair",
	KernelCallSyntax:                     "kernel_call_syntax",
	LabeledStatement:                     "labeled_statement",
	LambdaCaptureInitializer:             "lambda_capture_initializer",
	LambdaCaptureSpecifier:               "lambda_capture_specifier",
	LambdaDefaultCapture:                 "lambda_default_capture",
	LambdaExpression:                     "lambda_expression",
	LaunchBounds:                         "launch_bounds",
	LinkageSpecification:                 "linkage_specification",
	LiteralSuffix:                        "literal_suffix",
	MsBasedModifier:                      "ms_based_modifier",
	MsCallModifier:                       "ms_call_modifier",
	MsDeclspecModifier:                   "ms_declspec_modifier",
	MsPointerModifier:                    "ms_pointer_modifier",
	MsRestrictModifier:                   "ms_restrict_modifier",
	MsSignedPtrModifier:                  "ms_signed_ptr_modifier",
	MsUnalignedPtrModifier:               "ms_unaligned_ptr_modifier",
	MsUnsignedPtrModifier:                "ms_unsigned_ptr_modifier",
	NamespaceAliasDefinition:             "namespace_alias_definition",
	NamespaceDefinition:                  "namespace_definition",
	NamespaceIdentifier:                  "namespace_identifier",
	NestedNamespaceSpecifier:             "nested_namespace_specifier",
	NewDeclarator:                        "new_declarator",
	NewExpression:                        "new_expression",
	Noexcept:                             "noexcept",
	Nullptr:                              "null",
	NumberLiteral:                        "number_literal",
	OffsetofExpression:                   "offsetof_expression",
	OperatorCast:                         "operator_cast",
	OperatorName:                         "operator_name",
	OptionalParameterDeclaration:         "optional_parameter_declaration",
	OptionalTypeParameterDeclaration:     "optional_type_parameter_declaration",
	ParameterDeclaration:                 "parameter_declaration",
	ParameterList:                        "parameter_list",
	ParameterPackExpansion:               "parameter_pack_expansion",
	ParenthesizedDeclarator:              "parenthesized_declarator",
	ParenthesizedExpression:              "parenthesized_expression",
	PlaceholderTypeSpecifier:             "placeholder_type_specifier",
	PointerDeclarator:                    "pointer_declarator",
	PointerExpression:                    "pointer_expression",
	PointerTypeDeclarator:                "pointer_type_declarator",
	PreprocArg:                           "preproc_arg",
	PreprocCall:                          "preproc_call",
	PreprocDef:                           "preproc_def",
	PreprocDefined:                       "preproc_defined",
	PreprocDirective:                     "preproc_directive",
	PreprocElif:                          "preproc_elif",
	PreprocElifdef:                       "preproc_elifdef",
	PreprocElse:                          "preproc_else",
	PreprocFunctionDef:                   "preproc_function_def",
	PreprocIf:                            "preproc_if",
	PreprocIfdef:                         "preproc_ifdef",
	PreprocInclude:                       "preproc_include",
	PreprocParams:                        "preproc_params",
	PrimitiveType:                        "primitive_type",
	PureVirtualClause:                    "pure_virtual_clause",
	QualifiedIdentifier:                  "qualified_identifier",
	RawStringContent:                     "raw_string_content",
	RawStringDelimiter:                   "raw_string_delimiter",
	RawStringLiteral:                     "raw_string_literal",
	RefQualifier:                         "ref_qualifier",
	ReferenceDeclarator:                  "reference_declarator",
	RequirementSeq:                       "requirement_seq",
	RequiresClause:                       "requires_clause",
	RequiresExpression:                   "requires_expression",
	ReturnStatement:                      "return_statement",
	SehExceptClause:                      "seh_except_clause",
	SehFinallyClause:                     "seh_finally_clause",
	SehLeaveStatement:                    "seh_leave_statement",
	SehTryStatement:                      "seh_try_statement",
	SimpleRequirement:                    "simple_requirement",
	SizedTypeSpecifier:                   "sized_type_specifier",
	SizeofExpression:                     "sizeof_expression",
	StatementIdentifier:                  "statement_identifier",
	StaticAssertDeclaration:              "static_assert_declaration",
	StorageClassSpecifier:                "storage_class_specifier",
	StringContent:                        "string_content",
	StringLiteral:                        "string_literal",
	StructSpecifier:                      "struct_specifier",
	StructuredBindingDeclarator:          "structured_binding_declarator",
	SubscriptArgumentList:                "subscript_argument_list",
	SubscriptDesignator:                  "subscript_designator",
	SubscriptExpression:                  "subscript_expression",
	SubscriptRangeDesignator:             "subscript_range_designator",
	SwitchStatement:                      "switch_statement",
	SystemLibString:                      "system_lib_string",
	TemplateArgumentList:                 "template_argument_list",
	TemplateDeclaration:                  "template_declaration",
	TemplateFunction:                     "template_function",
	TemplateInstantiation:                "template_instantiation",
	TemplateMethod:                       "template_method",
	TemplateParameterList:                "template_parameter_list",
	TemplateTemplateParameterDeclaration: "template_template_parameter_declaration",
	TemplateType:                         "template_type",
	This:                                 "this",
	ThrowSpecifier:                       "throw_specifier",
	ThrowStatement:                       "throw_statement",
	TrailingReturnType:                   "trailing_return_type",
	TranslationUnit:                      "translation_unit",
	True:                                 "true",
	TryStatement:                         "try_statement",
	TypeDefinition:                       "type_definition",
	TypeDescriptor:                       "type_descriptor",
	TypeIdentifier:                       "type_identifier",
	TypeParameterDeclaration:             "type_parameter_declaration",
	TypeQualifier:                        "type_qualifier",
	TypeRequirement:                      "type_requirement",
	UnaryExpression:                      "unary_expression",
	UnionSpecifier:                       "union_specifier",
	UpdateExpression:                     "update_expression",
	UserDefinedLiteral:                   "user_defined_literal",
	UsingDeclaration:                     "using_declaration",
	VariadicDeclarator:                   "variadic_declarator",
	VariadicParameterDeclaration:         "variadic_parameter_declaration",
	VariadicTypeParameterDeclaration:     "variadic_type_parameter_declaration",
	VirtualSpecifier:                     "virtual_specifier",
	WhileStatement:                       "while_statement",
}

// String returns the grammar's name of the kind, for messages and tests.
func (k Kind) String() string { return kindNames[k] }

// KindOf returns the kind of a grammar node name, None for one that has no kind.
func KindOf(name string) Kind { return kindByName[name] }

var kindByName = func() map[string]Kind {
	m := make(map[string]Kind, kindCount)
	for k, name := range kindNames {
		if name != "" {
			m[name] = Kind(k)
		}
	}
	return m
}()
