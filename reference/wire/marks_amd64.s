//go:build !purego

#include "textflag.h"

#define BYTES(name, value) \
	DATA name<>+0(SB)/8, value \
	DATA name<>+8(SB)/8, value \
	GLOBL name<>(SB), RODATA|NOPTR, $16

BYTES(twos, $0x0202020202020202)
BYTES(spaces, $0x2020202020202020)
BYTES(backslashes, $0x5c5c5c5c5c5c5c5c)

// MARK writes the marks of 16 bytes of text. Bit 1 flipped, the quote (0x22) and the controls are just the
// bytes up to 0x20, which are those that the minimum with 0x20 leaves alone.
#define MARK(from, to) \
	MOVOU    from(SI), X0 \
	POR      X0, X8 \
	MOVO     X0, X1 \
	PXOR     X5, X1 \
	MOVO     X1, X2 \
	PMINUB   X6, X2 \
	PCMPEQB  X1, X2 \
	PCMPEQB  X7, X0 \
	POR      X2, X0 \
	PMOVMSKB X0, AX \
	MOVW     AX, to(DI)

// func markBlocks(marks, text []byte) (union uint32)
TEXT ·markBlocks(SB), NOSPLIT, $0-52
	MOVQ  marks_base+0(FP), DI
	MOVQ  text_base+24(FP), SI
	MOVQ  text_len+32(FP), CX
	PXOR  X8, X8 // the union of all text
	SHRQ  $6, CX
	JZ    done
	MOVOU twos<>(SB), X5
	MOVOU spaces<>(SB), X6
	MOVOU backslashes<>(SB), X7

block:
	MARK(0, 0)
	MARK(16, 2)
	MARK(32, 4)
	MARK(48, 6)
	ADDQ $64, SI
	ADDQ $8, DI
	DECQ CX
	JNZ  block

done:
	PMOVMSKB X8, AX
	MOVL     AX, union+48(FP)
	RET
