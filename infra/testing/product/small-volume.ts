/** A file system of its own size and number of files below a folder of the product. For tests of what happens when it is full. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

export interface SmallVolume {
  remove(): void;
}

/** @throws with the reason where this process may not mount */
export function mountSmall(folder: string, { size, inodes }: { size: string; inodes?: number }): SmallVolume {
  mkdirSync(folder, { recursive: true });
  run('mount', '-t', 'tmpfs', '-o', `size=${size}${inodes ? `,nr_inodes=${inodes}` : ''},mode=711`, 'tmpfs', folder);
  return { remove: () => run('umount', '--lazy', folder) };
}

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `this test needs the right to mount a tmpfs (root): ${command} ${args.join(' ')}: ${error?.message ?? stderr}`,
    );
}
