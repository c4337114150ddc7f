import { z } from 'zod';
import { defineTool, text } from '../tool.js';

const MAX_QUESTION = 2_000;
const MAX_OPTION = 200;
const MAX_OPTIONS = 6;

const UNANSWERED = {
  type: 'text',
  text: 'The person did not answer. Go on as you think best, and say what you assumed.',
  code: 'unanswered',
} as const;

export const askUser = defineTool({
  name: 'ask_user',
  about: 'Asks you a question in the chat and waits for your answer.',
  description:
    'Asks the person one question and waits for the answer. Only for what you cannot find out and cannot decide ' +
    'yourself; offer the likely answers as options.',
  class: 'ask',
  needs: 'none',
  continues: true,
  parallel: false,
  input: z.strictObject({
    question: z.string().trim().min(1).max(MAX_QUESTION),
    options: z
      .array(z.string().trim().min(1).max(MAX_OPTION))
      .max(MAX_OPTIONS)
      .optional()
      .describe('Short answers to choose from; the person may also write another'),
  }),
  async execute({ question }, { ask }) {
    const reply = await ask(question);
    return reply === undefined ? UNANSWERED : text(reply);
  },
});
