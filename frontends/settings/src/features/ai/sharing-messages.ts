/** Sentences about providers that the owner shares. */
export const SHARING = {
  menu: 'Share',
  title: (provider: string) => `Share ${provider}`,
  lead:
    'Their answers are paid with your key. They see neither the key nor the address. What you withdraw ends their ' +
    'answers before the next step.',
  withWhom: 'With whom',
  everyone: 'Everyone here',
  everyoneHint: 'Also who joins later',
  some: 'Some people',
  which: 'Which models',
  all: 'All models',
  allHint: 'Also those you add later',
  someModels: 'Some models',
  nobody: 'Nobody else has an account here yet. Invite people in Settings, People.',
  choosePeople: 'Choose at least one person.',
  chooseModels: 'Choose at least one model.',
  save: 'Share',
  saved: (provider: string) => `${provider} is shared`,
  stop: 'Stop sharing',
  stopped: (provider: string) => `${provider} is yours alone again`,
  shared: 'Shared',
  fromOwner: 'From the owner',
  fromOwnerHint: (count: number) =>
    count === 1 ? 'One model is shared with you' : `${count} models are shared with you`,
  unread: 'With whom providers are shared could not be read',
  failed: 'The people could not be read. Try again in a moment.',
} as const;
