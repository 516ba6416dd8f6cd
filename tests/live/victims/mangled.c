/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Its functions have names as mangled by C++ and Rust, in the current and the
 * old scheme; the last one represents an extremely long name. Each function
 * leaks a block and a mapping, and calls getppid. Then the program waits until
 * stdin is closed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LARGE (1 << 20)

void *volatile kept[8];

static void fence(void)
{
	mmap(NULL, LARGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	__asm__ volatile("" ::: "memory");
}

#define HAS(function, symbol) \
	void function(int i); \
	void function(int) __asm__(symbol); \
	__attribute__((noinline)) void function(int i) \
	{ \
		fence(); \
		kept[i] = mmap(NULL, LARGE, PROT_READ | PROT_WRITE, \
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); \
		fence(); \
		kept[i + 4] = malloc(1000 + (size_t)i); \
		syscall(SYS_getppid); \
		__asm__ volatile("" ::: "memory"); \
	}

HAS(cxx, "_ZN5store4growIiEEPT_m")
HAS(rust, "_RNvNtCs1234_5shelf4deep4keep")
HAS(older, "_ZN5shelf4hold17h0123456789abcdefE")
HAS(endless, "_Z1fI1AIiiES0_IS1_S1_ES0_IS2_S2_ES0_IS3_S3_ES0_IS4_S4_E"
	     "S0_IS5_S5_ES0_IS6_S6_ES0_IS7_S7_ES0_IS8_S8_ES0_IS9_S9_E"
	     "S0_ISA_SA_ES0_ISB_SB_ES0_ISC_SC_ES0_ISD_SD_ES0_ISE_SE_E"
	     "S0_ISF_SF_ES0_ISG_SG_ES0_ISH_SH_ES0_ISI_SI_ES0_ISJ_SJ_E"
	     "S0_ISK_SK_ES0_ISL_SL_ES0_ISM_SM_ES0_ISN_SN_ES0_ISO_SO_E"
	     "S0_ISP_SP_ES0_ISQ_SQ_ES0_ISR_SR_ES0_ISS_SS_ES0_IST_ST_EEvT_")

/* A C++ name for the caller, too. */
void called(void);
void called(void) __asm__("_ZN5store5Shelf4fillERKSt6vectorIiSaIiEE");
__attribute__((noinline)) void called(void)
{
	cxx(0);
	rust(1);
	__asm__ volatile("" ::: "memory");
}

int main(void)
{
	char c;

	called();
	older(2);
	endless(3);
	puts("ready");
	fflush(stdout);
	return read(STDIN_FILENO, &c, 1) > 0 ? 2 : 0;
}
