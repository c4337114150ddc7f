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
 * The ways out of the computers of this machine: one socket each, so that none can be taken for another. Of several
 * processes the one that is chosen opens them.
 */
@Injectable()
export class EgressService {
  private readonly opened = new Map<string, Opened>();
  private isChosen = false;

  /** From now on the ways out are this process's. */
  async chosen(running: readonly Computer[]): Promise<void> {
    this.isChosen = true;
    await Promise.all(running.map((computer) => this.open(computer)));
  }

  /** Closes them all, before another process opens its own at the same places. */
  resign(): void {
    this.isChosen = false;
    for (const id of this.opened.keys()) this.close(id);
  }

  /** Opens the way out of a computer, where that is for this process to do. A computer that is elsewhere has its own. */
  async open({ id, startedAt, egressSocket }: Computer): Promise<void> {
    if (!egressSocket || !this.isChosen || this.opened.get(id)?.startedAt === startedAt) return;
    this.close(id);
    const server = egressProxy();
    this.opened.set(id, { server, startedAt });
    rmSync(egressSocket, { force: true });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(egressSocket, resolve));
    // Its folder is ours and bound read-only into this one computer: whoever sees the socket may use it.
    chmodSync(egressSocket, 0o666);
  }

  /** The name of the socket is gone at once; what goes through it still ends by itself. */
  close(id: string): void {
    const server = this.opened.get(id)?.server;
    this.opened.delete(id);
    server?.close();
    server?.closeAllConnections();
  }
}
