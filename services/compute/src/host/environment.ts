import { indexRoomFor, RESERVE_BYTES } from './disk.js';
import { CLOSED } from './sandbox.js';
import type { ComputerSpec } from './spec.js';

/** Paths as the agent sees them. */
export interface AgentPlaces {
  readonly home: string;
  readonly socket: string;
  /** Of the egress proxy; empty when there is none. */
  readonly egress: string;
}

/** The settings of an agent. */
export function agentEnvironment(
  spec: ComputerSpec,
  { home, socket, egress }: AgentPlaces,
  { secret, path }: { secret: string; path: string },
): NodeJS.ProcessEnv {
  return {
    PATH: path,
    HOME: home,
    USER: spec.handle,
    LANG: 'C.UTF-8',
    ZO_HOME: home,
    ZO_HANDLE: spec.handle,
    ZO_AGENT_SOCKET: socket,
    ZO_AGENT_INSTANCE: spec.id,
    ZO_AGENT_SECRET: secret,
    ZO_EGRESS_SOCKET: egress,
    ZO_CLOSED_SOCKET: egress && CLOSED,
    ZO_DISK_LIMIT_BYTES: String(spec.diskBytes),
    ...(spec.diskBytes > 0 && { ZO_INDEX_LIMIT_BYTES: String(indexRoomFor(spec.diskBytes)) }),
    ZO_DISK_RESERVE_BYTES: String(RESERVE_BYTES),
    ZO_MEMORY_LIMIT_BYTES: String(spec.memoryBytes),
    ZO_CPU_LIMIT: String(spec.cpus),
    // What users install goes to their home: nothing else is writable, or lasts.
    PIP_USER: '1',
    PIP_BREAK_SYSTEM_PACKAGES: '1',
    NPM_CONFIG_PREFIX: `${home}/.local`,
  };
}
