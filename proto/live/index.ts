/** Every message that the server sends over the app-wide websocket, and those that a browser sends. */
import { z } from 'zod';
import { channelsMessages } from './channels.live.js';
import { chatMessages } from './chat.live.js';
import { computeMessages } from './compute.live.js';
import { filesMessages, liveWatch } from './files.live.js';
import type { LiveMessageType } from './message.js';
import { zoMessages } from './zo.live.js';

export type { LiveMessageType } from './message.js';

export const liveMessages = {
  ...computeMessages,
  ...chatMessages,
  ...filesMessages,
  ...zoMessages,
  ...channelsMessages,
};

type Declared = typeof liveMessages;
type OfType<Type extends keyof Declared> = z.output<Declared[Type]['schema']>;

export type LiveMessage = { [Type in keyof Declared]: OfType<Type> }[keyof Declared];
/** Messages of a user's channel; with `Publisher`, only those that service publishes. */
export type ChannelMessage<Publisher extends LiveMessageType['publisher'] = LiveMessageType['publisher']> = {
  [Type in keyof Declared]: Declared[Type] extends { via: 'channel'; publisher: Publisher } ? OfType<Type> : never;
}[keyof Declared];

const union = <Message>(types: readonly LiveMessageType[]) => {
  const [first, ...rest] = types.map(({ schema }) => schema);
  return z.discriminatedUnion('type', [first!, ...rest]) as unknown as z.ZodType<Message>;
};
const declared: readonly LiveMessageType[] = Object.values(liveMessages);

export const liveMessage = union<LiveMessage>(declared).meta({ id: 'LiveMessage' });
export const channelMessage = union<ChannelMessage>(declared.filter(({ via }) => via === 'channel'));

const livePing = z.strictObject({ type: z.literal('ping') });
/** What a browser sends. */
export const liveRequest = z.discriminatedUnion('type', [livePing, liveWatch]).meta({ id: 'LiveRequest' });
export type LiveRequest = z.output<typeof liveRequest>;
