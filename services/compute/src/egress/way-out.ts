import { chmodSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { BegunCommand, CommandBeginning } from '../driver/computer.driver.js';
import { egressProxy, type EgressRules } from './proxy.js';
import { EgressRecord, hostName, type Meter, type RecordedCommand } from './record.js';

/** The way out of one computer: its proxy on a socket of its own, and the record of what went through it. */
export class WayOut {
  readonly record = new EgressRecord();
  private readonly servers = new Map<string, Server>();

  constructor(private readonly rules: EgressRules) {}

  open(socketPath: string): Promise<void> {
    const { record } = this;
    const proxy = egressProxy({
      ...this.rules,
      meter: (host, credentials) => record.meter(host, credentials),
      wantsNames: () => record.isWatching,
    });
    return this.listen(socketPath, proxy);
  }

  begin(beginning: CommandBeginning): BegunCommand {
    const { password, ticket } = this.record.begin(beginning);
    return { user: `call-${beginning.id}`, password, ticket };
  }

  /**
   * Opens the only way out of the closed command with this ticket: to the hosts that were granted, and no other name is
   * resolved. Returns false if there is no such command, or it had its way out already.
   */
  async openFor(ticket: string, socketPath: string): Promise<boolean> {
    const command = this.record.takeTicket(ticket);
    if (!command) return false;
    const proxy = egressProxy({
      ...this.rules,
      permits: (host) => command.grants.has(hostName(host)),
      meter: (host) => meterOf(command, hostName(host)),
    });
    await this.listen(socketPath, proxy);
    return true;
  }

  shut(socketPath: string): void {
    const server = this.servers.get(socketPath);
    this.servers.delete(socketPath);
    server?.close();
    server?.closeAllConnections();
  }

  /** Open tunnels last until they end by themselves. */
  close(): void {
    for (const socketPath of this.servers.keys()) this.shut(socketPath);
  }

  private async listen(socketPath: string, server: Server): Promise<void> {
    this.servers.set(socketPath, server);
    rmSync(socketPath, { force: true });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve));
    // The folder is ours and bound read-only into this one computer: any program that sees the socket may use it.
    chmodSync(socketPath, 0o666);
  }
}

const meterOf = (command: RecordedCommand, host: string): Meter => ({
  in: (bytesIn) => {
    command.foreign = true;
    command.count(host, { bytesIn });
  },
  out: (bytesOut) => command.count(host, { bytesOut }),
  refused: () => command.count(host, { refused: true }),
});
