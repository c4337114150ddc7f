import fs from 'node:fs';
import os from 'node:os';
import { create } from '@bufbuild/protobuf';
import { StatsResponseSchema, type StatsResponse } from '@zo/proto/agent/v1';
import type { AgentConfig } from '../config.js';
import type { Disk } from './disk.js';
import { totals, type ProcessTotals } from './processes.js';

const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 100;
const read = (path: string) => {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

function systemName(): { os: string; version: string } {
  const release = read('/etc/os-release') || read('/usr/lib/os-release');
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(release)?.[1] ?? '';
  return { os: field('NAME') || os.type(), version: field('VERSION_ID') || os.release() };
}

function physicalCores(): number {
  const cores = new Set<string>();
  for (const block of read('/proc/cpuinfo').split('\n\n')) {
    const id = /^core id\s*:\s*(\d+)/m.exec(block)?.[1];
    if (id !== undefined) cores.add(`${/^physical id\s*:\s*(\d+)/m.exec(block)?.[1] ?? 0}:${id}`);
  }
  return cores.size || os.availableParallelism();
}

/** The smallest memory limit that is set: by the environment, by a control group, or by the machine. */
function memoryLimit(configured: number): number {
  const group = Number(read('/sys/fs/cgroup/memory.max') || read('/sys/fs/cgroup/memory/memory.limit_in_bytes'));
  return [configured, group, os.totalmem()]
    .filter((value) => Number.isFinite(value) && value > 0)
    .reduce((a, b) => Math.min(a, b));
}

function network(): { received: number; sent: number } {
  let received = 0;
  let sent = 0;
  for (const line of read('/proc/net/dev').split('\n')) {
    const [name, numbers] = line.split(':');
    if (!numbers || name?.trim() === 'lo') continue;
    const fields = numbers.trim().split(/\s+/).map(Number);
    received += fields[0] ?? 0;
    sent += fields[8] ?? 0;
  }
  return { received, sent };
}

/** Figures of this computer, measured only when they are asked for. */
export class Stats {
  private before: { at: number; totals: ProcessTotals } | null = null;

  constructor(
    private readonly config: AgentConfig,
    private readonly disk: Disk,
    private readonly started: number,
  ) {}

  private async cpu(now: ProcessTotals): Promise<{ percent: number; totals: ProcessTotals }> {
    // Without an earlier sample there is nothing to compare with: take two.
    let before = this.before;
    let current = now;
    if (!before || performance.now() - before.at > 60_000) {
      before = { at: performance.now(), totals: now };
      await new Promise((done) => setTimeout(done, SAMPLE_MS));
      current = totals();
    }
    const elapsed = (performance.now() - before.at) / 1000;
    const ticks = Math.max(0, current.ticks - before.totals.ticks);
    if (elapsed * 1000 >= SAMPLE_MS) this.before = { at: performance.now(), totals: current };
    const cpus = this.config.cpuLimit || os.availableParallelism();
    const percent = elapsed > 0 ? (ticks / TICKS_PER_SECOND / elapsed / cpus) * 100 : 0;
    return { percent: Math.min(100, Math.round(percent * 10) / 10), totals: current };
  }

  async read(): Promise<StatsResponse> {
    const { percent, totals: now } = await this.cpu(totals());
    const disk = await this.disk.usage();
    const { os: name, version } = systemName();
    const { received, sent } = network();
    return create(StatsResponseSchema, {
      os: name,
      osVersion: version,
      arch: os.arch(),
      physicalCores: physicalCores(),
      logicalCpus: os.availableParallelism(),
      cpuPercent: percent,
      cpuMhz: os.cpus()[0]?.speed ?? 0,
      memoryTotal: BigInt(memoryLimit(this.config.memoryLimit)),
      memoryUsed: BigInt(now.memory),
      diskTotal: BigInt(disk.total),
      diskUsed: BigInt(disk.used),
      networkReceived: BigInt(received),
      networkSent: BigInt(sent),
      bootMs: this.started,
      processes: now.count,
    });
  }
}
