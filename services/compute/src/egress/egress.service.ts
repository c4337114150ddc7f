import { Injectable } from '@nestjs/common';
import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { RunningComputer } from '../driver/computer.driver.js';
import { egressProxy } from './proxy.js';

interface Opened {
  readonly server: Server;
  readonly startedAt: number;
}

type Computer = Pick<RunningComputer, 'id' | 'startedAt' | 'egressSocket'>;

/**
 * The egress proxies of this machine's computers: one socket each, so that no computer can use another's. Of several
 * processes the one that the driver chose opens them.
 */
@Injectable()
export class EgressService {
  private readonly opened = new Map<string, Opened>();
  private isChosen = false;

  /** Opens the proxies: from now on this process owns them. */
  async chosen(running: readonly Computer[]): Promise<void> {
    this.isChosen = true;
    await Promise.all(running.map((computer) => this.open(computer)));
  }

  /** Closes all proxies, before another process opens its own at the same paths. */
  release(): void {
    this.isChosen = false;
    for (const id of this.opened.keys()) this.close(id);
  }

  /**
   * Opens a computer's proxy if this process is the chosen one. A computer without `egressSocket` has its own network.
   */
  async open({ id, startedAt, egressSocket }: Computer): Promise<void> {
    if (!egressSocket || !this.isChosen || this.opened.get(id)?.startedAt === startedAt) return;
    this.close(id);
    const server = egressProxy();
    this.opened.set(id, { server, startedAt });
    rmSync(egressSocket, { force: true });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(egressSocket, resolve));
    // The folder is ours and bound read-only into this one computer: any program that sees the socket may use it.
    chmodSync(egressSocket, 0o666);
  }

  /** Removes the socket at once; open tunnels last until they end by themselves. */
  close(id: string): void {
    const server = this.opened.get(id)?.server;
    this.opened.delete(id);
    server?.close();
    server?.closeAllConnections();
  }
}
