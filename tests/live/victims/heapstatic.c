/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A statically linked program without any library: exits with status 3. */
void _start(void);

void _start(void)
{
#if defined __x86_64__
	__asm__ volatile("syscall" : : "a"(231), "D"(3) : "rcx", "r11");
#elif defined __i386__
	__asm__ volatile("int $0x80" : : "a"(252), "b"(3));
#elif defined __aarch64__
	register long nr __asm__("x8") = 94, status __asm__("x0") = 3;

	__asm__ volatile("svc #0" : : "r"(nr), "r"(status));
#endif
	for (;;)
		;
}
