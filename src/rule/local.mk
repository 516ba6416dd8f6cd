# src/rule: Lua: the configuration, filters. In a sandbox.

noinst_LIBRARIES += src/rule/librule.a
src_rule_librule_a_SOURCES = \
	src/rule/config.c src/rule/config.h \
	src/rule/error.h \
	src/rule/expr.c src/rule/expr.h src/rule/expr_text.c \
	src/rule/fields.c src/rule/fields.h \
	src/rule/helpers.c src/rule/helpers.h \
	src/rule/sandbox.c src/rule/sandbox.h src/rule/sandbox_libs.c
