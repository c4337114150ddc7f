/** What the agent answers on a machine whose user lets Zo only read. Everything that is not named here is refused. */
import type { AgentConfig } from '../config.js';
import { agentError } from '../errors.js';
import { ErrorReason } from '@zo/proto/agent/v1';

const READS: ReadonlySet<string> = new Set([
  'Stat',
  'List',
  'Read',
  'ReadMany',
  'Measure',
  'SearchNames',
  'SearchContent',
  'Find',
  'FindHits',
  'Watch',
  'AbortUpload',
  'Info',
  'Stats',
  'Quiesce',
  'ListTerminals',
]);

const refusal = () =>
  agentError(
    ErrorReason.HOST_REFUSES,
    'This machine lets Zo only read. Start zo-machine on it with --no-read-only to change that.',
  );

/** `call`: the name of a method, or a method and path of HTTP/1.1. @throws HOST_REFUSES */
export function assertAllowed({ isReadOnly }: Pick<AgentConfig, 'isReadOnly'>, call: string): void {
  if (isReadOnly && !READS.has(call) && !/^(GET|HEAD) |^POST \/zip$/.test(call)) throw refusal();
}
