/** One running Chromium: started without a window, bounded in memory, ended with everything it started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { killAll, RUN_MARK } from '../processes/group.js';
import { residentBytes } from '../programs/usage.js';
import { CdpConnection } from './cdp.js';
import { BACKGROUND_NICE } from '../programs/priority.js';

const WATCH_MS = 250;
const MAX_MEMORY = 768 * 1024 * 1024;
const HEAP_MB = 256;
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * The computer is the sandbox: user namespaces are off inside it, and Chromium's own sandbox needs them. All requests,
 * also those to the loopback, go through the guard, so that no name is resolved here.
 */
const flagsOf = (guardPort: number, profile: string) => [
  '--headless',
  '--remote-debugging-pipe',
  // Without it Debian's Chromium opens a search engine.
  '--no-startup-window',
  '--no-sandbox',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication',
  '--deny-permission-prompts',
  '--mute-audio',
  '--hide-scrollbars',
  '--renderer-process-limit=2',
  `--js-flags=--max-old-space-size=${HEAP_MB}`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  `--proxy-server=http://127.0.0.1:${guardPort}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  `--user-data-dir=${profile}`,
];

export class BrowserProcess {
  readonly cdp: CdpConnection;
  /** Whether it was ended because it used too much memory. */
  isTooLarge = false;
  private readonly id = randomUUID();
  private readonly profile = fs.mkdtempSync(join(tmpdir(), 'zo-browser-'));
  private readonly child: ChildProcess;
  private readonly watch: NodeJS.Timeout;

  constructor(program: string, guardPort: number) {
    this.child = spawn(program, flagsOf(guardPort, this.profile), {
      // Not the environment of the agent: pages can get at what a browser knows.
      env: { PATH: SYSTEM_PATH, HOME: this.profile, LANG: 'C.UTF-8', [RUN_MARK]: this.id },
      cwd: this.profile,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    const [, , , input, output] = this.child.stdio;
    this.cdp = new CdpConnection(input as Writable, output as Readable);
    this.child.once('spawn', () => os.setPriority(this.child.pid as number, BACKGROUND_NICE));
    this.child.once('error', () => this.kill()).once('exit', () => this.kill());
    this.cdp.once('close', () => this.kill());
    this.watch = setInterval(() => this.checkMemory(), WATCH_MS);
    this.watch.unref();
  }

  kill(): void {
    clearInterval(this.watch);
    if (this.child.pid) killAll(this.child.pid, this.id);
    this.cdp.close();
    fs.rm(this.profile, { recursive: true, force: true, maxRetries: 3 }, () => undefined);
  }

  private checkMemory(): void {
    const used = groupOf(this.child.pid ?? 0).reduce((sum, pid) => sum + shareOf(pid), 0);
    if (used <= MAX_MEMORY) return;
    this.isTooLarge = true;
    this.kill();
  }
}

/** The processes of a group: those of Chromium stay in that of the first. */
function groupOf(leader: number): number[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = fs.readFileSync(`/proc/${name}/stat`, 'latin1');
      const group = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[2]);
      return group === leader ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Memory of a process in which what several share counts once; all of it where the kernel does not say. */
function shareOf(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? [];
    return kilobytes === undefined ? residentBytes(pid) : Number(kilobytes) * 1024;
  } catch {
    return residentBytes(pid);
  }
}
