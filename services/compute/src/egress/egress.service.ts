import { Injectable } from '@nestjs/common';
import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { RunningComputer } from '../driver/computer.driver.js';
import { egressProxy } from './proxy.js';

/** The ways out of the computers of this machine: one socket each, so that none can be taken for another. */
@Injectable()
export class EgressService {
  private readonly servers = new Map<string, Server>();

  /** Opens the way out of a computer. A computer that is elsewhere has its own. */
  async open({ id, egressSocket }: Pick<RunningComputer, 'id' | 'egressSocket'>): Promise<void> {
    if (!egressSocket) return;
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
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.servers.keys()].map((id) => this.close(id)));
  }
}
