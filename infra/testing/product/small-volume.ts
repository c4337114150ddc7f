/** A small file system with limited size and inodes below a folder of the product, for tests with a full disk. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

export interface SmallVolume {
  remove(): void;
}

/** @throws Error with the reason when this process may not mount */
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
