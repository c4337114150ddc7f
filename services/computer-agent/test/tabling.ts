/** Asks an agent for the rows of tables. */
import fs from 'node:fs';
import { join } from 'node:path';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import { RowsRequestSchema } from '@zo/proto/agent/v1';
import { detailOf } from '../src/errors.js';
import { type Agent, w } from './agent.js';

export type Asked = Omit<MessageInitShape<typeof RowsRequestSchema>, 'path' | '$typeName'>;

export function tabling(agentOf: () => Agent) {
  const file = (name: string) => join(agentOf().workspace, name);
  const rows = (name: string, request: Asked = {}) =>
    agentOf().tables.rows(create(RowsRequestSchema, { path: w(name), count: 100, ...request }));
  const cells = async (name: string, request: Asked = {}) => (await rows(name, request)).rows.map((row) => row.cells);
  /** The reason and the sentence of a request that is refused. */
  const failure = async (name: string, request: Asked = {}) => {
    const error = await rows(name, request).catch((reason: unknown) => reason);
    if (!(error instanceof ConnectError)) throw new Error('it was answered');
    return [detailOf(error).reason, error.rawMessage];
  };
  /** Process ids of the readers of this agent. */
  const readers = () =>
    fs.readdirSync('/proc').filter((name) => {
      try {
        const status = fs.readFileSync(`/proc/${name}/status`, 'utf8');
        const isChild = new RegExp(`^PPid:\\s+${agentOf().child.pid}$`, 'm').test(status);
        return isChild && /(table|workbook|parquet)\.mjs/.test(fs.readFileSync(`/proc/${name}/cmdline`, 'utf8'));
      } catch {
        return false;
      }
    });
  const put = (name: string, content: string | Uint8Array) => fs.writeFileSync(file(name), content);
  return { file, put, rows, cells, failure, readers };
}

/** Most memory that a process had, in megabytes. */
export const peakMb = (pid: string) =>
  Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
