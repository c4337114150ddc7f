import type { WaitingText } from '../../api/memory.endpoints';

const SOURCES: Record<WaitingText['source'], string> = {
  upload: 'It came from an upload or a download.',
  article: 'It came from a saved page.',
  chat: 'A chat wrote it after it had read text from outside.',
  network: 'It came from the internet.',
  web: 'It came from the web.',
  paste: 'It was pasted.',
  recording: 'It was said in a recording.',
  mail: 'It came in a mail.',
  sms: 'It came in a text message.',
  program: 'A program wrote it with one of your tokens.',
  mcp: 'It came from an MCP server.',
  app: 'It came from an app of yours.',
  machine: 'It came from a machine of yours.',
  unknown: 'A program wrote it, and nobody knows from what.',
};

/** Sentences about what the assistant remembers. */
export const MEMORY = {
  title: 'Memory',
  folder: 'Notes / Memory',
  none: 'Nothing remembered yet',
  noneHint: 'Tell Zo what always holds, in a chat or here. Each fact is one line of a file.',
  another: 'Add a fact',
  anotherHint: 'One sentence about you or your work, for every chat',
  placeholder: 'Write dates in full',
  add: 'Add',
  you: 'You',
  noTitle: 'No Title',
  edit: (fact: string) => `Edit: ${fact}`,
  forget: (fact: string) => `Forget: ${fact}`,
  fact: 'Fact',
  save: 'Save',
  cancel: 'Cancel',
  forgotten: 'Forgotten',
  notChanged: 'Not changed',
  showAll: (count: number) => `Show all ${count}`,
  guide: 'Read at the beginning of every chat',
  open: 'Open',
  failed: 'What Zo remembers could not be read',
  again: 'Try again',
} as const;

/** Sentences about text that waits for its user. */
export const WAITING = {
  hint: (source: WaitingText['source']) => `${SOURCES[source]} Zo does not use it until you have looked at it.`,
  look: 'Look at it',
  lookAt: (title: string) => `Look at it: ${title}`,
  keep: 'Keep',
  keepIt: (title: string) => `Keep ${title}`,
  forget: 'Forget',
  forgetIt: (title: string) => `Forget ${title}`,
  kept: 'Kept. Zo uses it from the next answer on.',
  inTrash: 'It is in the trash',
} as const;

export const SKILLS = {
  title: 'Skills',
  failed: 'The skills could not be read',
  none: 'No skill yet',
  noneHint:
    'A skill is a folder in skills with a file SKILL.md: a name, a description, and how to do one kind of work. ' +
    'Name one in a chat with /.',
  folder: 'skills',
  open: 'Open',
} as const;

/** Sentences about what a persona knows. */
export const KNOWS = {
  title: 'What it knows',
  lead: 'Counts for its next answer. What is off, it never sees.',
  memory: 'Memory',
  memoryHint: 'AGENTS.md and the facts in Notes / Memory',
  later: 'Create the persona first, then choose what it knows.',
} as const;
