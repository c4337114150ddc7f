import type { Letter } from '../../api/channels.endpoints';

/** CM-01: the sentences of the outbox. */
export const OUTBOX = {
  title: 'Outbox',
  lead: {
    kept: 'No mail server is set up. What would have been sent stays here, byte for byte.',
    sent: 'What arrived for you, and what was sent in your name.',
  },
  setUp: 'Set up mail',
  write: 'Write to Zo',
  kinds: 'Messages of',
  all: 'All',
  email: 'Mail',
  heldTab: 'Held',
  none: 'No messages yet',
  noneHint: (address: string) => `Write to ${address} from a mail program, or write here.`,
  noneHeld: 'Nothing is held',
  noneHeldHint: 'Messages of senders that are not on your list wait here. Nothing is sent back to them.',
  failed: 'Couldn’t read the messages',
  again: 'Try again',
  older: 'Show older messages',
  keptFor: 'The bytes of a mail are kept for 30 days.',
  mail: 'The mail',
  noSubject: '(no subject)',
  to: (peer: string) => `To ${peer}`,
  from: (peer: string) => `From ${peer}`,
  views: 'Show the message',
  read: 'As read',
  headers: 'Headers',
  raw: 'Raw',
  noBytes: 'The bytes of this mail are no longer stored.',
  rawHint: 'The whole mail as it arrived or left, for any mail program.',
  download: 'Download .eml',
  openChat: 'Open the chat',
  remove: 'Delete',
  removeTitle: 'Delete this message?',
  removeHint: 'Its chat stays. Files that came with it stay in the workspace.',
  back: 'All messages',
  close: 'Cancel',
  notDone: 'That did not work',
  files: 'Files',
  letIn: 'Let in',
  letInAlways: 'Let in always',
  letInHint: 'Zo reads it and answers. “Always” also puts the sender on your list.',
  send: 'Send it',
  sendHint: 'Read it first: it goes to somebody else, and what you show Zo may be in it.',
  sentToChat: 'It arrived',
  replyAs: (who: string) => `Reply as ${who}`,
  replyLabel: 'Your reply',
  replyHint: 'Arrives like real mail, in the same chat',
  others: 'Other cases',
  otherCases: { stranger: 'As a stranger', forger: 'As somebody who forges the address' },
  writeTitle: 'Write to Zo',
  writeHint: 'As if your mail program had sent it. The answer appears here.',
  subject: 'Subject',
  text: 'Message',
  arrive: 'Send to Zo',
} as const;

/** States in words, with how they are marked. */
export const STATES: Readonly<
  Record<Letter['state'], readonly [words: string, tone: 'quiet' | 'good' | 'warn' | 'bad']>
> = {
  arrived: ['Arriving', 'quiet'],
  received: ['Given to Zo', 'good'],
  held: ['Held, nothing went back', 'warn'],
  ignored: ['Not answered', 'quiet'],
  bounce: ['Came back', 'bad'],
  queued: ['On its way', 'quiet'],
  kept: ['Kept here', 'quiet'],
  sent: ['Sent', 'good'],
  failed: ['Not sent', 'bad'],
};

export const stateWords = ({ state, direction }: Pick<Letter, 'state' | 'direction'>): string =>
  state === 'held' && direction === 'out' ? 'Waits for your yes' : STATES[state][0];
