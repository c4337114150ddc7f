import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentIdentity } from '@zo/agent-token';
import { findBrowser } from './browser/find-browser.js';
import { PROXY_PORT } from './net/egress.js';

/** The settings of the agent. The environment is read only in this file. */
export interface AgentConfig extends AgentIdentity {
  /** Unix socket to listen on; when empty, `port` is used. */
  socket: string;
  port: number;
  home: string;
  /** The folder that is the workspace when it is not in the home. It has no index and no history. Usually empty. */
  workspace: string;
  handle: string;
  hostname: string;
  /** Maximum of directories watched at once; the others are polled. */
  maxWatches: number;
  /** Bytes the home may hold and memory the computer may use; 0 means what the machine has. */
  diskLimit: number;
  /** Bytes on the volume that are not for homes; a twentieth of it at most. */
  diskReserve: number;
  memoryLimit: number;
  /** Maximum bytes of the history of files; 0: a tenth of the disk, at most 2 GB. */
  historyLimit: number;
  /** Maximum bytes of the index of files, beside the disk limit; 0: a share of the volume. */
  indexLimit: number;
  /** CPUs the computer may use; 0 means all of the machine. */
  cpuLimit: number;
  /** Milliseconds between the pings that test whether the viewer of a terminal is still connected. */
  viewerBeatMs: number;
  /** Unix socket of the egress proxy, forwarded from 127.0.0.1:3128; empty when there is none. */
  egressSocket: string;
  /** Unix socket where the host takes commands that run without a way out; empty when there is none. */
  closedSocket: string;
  /** URL where the agent registers; empty: it does not. */
  registrationUrl: string;
  /** Path of the token by which the cluster identifies its pod. */
  platformTokenFile: string;
  /** Name or path of ripgrep. */
  ripgrep: string;
  /** Bundle of the indexer; empty: there is no index, and searches read the files. */
  indexer: string;
  /** Bundle of the program that converts files; empty when it is not installed. */
  converter: string;
  /** Bundle of the program that draws diagrams; empty when it is not installed. */
  diagramProgram: string;
  /** Bundle of the program that reads articles; empty when it is not installed. */
  pageReader: string;
  /** Path of Chromium; empty when this computer has none. */
  browser: string;
  /** Timeout of showing one page, and how long a browser without a page stays, in milliseconds. */
  pageMs: number;
  browserIdleMs: number;
  /** How long a program that offers tools stays when nobody asks it, in milliseconds. */
  toolServerIdleMs: number;
  /** Bundle of the process that reads a table; empty: there are no tables. */
  tableReader: string;
  /** Timeout of an answer with rows, in milliseconds. */
  tableMs: number;
  /** Bundle of the program that extracts text from documents; empty: there is none. */
  extractor: string;
  /** Bundle of the program that reads archives; empty: there is none. */
  archiveProgram: string;
  /** Bundle of the program that makes thumbnails; empty: there are none. */
  thumbProgram: string;
  /** Bounds of counting what is in folders: entries, and milliseconds. */
  measureEntries: number;
  measureMs: number;
  /** Timeout of a content search, in milliseconds. */
  searchMs: number;
  /** Environment of commands and terminals. */
  shellEnv: Record<string, string>;
  /**
   * Where commands and terminals begin that name no folder (empty: in the workspace), and whether they may be started:
   * people decide both for machines of their own.
   */
  shell: { folder: string; isAllowed: boolean };
  /** Whether its user lets nothing be changed. */
  isReadOnly: boolean;
  /** The trash of the user of a machine, and by which rules it is kept; without a folder there is none. */
  trash: { folder: string; kind: 'freedesktop' | 'macos' };
  /** Whether it ends when its standard input does: with the program that started it. */
  endsWithInput: boolean;
}

const MIN_SECRET = 32;
const WITHHELD = /^(ZO_|NODE_|npm_|_$|OLDPWD$|PWD$|SHLVL$)/;

type OfOwnMachines = Pick<AgentConfig, 'shell' | 'isReadOnly' | 'trash' | 'endsWithInput'>;

/** What `zo-machine` sets. */
const ofOwnMachines = (env: NodeJS.ProcessEnv, workspace: string): OfOwnMachines => ({
  shell: { folder: env['ZO_SHELL_FOLDER'] ?? workspace, isAllowed: env['ZO_SHELL'] !== 'no' },
  isReadOnly: env['ZO_READ_ONLY'] === 'yes',
  trash: { folder: env['ZO_TRASH'] ?? '', kind: env['ZO_TRASH_KIND'] === 'macos' ? 'macos' : 'freedesktop' },
  endsWithInput: env['ZO_ENDS_WITH_INPUT'] === 'yes',
});

/** Returns a parser of whole numbers, which adds what it cannot parse to `faults`. */
const numbersOf = (env: NodeJS.ProcessEnv, errors: string[]) => (name: string, fallback: number) => {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) errors.push(`${name} must be a whole number, not "${text}"`);
  return value;
};

function shellEnvironment(
  env: NodeJS.ProcessEnv,
  { home, handle, egress }: { home: string; handle: string; egress: boolean },
): Record<string, string> {
  const kept = Object.entries(env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !WITHHELD.test(pair[0]),
  );
  // git gives credentials only when it is asked, and then must have some.
  const proxy = `http://computer:computer@127.0.0.1:${PROXY_PORT}`;
  const proxies: Record<string, string> = egress
    ? {
        HTTP_PROXY: proxy,
        HTTPS_PROXY: proxy,
        ALL_PROXY: proxy,
        http_proxy: proxy,
        https_proxy: proxy,
        all_proxy: proxy,
        NO_PROXY: 'localhost,127.0.0.1,::1',
        no_proxy: 'localhost,127.0.0.1,::1',
        NODE_USE_ENV_PROXY: '1',
      }
    : {};
  const path = env['PATH'] ?? '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  return {
    ...Object.fromEntries(kept),
    ...proxies,
    HOME: env['ZO_SHELL_HOME'] ?? home,
    USER: handle,
    LOGNAME: handle,
    SHELL: '/bin/bash',
    LANG: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
    PATH: `${home}/.local/bin:${path}`,
  };
}

/** Programs are installed beside the agent. Installations of older versions do not have all of them. */
function programOf(env: NodeJS.ProcessEnv, name: string): string {
  const file = join(env['ZO_PROGRAMS'] ?? dirname(process.argv[1] ?? ''), `${name}.mjs`);
  return existsSync(file) ? file : '';
}

/** Parses the environment once. @throws Error that names every invalid setting, so that one start shows all of them */
export function readConfig(env: NodeJS.ProcessEnv = process.env): AgentConfig {
  const errors: string[] = [];
  const number = numbersOf(env, errors);
  const home = env['ZO_HOME'] ?? env['HOME'] ?? '';
  const handle = env['ZO_HANDLE'] ?? userInfo().username;
  const socket = env['ZO_AGENT_SOCKET'] ?? '';
  const port = number('ZO_AGENT_PORT', 0);
  const instance = env['ZO_AGENT_INSTANCE'] ?? '';
  const secret = env['ZO_AGENT_SECRET'] ?? '';
  if (!home.startsWith('/')) errors.push('ZO_HOME must be an absolute path');
  const workspace = env['ZO_WORKSPACE'] ?? '';
  if (workspace && !workspace.startsWith('/')) errors.push('ZO_WORKSPACE must be an absolute path');
  if (!socket && !port) errors.push('ZO_AGENT_SOCKET or ZO_AGENT_PORT must be given');
  if (!instance) errors.push('ZO_AGENT_INSTANCE must be given');
  if (secret.length < MIN_SECRET) errors.push(`ZO_AGENT_SECRET must have at least ${MIN_SECRET} characters`);
  const egressSocket = env['ZO_EGRESS_SOCKET'] ?? '';
  const config: AgentConfig = {
    socket,
    port,
    instance,
    secret,
    home,
    workspace,
    handle,
    hostname: env['ZO_HOSTNAME'] ?? handle,
    maxWatches: number('ZO_MAX_WATCHES', 20_000),
    diskLimit: number('ZO_DISK_LIMIT_BYTES', 0),
    diskReserve: number('ZO_DISK_RESERVE_BYTES', 0),
    memoryLimit: number('ZO_MEMORY_LIMIT_BYTES', 0),
    historyLimit: number('ZO_HISTORY_LIMIT_BYTES', 0),
    indexLimit: number('ZO_INDEX_LIMIT_BYTES', 0),
    viewerBeatMs: number('ZO_VIEWER_BEAT_MS', 15_000),
    cpuLimit: Number(env['ZO_CPU_LIMIT'] ?? '0') || 0,
    egressSocket,
    closedSocket: env['ZO_CLOSED_SOCKET'] ?? '',
    // Older operators set only ZO_HELLO_URL.
    registrationUrl: env['ZO_REGISTRATION_URL'] ?? env['ZO_HELLO_URL'] ?? '',
    platformTokenFile: env['ZO_PLATFORM_TOKEN_FILE'] ?? '/run/zo/platform/token',
    ripgrep: env['ZO_RIPGREP'] ?? 'rg',
    indexer: workspace ? '' : programOf(env, 'indexer'),
    converter: programOf(env, 'convert'),
    diagramProgram: programOf(env, 'diagram'),
    pageReader: programOf(env, 'page-reader'),
    browser: findBrowser(env['ZO_BROWSER'] ?? '', env['PATH'] ?? ''),
    pageMs: number('ZO_PAGE_MS', 40_000),
    browserIdleMs: number('ZO_BROWSER_IDLE_MS', 60_000),
    toolServerIdleMs: number('ZO_TOOL_SERVER_IDLE_MS', 300_000),
    tableReader: programOf(env, 'table'),
    archiveProgram: programOf(env, 'archive'),
    thumbProgram: programOf(env, 'thumb'),
    tableMs: number('ZO_TABLE_MS', 25_000),
    extractor: programOf(env, 'extract'),
    measureEntries: number('ZO_MEASURE_ENTRIES', 500_000),
    measureMs: number('ZO_MEASURE_MS', 10_000),
    searchMs: number('ZO_SEARCH_MS', 30_000),
    ...ofOwnMachines(env, workspace),
    shellEnv: shellEnvironment(env, { home, handle, egress: egressSocket !== '' }),
  };
  if (errors.length > 0) throw new Error(`The computer agent cannot start:\n  ${errors.join('\n  ')}`);
  return Object.freeze(config);
}
