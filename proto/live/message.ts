/** Declaration of a live message: services publish from it, and the types of the browser are generated from it. */
import type { z } from 'zod';

export interface LiveMessageType {
  /** The only service that publishes it. */
  readonly publisher: 'chat' | 'compute' | 'files' | 'zo' | 'channels';
  /**
   * `channel`: any process of the publisher sends it to all browsers of one user, through the cache. `socket`: the
   * service that serves the websocket sends it to one browser; such a message is dropped when it arrives from the
   * channel.
   */
  readonly via: 'channel' | 'socket';
  /** Undeclared fields are removed, so a publisher that is one release ahead may add fields. */
  readonly schema: z.ZodObject<{ type: z.ZodLiteral<string> }>;
  /** A valid message, for tests and readers. */
  readonly example: Readonly<Record<string, unknown>>;
}
