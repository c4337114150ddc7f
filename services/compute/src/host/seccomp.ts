// A small seccomp filter, assembled by hand without a library or a compiler.
const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050000;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const NEW_USER_NAMESPACE = 0x10000000;
/** Connects a virtual machine with its host; network namespaces do not confine it. */
const AF_VSOCK = 40;
const OFFSET_NUMBER = 0;
const OFFSET_ARCHITECTURE = 4;
const OFFSET_FIRST_ARGUMENT = 16;

interface Calls {
  readonly architecture: number;
  readonly refused: readonly number[];
  /** Refused only with the flag of a new user namespace in the first argument. */
  readonly namespaces: readonly number[];
  readonly socket: number;
  /** Answered with ENOSYS, so that programs fall back to calls that can be checked. */
  readonly unknown: readonly number[];
}

// mount umount2 pivot_root setns swapon swapoff reboot acct init_module finit_module delete_module kexec_load
// kexec_file_load add_key request_key keyctl bpf perf_event_open userfaultfd open_by_handle_at quotactl, the new mount
// calls
const X64: Calls = {
  architecture: 0xc000003e,
  refused: [
    165, 166, 155, 308, 167, 168, 169, 163, 175, 313, 176, 246, 320, 248, 249, 250, 321, 298, 323, 304, 179, 428, 429,
    430, 431, 432, 433, 442, 172, 173,
  ],
  namespaces: [272, 56],
  socket: 41,
  unknown: [435, 425, 426, 427],
};
const ARM64: Calls = {
  architecture: 0xc00000b7,
  refused: [
    40, 39, 41, 268, 224, 225, 142, 89, 105, 273, 106, 104, 294, 217, 218, 219, 280, 241, 282, 265, 60, 428, 429, 430,
    431, 432, 433, 442,
  ],
  namespaces: [97, 220],
  socket: 198,
  unknown: [435, 425, 426, 427],
};

type Step = readonly [code: number, yes: number, no: number, value: number];

/** Refuses one call if its first argument matches the step, then loads the number of the call again. */
const refusedWith = (number: number, argument: Step, error: number): Step[] => [
  [JUMP_EQUAL, 0, 4, number],
  [LOAD, 0, 0, OFFSET_FIRST_ARGUMENT],
  argument,
  [RETURN, 0, 0, REFUSE | error],
  [LOAD, 0, 0, OFFSET_NUMBER],
];

/** The filter for this machine, or null on an architecture without a list. */
export function seccompProgram(architecture: string = process.arch): Buffer | null {
  const calls = architecture === 'x64' ? X64 : architecture === 'arm64' ? ARM64 : null;
  if (!calls) return null;
  const steps: Step[] = [
    [LOAD, 0, 0, OFFSET_ARCHITECTURE],
    // Refuse all calls in another architecture's numbering (32-bit on x64).
    [JUMP_EQUAL, 1, 0, calls.architecture],
    [RETURN, 0, 0, REFUSE | EPERM],
    [LOAD, 0, 0, OFFSET_NUMBER],
  ];
  if (architecture === 'x64') steps.push([0x35, 0, 1, 0x40000000], [RETURN, 0, 0, REFUSE | EPERM]);
  for (const number of calls.refused) steps.push([JUMP_EQUAL, 0, 1, number], [RETURN, 0, 0, REFUSE | EPERM]);
  for (const number of calls.unknown) steps.push([JUMP_EQUAL, 0, 1, number], [RETURN, 0, 0, REFUSE | ENOSYS]);
  for (const number of calls.namespaces)
    steps.push(...refusedWith(number, [JUMP_ANY_BIT, 0, 1, NEW_USER_NAMESPACE], EPERM));
  steps.push(...refusedWith(calls.socket, [JUMP_EQUAL, 0, 1, AF_VSOCK], EAFNOSUPPORT));
  steps.push([RETURN, 0, 0, ALLOW]);
  const program = Buffer.alloc(steps.length * 8);
  for (const [index, [code, yes, no, value]] of steps.entries()) {
    program.writeUInt16LE(code, index * 8);
    program.writeUInt8(yes, index * 8 + 2);
    program.writeUInt8(no, index * 8 + 3);
    program.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return program;
}
