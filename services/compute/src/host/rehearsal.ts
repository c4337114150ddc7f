/**
 * Runs a sandbox on a copy of a home that lasts as long as it: an overlay with its changes in memory, in a mount
 * namespace of its own. The computer itself may mount nothing, so that its host does it, before any right is dropped.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRoot } from './layout.js';

const TIMEOUT_MS = 10_000;
/** What a rehearsed command may write. */
const MAX_WRITTEN = '256m';
/** The list of changes that is read, which begins with how many were made and deleted; what is longer is cut. */
export const MAX_CHANGES_BYTES = 64 * 1024;
/** Where the list is written; the sandbox does not have it. */
export const CHANGES_FD = 9;
/** The options of a mount are separated by these. */
const UNSAFE = /[,:\\]/;

const SCRIPT = `
scratch=$1 home=$2
shift 2
mount -t tmpfs -o size=${MAX_WRITTEN},mode=0755 zo "$scratch" &&
  mkdir "$scratch/upper" "$scratch/work" "$scratch/home" &&
  chown --reference="$home" "$scratch/upper" && chmod --reference="$home" "$scratch/upper" &&
  mount -t overlay -o "lowerdir=$home,upperdir=$scratch/upper,workdir=$scratch/work" zo "$scratch/home" || exit 125
"$@" ${CHANGES_FD}>&-
code=$?
cd "$scratch/upper" && {
  types=$(find . -mindepth 1 ! -type d -printf %y 2>/dev/null)
  deleted=$(printf %s "$types" | tr -cd c)
  printf '%s %s\\0' "$(( \${#types} - \${#deleted} ))" "\${#deleted}"
  find . -mindepth 1 -path './.*' -prune -o ! -type d -printf '%y%P\\0' 2>/dev/null
  find . -mindepth 1 -path './.*' ! -type d -printf '%y%P\\0' 2>/dev/null
} | head -c ${MAX_CHANGES_BYTES} >&${CHANGES_FD}
exit $code
`;

/** Where the copy of the home is while the command runs. */
export const homeIn = (scratch: string): string => join(scratch, 'home');

/** The command line that runs another one beside a copy of the home. `scratch`: an empty folder. */
export const onCopyOfHome = ({ scratch, home }: { scratch: string; home: string }): string[] => [
  '/usr/bin/unshare',
  '--mount',
  '--propagation',
  'private',
  '--',
  '/bin/sh',
  '-c',
  SCRIPT,
  'sh',
  scratch,
  home,
];

/** Whether this machine can do it for the homes in a folder. */
export async function canRehearse(dataFolder: string): Promise<boolean> {
  if (!isRoot || UNSAFE.test(dataFolder)) return false;
  const folder = mkdtempSync(join(tmpdir(), 'zo-rehearsal-'));
  try {
    const [scratch, home] = [join(folder, 'scratch'), join(folder, 'home')];
    for (const path of [scratch, home]) mkdirSync(path);
    const [program = '', ...args] = [
      ...onCopyOfHome({ scratch, home }),
      '/bin/sh',
      '-c',
      `echo a > ${homeIn(scratch)}/a`,
    ];
    // The list goes to the output here.
    const probe = ['-c', `"$0" "$@" ${CHANGES_FD}>&1`, program, ...args];
    const { stdout } = await promisify(execFile)('/bin/sh', probe, { timeout: TIMEOUT_MS });
    return stdout === '1 0\0fa\0';
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
