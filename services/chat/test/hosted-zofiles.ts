/** Answers chat's question for the active Zofile in this process, instead of the service that owns them. */
import { Code, ConnectError } from '@connectrpc/connect';
import { TokenVerifier } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import { ZofileService } from '@zo/proto/zo/v1';
import { hostLocally, rpcCtx } from '@zo/rpc';
import type { RunZofile } from '../src/shapes/zofile.js';

export interface HostedZofiles {
  /** By user and type of conversation: `<user> main`. */
  readonly active: Map<string, RunZofile>;
  /** Questions so far. */
  asked: number;
  /** While true, every question fails. */
  isDown: boolean;
}

export function hostZofiles(platform: Platform): HostedZofiles {
  const hosted: HostedZofiles = { active: new Map(), asked: 0, isDown: false };
  hostLocally(
    'zo',
    (router) =>
      router.service(ZofileService, {
        getActive: ({ conversationType }, { values }) => {
          hosted.asked += 1;
          if (hosted.isDown) throw new ConnectError('not now', Code.Unavailable);
          const zofile = hosted.active.get(`${values.get(rpcCtx)?.userId} ${conversationType}`);
          return zofile ? { zofile } : {};
        },
      }),
    new TokenVerifier('zo', platform.keys),
  );
  return hosted;
}
