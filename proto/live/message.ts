/** What the declaration of a live message states: services publish, and the browser's types are generated, from it. */
import type { z } from 'zod';

export interface LiveMessageType {
  /** The only service that publishes it. */
  readonly publisher: 'chat' | 'compute' | 'files';
  /**
   * `channel`: any process of the publisher sends it to all browsers of one user, through the cache. `socket`: the service that serves
   * the websocket sends it to one browser, and it is dropped where it comes out of the channel.
   */
  readonly via: 'channel' | 'socket';
  /** Fields that are not in it are removed, so a publisher that is a release ahead may add some. */
  readonly schema: z.ZodObject<{ type: z.ZodLiteral<string> }>;
  /** A message, used by tests and readers. */
  readonly example: Readonly<Record<string, unknown>>;
}
