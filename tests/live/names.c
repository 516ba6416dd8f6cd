/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names may have any bytes: both logs have one harmless line for each event,
 * and the JSON log loses no byte. */
#include <config.h>

#include "live.h"
#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name's bytes in hex, from either JSON form; to be freed. */
static char *hex_of(const json_t *name)
{
	const char *s = json_string_value(name);
	char *hex;

	if (!s) {
		s = json_string_value(json_object_get(name, "path_hex"));
		return strdup(s ? s : "");
	}
	hex = calloc(strlen(s) + 1, 2);
	for (size_t i = 0; s[i]; i++)
		sprintf(hex + 2 * i, "%02x", (unsigned char)s[i]);
	return hex;
}

/* Adds the path of an mmap, or the argv[0] of an exec. */
static void add_names(FILE *out, const json_t *e)
{
	const json_t *name = json_object_get(json_object_get(e, "args"),
					     "path");
	char *hex;

	if (log_is(e, "type", "process") && log_is(e, "event", "exec"))
		name = json_array_get(json_object_get(e, "argv"), 0);
	else if (!strstr(log_str(e, "name"), "mmap"))
		name = NULL;
	hex = hex_of(name);
	fprintf(out, "%s\n", hex);
	free(hex);
}

static void json_log(const char *program)
{
	char *log_path = work_file("json"), *text = NULL, *line, *rest;
	size_t size, i;
	FILE *out = open_memstream(&text, &size);
	json_t *log, *e;
	struct run r;
	int missing = 0, names = 0;

	run_mmtop(&r, "--json", "-o", log_path, program, work_dir(), NULL);
	ok(run_wait(&r) && run_status(&r) == 0, "the victim runs");
	log = log_read(log_path);
	ok(log != NULL, "every line is one JSON object");
	json_array_foreach(log, i, e)
		add_names(out, e);
	fclose(out);
	for (rest = r.out; (line = strsep(&rest, "\n"));) {
		char *with_newline;

		if (!*line)
			continue;
		names++;
		if (asprintf(&with_newline, "%s\n", line) < 0)
			bail("no memory");
		if (!strstr(text, with_newline)) {
			diag("not in the log: %s", line);
			missing++;
		}
		free(with_newline);
	}
	ok(names > 10 && !missing,
	   "P60 P61 the log has every name, byte for byte");
	json_decref(log);
	free(text);
	run_release(&r);
	free(log_path);
}

static void text_log(const char *program)
{
	char *log_path = work_file("text"), *log;
	size_t size;
	struct run r;
	int lines = 0, odd = 0, bad = 0;

	run_mmtop(&r, "-b", "-o", log_path, "--events=process,call,region",
		  program, work_dir(), NULL);
	ok(run_wait(&r) && run_status(&r) == 0, "the victim runs again");
	log = read_file(log_path, &size);
	if (!log)
		bail(log_path);
	for (size_t i = 0; i < size; i++)
		bad += ((unsigned char)log[i] < ' ' && log[i] != '\n') ||
		       log[i] == 0x7f;
	ok(size && !bad, "P60 P61 no control character in the text log");
	for (char *p = log, *nl; (nl = strchr(p, '\n')); p = nl + 1) {
		unsigned seconds, micros;

		lines++;
		odd += sscanf(p, "%u.%6u ", &seconds, &micros) != 2;
	}
	ok(lines > 10 && !odd, "P61 every line begins with its time");
	free(log);
	run_release(&r);
	free(log_path);
}

int main(void)
{
	char *program = victim("names");

	plan(6);
	json_log(program);
	text_log(program);
	free(program);
	return done();
}
