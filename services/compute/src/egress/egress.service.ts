import { Injectable } from '@nestjs/common';
import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { RunningComputer } from '../driver/computer.driver.js';
import { egressProxy } from './proxy.js';

/**
 * The ways out of the computers of this machine: one socket each, so that none can be taken for another. Of several
 * processes the one that is chosen opens them.
 */
@Injectable()
export class EgressService {
  private readonly servers = new Map<string, Server>();
  private isChosen = false;

  /** From now on the ways out are this process's. */
  async chosen(running: readonly Pick<RunningComputer, 'id' | 'egressSocket'>[]): Promise<void> {
    this.isChosen = true;
    await Promise.all(running.map((computer) => this.open(computer)));
  }

  /** Closes them all, before another process opens its own at the same places. */
  resign(): void {
    this.isChosen = false;
    for (const id of this.servers.keys()) void this.close(id);
  }

  /** Opens the way out of a computer, where that is for this process to do. A computer that is elsewhere has its own. */
  async open({ id, egressSocket }: Pick<RunningComputer, 'id' | 'egressSocket'>): Promise<void> {
    if (!egressSocket || !this.isChosen) return;
    await this.close(id);
    const server = egressProxy();
    this.servers.set(id, server);
    rmSync(egressSocket, { force: true });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(egressSocket, resolve));
    // Its folder is ours and bound read-only into this one computer: whoever sees the socket may use it.
    chmodSync(egressSocket, 0o666);
  }

  async close(id: string): Promise<void> {
    const server = this.servers.get(id);
    this.servers.delete(id);
    if (!server) return;
    // Removes the socket's name at once, and waits for the connections after that.
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
}
