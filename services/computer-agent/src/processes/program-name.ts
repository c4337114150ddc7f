import { basename } from 'node:path';

/** What Node calls its first thread, and with it the process, whatever it runs. */
const NODE_THREAD = 'MainThread';

/**
 * The name of a program as its user knows it.
 * @param comm as the kernel has it
 * @param commandLine the arguments, each ended by a zero byte
 */
export function programName(comm: string, commandLine: string): string {
  if (comm !== NODE_THREAD) return comm;
  const [program = '', ...args] = commandLine.split('\0').filter(Boolean);
  const script = args.find((arg) => !arg.startsWith('-'));
  return [basename(program) || 'node', ...(script ? [basename(script)] : [])].join(' ');
}
