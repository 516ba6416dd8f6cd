# src/rule: Lua in a sandbox: the configuration, filters

noinst_LIBRARIES += src/rule/librule.a
src_rule_librule_a_SOURCES = \
	src/rule/config.c src/rule/config.h src/rule/config/decoders.c \
	src/rule/config/mmap_filter.c src/rule/config/private.h \
	src/rule/config/read.c src/rule/decoder.c src/rule/decoder.h \
	src/rule/decoder/fields.c src/rule/decoder/layout.c \
	src/rule/decoder/lua.c src/rule/decoder/private.h src/rule/error.h \
	src/rule/expr.c src/rule/expr.h src/rule/expr_text.c src/rule/fields.c \
	src/rule/fields.h src/rule/helpers.c src/rule/helpers.h \
	src/rule/ignore.c src/rule/ignore.h src/rule/pattern.c \
	src/rule/pattern.h src/rule/pattern/build.c src/rule/pattern/chars.c \
	src/rule/pattern/parse.c src/rule/pattern/private.h src/rule/sandbox.c \
	src/rule/sandbox.h src/rule/sandbox_libs.c
