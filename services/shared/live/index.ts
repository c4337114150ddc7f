/** The live channel of a user: messages published there reach every open browser of that user. */
import { channelMessage, type ChannelMessage, liveMessages, type LiveMessageType } from '@zo/proto/live';
import type { Cache } from '@zo/cache';
import { logger } from '@zo/observability';

export type { ChannelMessage, LiveMessage } from '@zo/proto/live';

/** Live messages hold only states and ids; a larger one was not published by a service. */
export const MAX_CHANNEL_MESSAGE_BYTES = 16 * 1024;
const log = logger('live');
const channelOf = (userId: string) => `user:${userId}:live`;

/** Publishes the live messages of one service: those declared as its own in `proto/live`. */
export class LivePublisher<Service extends LiveMessageType['publisher'] = never> {
  constructor(
    private readonly cache: Cache,
    private readonly service: string,
  ) {}

  /**
   * Call after the commit. Messages are not stored: a browser that was disconnected reads the state when it reconnects.
   */
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
  /** Called when messages were lost on the way to this process. */
  readonly onMissed: () => void;
}

/** Calls `onMessage` until the returned function is called. Drops messages that do not match a declared schema. */
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
