import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/cache';
import { logger } from '@zo/observability';
import { mkdtempSync, rmSync } from 'node:fs';
import { randomInt } from 'node:crypto';
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
  /**
   * Ports are taken in turns, from any one on: who still knows the address of a machine that went away finds nobody
   * there, and not the machine of another user.
   */
  private turn = randomInt(2 ** 16);
  private readonly announceMs = ANNOUNCE_MS;
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

  /**
   * Takes a machine's websocket. An older link of the same machine is given up: its network may have changed.
   * `isPaired` is asked from time to time, because the message of a removal can be lost.
   */
  async add(machineId: string, websocket: Duplex, isPaired: () => Promise<boolean>): Promise<void> {
    this.unfollow ??= this.cache.subscribe(CHANNEL, (message) => this.taken(message));
    await this.unfollow;
    await this.cache.publish(CHANNEL, `${machineId} ${this.own}`);
    this.giveUp(machineId);
    const link = new MachineLink(websocket, this.placeOf(machineId));
    this.links.set(machineId, link);
    const address = await link.listen();
    if (address === undefined) return;
    const announce = () =>
      this.cache
        .set(keyOf(machineId), address, { ttlMs: ANNOUNCED_MS })
        .catch((error: unknown) => log.warn({ error }, 'a connected machine could not be announced'));
    const announceAgain = async () => {
      const stays = await isPaired().catch(() => true);
      // Another process may have the machine by now, whose address must stay.
      if (this.links.get(machineId) !== link) return;
      if (stays) await announce();
      else link.end();
    };
    const announcing = setInterval(() => void announceAgain(), this.announceMs);
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
    await this.cache.publish(CHANNEL, `${machineId} -`);
    await this.cache
      .delete(keyOf(machineId))
      .catch((error: unknown) => log.warn({ error }, 'the address of a removed machine could not be forgotten'));
  }

  private taken(message: string): void {
    const [machineId = '', by] = message.split(' ');
    if (by === '-') this.links.get(machineId)?.end();
    else if (by !== this.own) this.giveUp(machineId);
  }

  /** The announced address is that of the link which takes its place. */
  private giveUp(machineId: string): void {
    const link = this.links.get(machineId);
    this.links.delete(machineId);
    link?.end();
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
    if (this.cache.isShared) {
      const ports = this.config.ZO_MACHINE_PORTS;
      const [first, last] = ports;
      return { host: ownAddress(), ports, from: first + (this.turn++ % (last - first + 1)) };
    }
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
