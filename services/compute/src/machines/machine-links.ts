import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/cache';
import { logger } from '@zo/observability';
import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { COMPUTE_CONFIG, type ComputeConfig } from '../config.js';
import { MachineLink } from './machine-link.js';

const log = logger('compute');
/** `<machine> <process>`: links of this machine in other processes end. */
const CHANNEL = 'machine:link';
/** An address is announced again before it is forgotten, and forgotten soon after its process was killed. */
const ANNOUNCED_MS = 45_000;
const ANNOUNCE_MS = 15_000;

/** The links of machines that are connected to this process, and where those of the others are. */
@Injectable()
export class MachineLinks implements OnModuleDestroy {
  private readonly links = new Map<string, MachineLink>();
  private readonly own = crypto.randomUUID();
  private folder?: string;
  private unfollow?: Promise<() => void>;

  constructor(
    @Inject(CACHE) private readonly cache: Cache,
    @Inject(COMPUTE_CONFIG) private readonly config: ComputeConfig,
  ) {}

  /** The address of a machine's agent, whichever process has its link; undefined while it is not connected. */
  addressOf(machineId: string): Promise<string | undefined> {
    return this.cache.get(keyOf(machineId));
  }

  /** Takes a machine's websocket. An older link of the same machine is given up: its network may have changed. */
  async add(machineId: string, websocket: Duplex): Promise<void> {
    this.unfollow ??= this.cache.subscribe(CHANNEL, (message) => this.taken(message));
    await this.unfollow;
    this.links.get(machineId)?.end();
    await this.cache.publish(CHANNEL, `${machineId} ${this.own}`);
    const link = new MachineLink(websocket, this.placeOf(machineId));
    this.links.set(machineId, link);
    const address = await link.listen();
    const announce = () =>
      this.cache
        .set(keyOf(machineId), address, { ttlMs: ANNOUNCED_MS })
        .catch((error: unknown) => log.warn({ error }, 'a connected machine could not be announced'));
    const announcing = setInterval(() => void announce(), ANNOUNCE_MS);
    announcing.unref();
    link.onEnd = () => {
      clearInterval(announcing);
      if (this.links.get(machineId) !== link) return;
      this.links.delete(machineId);
      void this.forget(machineId, address).catch(() => undefined);
    };
    await announce();
  }

  /** Ends the link of a removed machine in whichever process it is. */
  async end(machineId: string): Promise<void> {
    this.links.get(machineId)?.end();
    await this.cache.delete(keyOf(machineId));
    await this.cache.publish(CHANNEL, `${machineId} -`);
  }

  private taken(message: string): void {
    const [machineId = '', by] = message.split(' ');
    if (by !== this.own) this.links.get(machineId)?.end();
  }

  /** Unless another process has the link by now. */
  private async forget(machineId: string, address: string): Promise<void> {
    if ((await this.addressOf(machineId)) === address) await this.cache.delete(keyOf(machineId));
  }

  async onModuleDestroy(): Promise<void> {
    for (const link of this.links.values()) link.end();
    await this.unfollow?.then((unfollow) => unfollow());
    if (this.folder) rmSync(this.folder, { recursive: true, force: true });
  }

  /** Alone, a socket that only this user can open; otherwise a port that the other replicas reach. */
  private placeOf(machineId: string) {
    if (this.cache.isShared) return { host: ownAddress(), ports: this.config.ZO_MACHINE_PORTS };
    this.folder ??= mkdtempSync(join(tmpdir(), 'zo-machines-'));
    return { socketPath: join(this.folder, `${machineId}.sock`) };
  }
}

const keyOf = (machineId: string) => `machine-link:${machineId}`;

/** The address of this pod. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
