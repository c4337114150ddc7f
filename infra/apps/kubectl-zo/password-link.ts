import { ask, RELEASE, RELEASE_USAGE } from './admin.js';
import { type Command, say } from './command.js';
import { usage } from './failure.js';

export const passwordLink: Command = {
  name: 'password-link',
  positionals: ['HANDLE'],
  options: { ...RELEASE, why: 'string' },
  usage: `HANDLE --why TEXT ${RELEASE_USAGE}`,
  about: 'a link by which a person who forgot the password sets a new one; it works once, within a day',
  async run(kube, given) {
    const [handle] = given.positionals as [string];
    const { why } = given.options;
    if (!why?.trim()) throw usage('--why is missing');
    const { url } = await ask<{ url: string }>(kube, given, { path: 'password-links', change: { handle, why } });
    say(url);
  },
};
