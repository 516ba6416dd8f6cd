# src/rule: Lua: the configuration, filters. In a sandbox.

noinst_LIBRARIES += src/rule/librule.a
src_rule_librule_a_SOURCES = \
	src/rule/config.c src/rule/config.h src/rule/config_private.h \
	src/rule/config_decoders.c src/rule/config_mmap_filter.c \
	src/rule/config_read.c \
	src/rule/decoder.c src/rule/decoder.h src/rule/decoder_private.h \
	src/rule/decoder_fields.c src/rule/decoder_layout.c \
	src/rule/decoder_lua.c \
	src/rule/error.h \
	src/rule/expr.c src/rule/expr.h src/rule/expr_text.c \
	src/rule/fields.c src/rule/fields.h \
	src/rule/helpers.c src/rule/helpers.h \
	src/rule/ignore.c src/rule/ignore.h \
	src/rule/pattern.c src/rule/pattern.h src/rule/pattern_build.c \
	src/rule/pattern_chars.c src/rule/pattern_parse.c \
	src/rule/pattern_private.h \
	src/rule/sandbox.c src/rule/sandbox.h src/rule/sandbox_libs.c
