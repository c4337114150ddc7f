/** User-visible texts of the chat, with the ids of their requirements. */
export const TEXT = {
  /** CH-07, CH-13 */
  noTitle: 'No Title',
  newChat: 'New chat',
  /** CH-01 */
  send: 'Send',
  stop: 'Stop generation',
  queue: 'Queue for after this answer',
  queueTitle: 'Waiting to be sent',
  sendNow: 'Send now',
  editQueued: 'Edit',
  removeQueued: 'Remove',
  steers: 'Is shown at the next step',
  held: 'The answer ended before this was sent',
  placeholder: 'Ask, or tell your computer what to do',
  commands: 'Commands',
  dropHere: 'Drop to add to the message',
  tooManyFiles: (most: number) => `Only the first ${most} were added. A message takes ${most} files at most.`,
  tooManyAttachments: (most: number) => `A message takes ${most} pasted texts at most. Remove one, then ask again.`,
  summarised: 'Earlier messages were summarised',
  question: 'Question from Zo',
  replyLabel: 'Your answer',
  replyOther: 'Or write another answer',
  reply: 'Answer',
  skipQuestion: 'Skip',
  tryAgain: 'Try again',
  tryAgainWith: 'Try again with another model',
  goOn: 'Continue',
  /** Said for the user by the button. */
  goOnWords: 'Go on exactly where you stopped.',
  fork: 'Continue in a new chat from here',
  exportMarkdown: 'Export as Markdown',
  exportJson: 'Export as JSON',
  emptyTitle: 'What shall your computer do?',
  /** CH-10 */
  showSource: 'Show the source',
  showDiagram: 'Show the diagram',
  diagramError: (why: string) => `This diagram could not be drawn. ${why}`,
  /** CH-12 */
  footnote: (id: string) => `Footnote ${id}`,
  footnotes: 'Footnotes',
  noCitation: 'No citation found.',
  toolArguments: (tool: string) => `Arguments of ${tool}`,
  toolUnused: 'This answer did not use the tool.',
  /** CH-11 */
  loadFailed: (status: number, body: string) =>
    `API request to get conversation history failed with status ${status}: ${body}`,
  /** MD-02, MD-03 */
  subscribersOnly: 'Subscribers Only',
  upgrade: 'Upgrade to use',
  modelsFailed: 'Failed to fetch models',
  preferenceFailed: 'Failed to update model preference',
  addModel: 'Add a model',
  /** ZF-04 */
  persona: 'Persona',
  personas: 'Personas',
  noPersona: 'No persona',
  newPersona: 'New persona',
  personasLoading: 'Loading…',
  personaFailed: 'Failed to update active Zofile',
  helperHasNone: 'The built-in helper answers as itself',
} as const;
