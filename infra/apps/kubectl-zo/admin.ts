import { text } from 'node:stream/consumers';
import { ApiException } from '@kubernetes/client-node';
import type { Kube } from '@zo/kube';
import { type Given, type Options } from './arguments.js';
import { PLATFORM } from './command.js';
import { EXIT, Failure } from './failure.js';
import { raw } from './raw.js';

/** Options of the commands that call the services. */
export const RELEASE: Options = { namespace: 'string', release: 'string' };
export const RELEASE_USAGE = `[--namespace ${PLATFORM}] [--release ${PLATFORM}]`;

export interface Asked {
  readonly path: string;
  /** Query string of a read. */
  readonly query?: Readonly<Record<string, string>>;
  /** Body of a change. */
  readonly change?: object;
}

/**
 * Calls the services for what is not an object of the cluster, through the API server's proxy. The proxy does not
 * forward the caller's identity, so the user's token is sent along; the services let the API server identify its owner
 * and check permissions. @throws Failure
 */
export async function ask<T>(kube: Kube, { options }: Given, { path, query, change }: Asked): Promise<T> {
  const { namespace = PLATFORM, release = PLATFORM } = options;
  const service = `/api/v1/namespaces/${namespace}/services/${release}-accounts:admin`;
  const url = `${service}/proxy/${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
  const body = change && JSON.stringify(change);
  const headers = {
    'zo-cluster-token': await tokenOf(kube),
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  try {
    return JSON.parse(await text(await raw(kube, url, { method: body ? 'POST' : 'GET', headers, body }))) as T;
  } catch (error) {
    throw problemOf(error) ?? error;
  }
}

/** The bearer token of the kubeconfig; client certificates cannot be forwarded. @throws Failure */
async function tokenOf({ config }: Kube): Promise<string> {
  const options = { headers: {} as Record<string, string> };
  await config.applyToHTTPSOptions(options);
  const token = /^Bearer (\S+)$/.exec(options.headers['Authorization'] ?? '')?.[1];
  if (!token)
    throw new Failure(
      'the services are asked with a token, and your kubeconfig has none for this context: kubectl create token ' +
        'makes one for an account',
    );
  return token;
}

/** The refusal of the services; undefined when the error came from elsewhere. */
function problemOf(error: unknown): Failure | undefined {
  if (!(error instanceof ApiException)) return undefined;
  const { detail } = parsed(error.body as string);
  return detail === undefined
    ? undefined
    : new Failure(detail, error.code === 401 || error.code === 403 ? EXIT.notAllowed : EXIT.other);
}

function parsed(body: string): { detail?: string } {
  try {
    return JSON.parse(body) as { detail?: string };
  } catch {
    return {};
  }
}
