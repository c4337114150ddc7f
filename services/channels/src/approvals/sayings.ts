/** What is said of a link that is not answered, or of what became of the answer. */
import type { Ending } from './approvals.service.js';

export const SAYINGS: Readonly<Record<Ending, { title: string; text: string; tone: 'good' | 'plain' }>> = {
  approve: { title: 'Allowed', text: 'Zo goes on. You can close this page.', tone: 'good' },
  deny: { title: 'Not allowed', text: 'Zo goes on without. You can close this page.', tone: 'good' },
  'used-approve': { title: 'Already answered', text: 'You said yes with this link. It counts once.', tone: 'plain' },
  'used-deny': { title: 'Already answered', text: 'You said no with this link. It counts once.', tone: 'plain' },
  reply: { title: 'Answered', text: 'Zo goes on with your answer. You can close this page.', tone: 'good' },
  'used-reply': {
    title: 'Already answered',
    text: 'Your answer was sent with this link. It counts once.',
    tone: 'plain',
  },
  elsewhere: {
    title: 'Already answered',
    text: 'This was answered elsewhere, or its chat was stopped. There is nothing left to do.',
    tone: 'plain',
  },
  expired: {
    title: 'Too late',
    text: 'Nobody answered in time, so it became a no. Open the chat to ask again.',
    tone: 'plain',
  },
  revoked: {
    title: 'This link does not count any more',
    text: 'You are no longer asked this way. Open the chat to answer there.',
    tone: 'plain',
  },
  unknown: {
    title: 'This link is not known',
    text: 'It may be cut off, or too old. Open it again from the message, or answer in the chat.',
    tone: 'plain',
  },
  foreign: {
    title: 'This is for somebody else',
    text: 'You are signed in to another account. Sign out, or open the link in another browser.',
    tone: 'plain',
  },
  session: {
    title: 'Sign in first',
    text: 'A yes to this needs you to be signed in in this browser. Sign in, then open the link again.',
    tone: 'plain',
  },
  stale: { title: 'This page is too old', text: 'Open the link again, then answer.', tone: 'plain' },
  later: { title: 'Zo does not answer right now', text: 'Nothing was decided. Try again in a minute.', tone: 'plain' },
  'no-words': { title: 'There is no answer yet', text: 'Go back and write what you want to answer.', tone: 'plain' },
};

/** In one line. */
export const sayingOf = (ending: Ending): string => `${SAYINGS[ending].title}. ${SAYINGS[ending].text}`;
