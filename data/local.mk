# data: files for desktops and shells

# Generated from the same table as --help.
completions = data/bash/mmtop data/zsh/_mmtop data/fish/mmtop.fish
bashcompletion_DATA = data/bash/mmtop
zshcompletion_DATA = data/zsh/_mmtop
fishcompletion_DATA = data/fish/mmtop.fish
EXTRA_DIST += data/completions.awk
CLEANFILES += $(completions)

$(completions): data/completions.awk src/app/usage.c
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	shell=`echo $(@D) | $(SED) 's|.*/||'` && \
	$(AWK) -f $(top_srcdir)/data/completions.awk -v shell=$$shell \
		$(top_srcdir)/src/app/usage.c >$@-t && mv -f $@-t $@

desktopdir = $(datadir)/applications
dist_desktop_DATA = data/mmtop.desktop
metainfodir = $(datadir)/metainfo
dist_metainfo_DATA = data/org.example.mmtop.metainfo.xml

# Checks that the installed files work.
dist_noinst_SCRIPTS += tests/installcheck
installcheck-local:
	@languages=; \
	test "$(USE_NLS)" != yes || \
	  languages=`$(SED) 's/#.*//' $(top_srcdir)/po/LINGUAS`; \
	DESTDIR='$(DESTDIR)' version='$(PACKAGE_VERSION)' \
	program=`echo mmtop | $(SED) '$(transform)'`'$(EXEEXT)' \
	languages="$$languages" bindir='$(bindir)' mandir='$(mandir)' \
	datadir='$(datadir)' docdir='$(docdir)' localedir='$(localedir)' \
	bashcompletiondir='$(bashcompletiondir)' \
	zshcompletiondir='$(zshcompletiondir)' \
	fishcompletiondir='$(fishcompletiondir)' \
	$(top_srcdir)/tests/installcheck
