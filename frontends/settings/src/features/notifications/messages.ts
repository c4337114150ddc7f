import type { NoticesState } from '@zo/web/notices';

/** AP-02 */
export const NOTICES = {
  title: 'Notifications',
  lead: 'Each browser asks for its own permission.',
  answers: 'Answers that are done',
  hints: {
    on: 'You are told when an answer is done, or has a question, while this page is hidden.',
    off: 'You are not told. The title of the tab still shows it.',
    unset: 'Be told when an answer is done while this page is hidden. Your browser asks you first.',
    blocked: 'Your browser blocks notifications of this site. Allow them beside its address, then come back.',
    unsupported: 'This browser shows no notifications. The title of the tab shows when an answer is done.',
  } satisfies Record<NoticesState, string>,
} as const;

/** AP-02: how a run that waits asks. */
export const ASKED_BY = {
  title: 'When Zo waits for your answer',
  labels: {
    email: 'Ask me by mail',
    push: 'Ask me on my devices',
    sms: 'Ask me by text',
    telegram: 'Ask me by Telegram',
    details: 'Show what is asked in notifications',
  },
  hints: {
    email: 'A mail with a link that shows what is asked. It counts once',
    push: '“No” answers from the notification, a yes needs a look',
    sms: 'A text with a link that shows what is asked. It counts once',
    telegram: 'A message with what is asked, and buttons',
    details:
      'Everybody who sees your locked screen can read it. Off, a notification names the chat and the kind of act',
  },
  noServer: 'Without a mail server the mail stays in the outbox',
  noChat: 'Pair a Telegram chat in Channels first',
  noPhone: 'Confirm your number in Channels first',
  failed: 'Couldn’t read how you are asked',
  again: 'Try again',
  notDone: 'That did not work',
} as const;

/** AP-02 */
export const DEVICES = {
  title: 'While no page is open',
  failed: 'Couldn’t read which browsers are told',
  told: 'Told when something waits for you, and when work is done',
  this: 'This browser',
  test: 'Test',
  remove: 'Remove',
  add: 'Tell this browser',
  addHint: 'Notifications name the chat and say what kind of news there is. Your browser asks you first.',
  addButton: 'Tell me here',
  unsupported: 'This browser cannot be told. On an iPhone, add Zo to the home screen first.',
  blocked: 'Your browser blocks notifications of this site. Allow them beside its address, then try again.',
  noService: 'This browser has no push service, or cannot reach it. Try another browser.',
  notDone: 'That did not work',
} as const;
