/** Starts and keeps what one machine needs: Postgres, the computer host, the services. Everything dies with it. */
import { mkdirSync, readFileSync, existsSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startComputerHost } from '@zo/compute/host';
import { serviceNames } from '@zo/gateway/routes';
import { topics } from '@zo/proto/topics';
import { prepareDatabase } from '@zo/shared/db';
import { eventLogStatements } from '@zo/shared/events';
import { type Postgres, startPostgres } from '../postgres/postgres.js';
import { KeptChild } from './child.js';
import { loadLauncherConfig, type LauncherConfig } from './config.js';
import { startDevelopment } from './dev.js';
import { lockFolder } from './lock.js';
import { SERVICES_NODE_OPTIONS } from './node-options.js';

const say = (line: string) => process.stdout.write(`${line}\n`);

const config = loadLauncherConfig();
const folders = layOut(config.ZO_DATA);
const closers: (() => void | Promise<void>)[] = [];
const state = { stopping: false };

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
start().catch(async (error: Error) => {
  process.stderr.write(`zo: ${error.message}\n`);
  await stop(1);
});

async function start(): Promise<void> {
  closers.push(lockFolder(config.ZO_DATA));
  const database = config.DATABASE_URL ? await foreignDatabase(config.DATABASE_URL) : await ownDatabase();
  const host = await startComputerHost({
    dataFolder: config.ZO_DATA,
    socketPath: join(folders.run, 'computers.sock'),
    agentBundle: join(config.ZO_CHECKOUT, 'services/computer-agent/dist/agent.mjs'),
    modulesFolder: join(config.ZO_CHECKOUT, 'node_modules'),
    nodeBinary: process.execPath,
    unsandboxed: config.ZO_UNSANDBOXED === '1',
    ...(config.ZO_COMPUTER_IMAGE === 'none' && { imageBuilder: null }),
  });
  closers.push(() => host.close());
  const development = config.ZO_DEV ? await startDevelopment(config.ZO_CHECKOUT) : undefined;
  if (development) closers.push(() => development.stop());
  const services = new KeptChild({
    command: process.execPath,
    args: [...SERVICES_NODE_OPTIONS, join(config.ZO_CHECKOUT, 'infra/dist/services.mjs')],
    cwd: config.ZO_CHECKOUT,
    env: {
      ...process.env,
      DATABASE_URL: database,
      ZO_PUBLIC_URL: publicUrl(config),
      ZO_FRONTENDS: join(config.ZO_CHECKOUT, 'frontends'),
      ZO_COMPUTER_HOST: join(folders.run, 'computers.sock'),
      NODE_COMPILE_CACHE: join(config.ZO_DATA, 'cache'),
      ...development?.servicesEnvironment,
    },
    onRestart: (reason, waits) => say(`  The services ended (${reason}) and are started again${waits ? ' when a source is saved' : ''}.`),
    ...development?.services,
  });
  services.start();
  closers.push(() => services.stop());
  development?.watch(services);
  await development?.untilReady();
  await untilReady();
  announce();
}

async function ownDatabase(): Promise<string> {
  let current = await startDatabase();
  closers.push(() => current.stop());
  const watch = async (): Promise<void> => {
    await current.ended;
    if (state.stopping) return;
    say('  The database ended and is started again.');
    current = await startDatabase();
    void watch();
  };
  void watch();
  await prepareDatabase({ adminUrl: current.adminUrl, services: serviceNames, statements: eventLogStatements(topics) });
  return current.serviceUrl;
}

/** A Postgres of somebody else, by the address of a role that may create roles. */
async function foreignDatabase(adminUrl: string): Promise<string> {
  await prepareDatabase({ adminUrl, services: serviceNames, statements: eventLogStatements(topics) });
  return adminUrl.replace(/\/\/[^@/]*@/, '//{service}@');
}

function startDatabase(): Promise<Postgres> {
  return startPostgres({ folder: join(config.ZO_DATA, 'postgres'), logFile: join(folders.logs, 'postgres.log') });
}

/** The folders of an installation. Others may pass through to what is theirs below, and list nothing. */
function layOut(data: string) {
  const at = (name: string) => join(data, name);
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o711);
  for (const name of ['secrets', 'logs', 'objects', 'cache']) mkdirSync(at(name), { recursive: true, mode: 0o700 });
  for (const name of ['homes', 'run']) mkdirSync(at(name), { recursive: true, mode: 0o711 });
  return { run: at('run'), logs: at('logs'), secrets: at('secrets') };
}

function publicUrl({ ZO_PUBLIC_URL, PORT }: LauncherConfig): string {
  return ZO_PUBLIC_URL ?? `http://localhost:${PORT}`;
}

async function untilReady(): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!state.stopping) {
    const health = await fetch(`http://127.0.0.1:${config.PORT}/api/health`).then((answer) => answer.json() as Promise<{ status: string; services: object }>, () => undefined);
    if (health?.status === 'ready') return;
    if (Date.now() > deadline) throw new Error(`the services are not ready: ${JSON.stringify(health?.services ?? 'no answer')}`);
    await delay(50);
  }
}

function announce(): void {
  const url = publicUrl(config);
  const token = join(folders.secrets, 'claim-token');
  const seconds = ((Date.now() - config.ZO_STARTED_AT) / 1000).toFixed(1);
  say(`\n  ${config.ZO_PRODUCT_NAME} is ready after ${seconds} s. Data: ${config.ZO_DATA}. Stop with Ctrl-C.`);
  say(existsSync(token) ? `  Open this link to make this computer yours:\n\n  ${url}/claim#token=${readFileSync(token, 'utf8')}\n` : `\n  ${url}\n`);
}

async function stop(code: number): Promise<void> {
  if (state.stopping) return;
  state.stopping = true;
  for (const close of closers.toReversed()) await Promise.resolve(close()).catch(() => undefined);
  process.exit(code);
}
