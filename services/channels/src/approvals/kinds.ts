/** What is said of a question where nothing of what is in the chat may be said. */
const ACTS: Readonly<Record<string, string>> = {
  two: 'wants to send something after it read text from outside',
  publish: 'wants to publish something',
  destroy: 'wants to do something that cannot be taken back',
  persist: 'wants to leave something that acts later',
  'first-time': 'wants to send something to a new recipient',
  url: 'wants to open an address that is not known',
  command: 'wants to run a command',
  'every-command': 'wants to run a command',
  app: 'wants to do something in an app of yours',
  machine: 'wants to run a command on a machine of yours',
  budget: 'wants to spend more than usual',
  question: 'has a question',
};

/** `wants to run a command` */
export const actOf = (kind: string): string => ACTS[kind] ?? 'needs your answer';
