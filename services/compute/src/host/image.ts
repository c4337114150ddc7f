import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRoot } from './layout.js';
import type { ComputerHostOptions } from './spec.js';

/** Raise it when the content of the image changes: the old image is left alone and a new one is built. */
const VERSION = 'v2';
/** The build starts when the load of a start is over, and runs at low priority. */
const WAIT_MS = 30_000;

/** The root file system of programs. Starts of computers use it once it is built, and never wait for it. */
export class Image {
  private readonly folder: string;
  private builder: ChildProcess | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: ComputerHostOptions) {
    const packages = (options.imagePackages ?? []).toSorted().join(' ');
    const suffix = packages && `-${createHash('sha256').update(packages).digest('hex').slice(0, 8)}`;
    this.folder = join(options.dataFolder, 'cache', `image-${VERSION}${suffix}`);
  }

  get current(): string | null {
    return this.options.imageBuilder !== null && existsSync(this.folder) ? this.folder : null;
  }

  /** Starts to build the image in the background, where that is possible. */
  prepare(): void {
    const script =
      this.options.imageBuilder === undefined
        ? join(dirname(this.options.agentBundle), '../../../infra/tools/images/computer/build.mjs')
        : this.options.imageBuilder;
    const possible =
      isRoot && script !== null && existsSync(script) && existsSync('/usr/bin/apt-get') && !existsSync(this.folder);
    if (!possible) return;
    this.timer = setTimeout(() => this.build(script), WAIT_MS);
    this.timer.unref();
  }

  private build(script: string): void {
    this.builder = spawn(
      'setpriv',
      [
        '--pdeathsig',
        'TERM',
        'nice',
        '-n',
        '19',
        this.options.nodeBinary,
        script,
        this.folder,
        ...(this.options.imagePackages ?? []),
      ],
      { stdio: ['ignore', 'ignore', 'ignore'] },
    );
    this.builder.once('error', () => undefined);
    this.builder.unref();
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.builder?.kill('SIGTERM');
  }
}
