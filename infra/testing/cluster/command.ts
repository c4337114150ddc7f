import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MAX_MS = 180_000;
const MEGABYTE = 1024 ** 2;

/** Runs a program and returns its output. @throws Error with its error output */
export async function command(
  file: string,
  args: readonly string[],
  { input = '', env = process.env }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const running = promisify(execFile)(file, args, { timeout: MAX_MS, maxBuffer: 64 * MEGABYTE, env });
  // Ignore write errors: a program may exit before it has read its input.
  running.child.stdin!.on('error', () => undefined).end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    throw new Error((error as { stderr?: string }).stderr || (error as Error).message, { cause: error });
  }
}
