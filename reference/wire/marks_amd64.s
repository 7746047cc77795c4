#include "textflag.h"

DATA quotes<>+0(SB)/8, $0x2222222222222222
DATA quotes<>+8(SB)/8, $0x2222222222222222
GLOBL quotes<>(SB), RODATA|NOPTR, $16

DATA backslashes<>+0(SB)/8, $0x5c5c5c5c5c5c5c5c
DATA backslashes<>+8(SB)/8, $0x5c5c5c5c5c5c5c5c
GLOBL backslashes<>(SB), RODATA|NOPTR, $16

DATA controls<>+0(SB)/8, $0x1f1f1f1f1f1f1f1f
DATA controls<>+8(SB)/8, $0x1f1f1f1f1f1f1f1f
GLOBL controls<>(SB), RODATA|NOPTR, $16

// func markBlocks(marks, text []byte) (union uint32)
TEXT ·markBlocks(SB), NOSPLIT, $0-52
	MOVQ  marks_base+0(FP), DI
	MOVQ  text_base+24(FP), SI
	MOVQ  text_len+32(FP), CX
	PXOR  X8, X8 // the union of all blocks
	SHRQ  $4, CX
	JZ    done
	MOVOU quotes<>(SB), X5
	MOVOU backslashes<>(SB), X6
	MOVOU controls<>(SB), X7

block:
	MOVOU    (SI), X0
	POR      X0, X8
	MOVO     X0, X1
	MOVO     X0, X2
	MOVO     X0, X3
	PCMPEQB  X5, X1
	PCMPEQB  X6, X2
	PMINUB   X7, X3 // the byte itself where it is at most 0x1f
	PCMPEQB  X0, X3
	POR      X1, X2
	POR      X2, X3
	PMOVMSKB X3, AX
	MOVW     AX, (DI)
	ADDQ     $16, SI
	ADDQ     $2, DI
	DECQ     CX
	JNZ      block

done:
	PMOVMSKB X8, AX
	MOVL     AX, union+48(FP)
	RET
