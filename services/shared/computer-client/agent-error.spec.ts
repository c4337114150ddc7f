import { create, type MessageInitShape, toJsonString } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, it } from '@jest/globals';
import { AgentErrorSchema, ErrorReason, type FileVersion, WriteConflictSchema } from '@zo/proto/agent/v1';
import { AgentError, agentErrorOf, agentErrorOfResponse, isAgentError } from './index.js';

const withDetail = (
  value: MessageInitShape<typeof AgentErrorSchema>,
  message = 'said',
  code = Code.FailedPrecondition,
) => new ConnectError(message, code, undefined, [{ desc: AgentErrorSchema, value }]);
const version = (change: Partial<FileVersion>) => ({ hash: 'a'.repeat(64), size: 3n, mtimeMs: 5, ...change });

describe('an error of the agent', () => {
  it('is identified by its reason, whatever its code', () => {
    const error = withDetail({ reason: ErrorReason.STALE_BASE, current: version({}) }, 'changed', Code.Unknown);
    expect(agentErrorOf(error)).toMatchObject({
      reason: 'staleBase',
      message: 'changed',
      facts: { current: { hash: 'a'.repeat(64), size: 3, mtimeMs: 5 } },
      cause: error,
    });
    expect(isAgentError(error, 'notFound', 'staleBase')).toBe(true);
    expect(isAgentError(error, 'isFolder')).toBe(false);
  });

  it('every reason of the protocol is mapped, an unknown one becomes `refused`', () => {
    for (const reason of Object.values(ErrorReason).filter((value) => typeof value === 'number'))
      expect(agentErrorOf(withDetail({ reason }))?.reason).toEqual(expect.any(String));
    expect(agentErrorOf(withDetail({ reason: 9_999 as ErrorReason }))?.reason).toBe('refused');
  });

  it.each([
    ['an invalid hash', { hash: '<script>' }, { hash: null, size: 3, mtimeMs: 5 }],
    ['a size no number can be', { size: 2n ** 64n - 1n }, { hash: 'a'.repeat(64), size: Number.MAX_SAFE_INTEGER }],
    ['an invalid time', { mtimeMs: Number.NaN }, { hash: 'a'.repeat(64), mtimeMs: 0 }],
  ])('%s is sanitised', (_what, change, current) => {
    const error = withDetail({ reason: ErrorReason.STALE_BASE, current: version(change) });
    expect(agentErrorOf(error)?.facts.current).toMatchObject(current);
  });

  it('a long message is truncated and an oversized path dropped', () => {
    const long = { reason: ErrorReason.NOT_FOUND, path: { segments: Array.from({ length: 5_000 }, () => 'a') } };
    const found = agentErrorOf(withDetail(long, 'x'.repeat(60_000)));
    expect(found?.message).toHaveLength(500);
    expect(found?.facts.path).toBeUndefined();
  });

  it('without a detail is mapped by its code; the conflict of an older agent is recognised', () => {
    expect(agentErrorOf(new ConnectError('away', Code.Unavailable))?.reason).toBe('unavailable');
    expect(agentErrorOf(new ConnectError('broke', Code.Aborted))?.reason).toBe('interrupted');
    const old = new ConnectError('changed', Code.FailedPrecondition, undefined, [
      { desc: WriteConflictSchema, value: { exists: true, version: version({}), content: new Uint8Array(9) } },
    ]);
    expect(agentErrorOf(old)).toMatchObject({ reason: 'staleBase', facts: { current: { size: 3 } } });
  });

  it('errors of other sources are not mapped', () => {
    expect(agentErrorOf(new Error('ours'))).toBeUndefined();
    expect(agentErrorOf(undefined)).toBeUndefined();
    const known = new AgentError('notFound', 'gone');
    expect(agentErrorOf(known)).toBe(known);
  });

  it.each(['', 'null', '[]', '{', '{"error":7}', '{"error":{"reason":"NO_SUCH"}}', '{"message":{}}'])(
    'over HTTP the body %j counts as missing',
    (body) => {
      expect(agentErrorOfResponse(404, body)).toMatchObject({ message: expect.any(String) });
    },
  );

  it('over HTTP has the same detail', () => {
    const detail = toJsonString(AgentErrorSchema, create(AgentErrorSchema, { reason: ErrorReason.CHUNK_MISMATCH }));
    expect(agentErrorOfResponse(409, `{"code":"x","message":"other bytes","error":${detail}}`)).toMatchObject({
      reason: 'chunkMismatch',
      message: 'other bytes',
    });
    expect(agentErrorOfResponse(507, '').reason).toBe('diskFull');
  });
});
