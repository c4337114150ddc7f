/** What all ways to run share: one launcher per data folder, its database, its computers, and the shutdown. */
import { createHmac } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startComputerHost } from '@zo/compute/host';
import { serviceNames } from '@zo/gateway/routes';
import { topics } from '@zo/proto/topics';
import { auditStatements } from '@zo/audit';
import { prepareDatabase } from '@zo/db';
import { eventLogStatements } from '@zo/events';
import { type Postgres, startPostgres } from '@zo/embedded-postgres';
import type { LauncherConfig } from './config.js';
import { lockFolder } from './lock.js';

/** Delay between attempts to start a database. */
const RETRY_MS = 1_000;

export const say = (line: string) => process.stdout.write(`${line}\n`);

export class Installation {
  readonly publicUrl: string;
  /** Path where compute finds the computer host. */
  readonly hostSocket: string;
  private readonly closers: (() => void | Promise<void>)[] = [];
  private readonly folders: ReturnType<typeof layOut>;
  private stopping = false;

  constructor(readonly config: LauncherConfig) {
    this.folders = layOut(config.ZO_DATA);
    this.publicUrl = config.ZO_PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    this.hostSocket = join(this.folders.run, 'computers.sock');
  }

  /** Runs until SIGINT or SIGTERM, then stops everything in reverse order of its start. */
  run(start: () => Promise<void>): void {
    process.on('SIGINT', () => void this.stop(0));
    process.on('SIGTERM', () => void this.stop(0));
    const begin = async () => {
      this.onStop(lockFolder(this.config.ZO_DATA));
      await start();
    };
    begin().catch(async (error: Error) => {
      process.stderr.write(`zo: ${error.message}\n`);
      await this.stop(1);
    });
  }

  onStop(close: () => void | Promise<void>): void {
    this.closers.push(close);
  }

  /** Address of the database for services: the configured one, or the embedded one. */
  async openDatabase({ maxConnections }: { maxConnections?: number } = {}): Promise<string> {
    const { DATABASE_URL: foreign } = this.config;
    if (!foreign) return this.ownDatabase(maxConnections);
    // An external Postgres, by the address of a role that may create roles.
    const password = passwordOfServices(foreign);
    await prepare(foreign, password);
    return foreign.replace(/\/\/[^@/]*@/, password ? `//{service}:${password}@` : '//{service}@');
  }

  private async ownDatabase(maxConnections: number | undefined): Promise<string> {
    const begin = () =>
      startPostgres({
        folder: join(this.config.ZO_DATA, 'postgres'),
        logFile: join(this.folders.logs, 'postgres.log'),
        maxConnections,
      });
    let current: Postgres = await begin();
    this.onStop(() => current.stop());
    const watch = async (): Promise<void> => {
      await current.ended;
      if (this.stopping) return;
      say('  The database ended and is started again.');
      const next = await this.untilBegun(begin);
      if (!next) return;
      current = next;
      void watch();
    };
    void watch();
    await prepare(current.adminUrl);
    return current.serviceUrl;
  }

  /** Retries until it succeeds: the cause, mostly a full disk, is fixed from outside. */
  private async untilBegun(begin: () => Promise<Postgres>): Promise<Postgres | undefined> {
    for (let failures = 0; !this.stopping; failures++) {
      try {
        return await begin();
      } catch (error) {
        if (failures === 0)
          say(
            `  The database cannot start and is tried again every second: ${(error as Error).message}. ` +
              `See ${join(this.folders.logs, 'postgres.log')}.`,
          );
        await delay(RETRY_MS);
      }
    }
    return undefined;
  }

  async openComputerHost(): Promise<void> {
    const { ZO_DATA, ZO_CHECKOUT, ZO_UNSANDBOXED, ZO_COMPUTER_IMAGE, ZO_COMPUTER_PACKAGES } = this.config;
    const host = await startComputerHost({
      dataFolder: ZO_DATA,
      socketPath: this.hostSocket,
      agentBundle: join(ZO_CHECKOUT, 'services/computer-agent/dist/agent.mjs'),
      modulesFolder: join(ZO_CHECKOUT, 'node_modules'),
      nodeBinary: process.execPath,
      unsandboxed: ZO_UNSANDBOXED === '1',
      imagePackages: ZO_COMPUTER_PACKAGES.split(' ').filter(Boolean),
      ...(ZO_COMPUTER_IMAGE === 'none' && { imageBuilder: null }),
      onError: (error) => {
        // Ctrl-C ends the programs that measure, too.
        if (!this.stopping) process.stderr.write(`  The disks of computers could not be measured: ${String(error)}\n`);
      },
    });
    this.onStop(() => host.close());
  }

  /** True when every service is ready, false when the start was stopped before. @throws Error after `ms` */
  async untilReady(ms = 60_000): Promise<boolean> {
    const deadline = Date.now() + ms;
    while (!this.stopping) {
      const health = await fetch(`http://127.0.0.1:${this.config.PORT}/api/health`).then(
        (answer) => answer.json() as Promise<{ status: string; services: object }>,
        () => undefined,
      );
      if (this.stopping) break;
      if (health?.status === 'ready') return true;
      if (Date.now() > deadline)
        throw new Error(`the services are not ready: ${JSON.stringify(health?.services ?? 'no answer')}`);
      await delay(50);
    }
    return false;
  }

  announce(): void {
    const token = join(this.folders.secrets, 'claim-token');
    const seconds = ((Date.now() - this.config.ZO_STARTED_AT) / 1000).toFixed(1);
    say(
      `\n  ${this.config.ZO_PRODUCT_NAME} is ready after ${seconds} s. Data: ${this.config.ZO_DATA}. Stop with Ctrl-C.`,
    );
    say(
      existsSync(token)
        ? `  Open this link to make this computer yours:\n\n  ${this.publicUrl}/claim#token=${readFileSync(token, 'utf8')}\n`
        : `\n  ${this.publicUrl}\n`,
    );
  }

  private async stop(code: number): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    for (const close of this.closers.toReversed()) await Promise.resolve(close()).catch(() => undefined);
    process.exit(code);
  }
}

const prepare = (adminUrl: string, password?: string) =>
  prepareDatabase({
    adminUrl,
    services: serviceNames,
    statements: [...eventLogStatements(topics), ...auditStatements],
    passwordOf: () => password,
  });

/** Password of roles without an explicit one, derived from the administrator's password without revealing it. */
function passwordOfServices(adminUrl: string): string | undefined {
  const { password } = new URL(adminUrl);
  return password && createHmac('sha256', decodeURIComponent(password)).update('zo services').digest('base64url');
}

/**
 * Creates the folders of an installation. Other users may pass through to their own folders below, but cannot list any.
 */
function layOut(data: string) {
  const at = (name: string) => join(data, name);
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o711);
  for (const name of ['secrets', 'logs', 'objects']) mkdirSync(at(name), { recursive: true, mode: 0o700 });
  for (const name of ['homes', 'run']) mkdirSync(at(name), { recursive: true, mode: 0o711 });
  return { run: at('run'), logs: at('logs'), secrets: at('secrets') };
}
