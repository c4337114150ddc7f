/** Requests to apps: through the outbound client, bounded in bytes and silence, in tests to the fakes. */
import { Inject, Injectable } from '@nestjs/common';
import { outboundFetch } from '@zo/outbound';
import { CONNECTIONS_CONFIG, type ConnectionsConfig } from '../config.js';

export type AppInit = NonNullable<Parameters<typeof outboundFetch>[1]>;
export type AppResponse = Awaited<ReturnType<typeof outboundFetch>>;

export interface AppRequest extends AppInit {
  /** Maximum size of the body. */
  readonly maxBytes?: number;
  /** Follows redirects, without the token when they leave the host. */
  readonly follow?: boolean;
}

const MAX_BYTES = 4 * 1024 * 1024;
const IDLE_MS = 30_000;

@Injectable()
export class AppFetch {
  constructor(@Inject(CONNECTIONS_CONFIG) private readonly config: ConnectionsConfig) {}

  fetch(
    address: string | URL,
    { maxBytes = MAX_BYTES, follow = false, ...init }: AppRequest = {},
  ): Promise<AppResponse> {
    const policy = { maxBytes, idleTimeoutMs: IDLE_MS, maxRedirects: follow ? 5 : 0 };
    return outboundFetch(this.at(address), init, { ...policy, allowPrivate: this.config.ZO_APPS_RELAY !== undefined });
  }

  /** The address that a browser or this service opens for an address of an app. */
  at(address: string | URL): URL {
    const url = new URL(address);
    const relay = this.config.ZO_APPS_RELAY;
    return relay ? new URL(`${relay}/${url.host}${url.pathname}${url.search}`) : url;
  }
}
