/** Writes files of a home and searches for them. */
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { FindResponse } from '@zo/proto/agent/v1';
import { type Agent, until } from './agent.js';

export const paths = ({ files }: FindResponse) => files.map(({ path }) => path!.segments.join('/'));

/** @param current the agent, which tests replace by another one on the same home */
export function finding(current: () => Agent) {
  const at = (...names: string[]) => join(current().workspace, ...names);
  const put = (content: string | Buffer, ...names: string[]) => {
    fs.mkdirSync(dirname(at(...names)), { recursive: true });
    fs.writeFileSync(at(...names), content);
  };
  const find = (query: string, options: object = {}) => current().files.find({ query, ...options });
  /** Waits until the response is as wanted. */
  const finds = (query: string, wanted: (response: FindResponse) => boolean, options: object = {}) =>
    until(() => find(query, options), wanted);
  /** Waits until everything is indexed. */
  const whole = () => finds('zo', ({ incomplete }) => !incomplete);
  return { at, put, find, finds, whole };
}
