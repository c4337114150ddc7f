/** The channel of a user: what services publish there reaches every open browser of that user. */
import { channelMessage, type ChannelMessage, liveMessages, type LiveMessageType } from '@zo/proto/live';
import type { Cache } from '@zo/cache';
import { logger } from '@zo/observability';

export type { ChannelMessage, LiveMessage } from '@zo/proto/live';

/** What is published are states and ids; whatever is larger was not published by a service. */
export const MAX_CHANNEL_MESSAGE_BYTES = 16 * 1024;
const log = logger('live');
const channelOf = (userId: string) => `user:${userId}:live`;

/** Of one service: it publishes only what is declared as its own in `proto/live`. */
export class LivePublisher<Service extends LiveMessageType['publisher'] = never> {
  constructor(
    private readonly cache: Cache,
    private readonly service: string,
  ) {}

  /** Call after the commit. Nothing is kept: a browser that is not connected reads the state when it comes back. */
  publish(userId: string, message: ChannelMessage<Service>): void {
    const { data } = channelMessage.safeParse(message);
    if (!data || liveMessages[data.type].publisher !== this.service)
      return log.error(
        { service: this.service },
        'a live message was not published: it is not declared by this service',
      );
    void this.cache.publish(channelOf(userId), JSON.stringify(data)).catch(() => undefined);
  }
}

export interface LiveListener {
  readonly onMessage: (message: ChannelMessage) => void;
  /** Messages were lost on the way to this process. */
  readonly onMissed: () => void;
}

/** Calls back until the returned function is called. Messages that are not declared, or not of their shape, are dropped. */
export function subscribeLive(
  cache: Cache,
  userId: string,
  { onMessage, onMissed }: LiveListener,
): Promise<() => void> {
  const receive = (text: string) => {
    const message = parse(text);
    if (message) onMessage(message);
    else
      log.warn({ userId, bytes: Buffer.byteLength(text) }, 'a live message was dropped: it is not of a declared shape');
  };
  return cache.subscribe(channelOf(userId), receive, onMissed);
}

function parse(text: string): ChannelMessage | undefined {
  if (Buffer.byteLength(text) > MAX_CHANNEL_MESSAGE_BYTES) return undefined;
  try {
    return channelMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
