import { z } from 'zod';
import { delegated, resultOf } from './delegated.js';
import { defineTool } from '../tool.js';

export const performCodingTask = defineTool({
  name: 'perform_coding_task',
  about: 'Works on a programming task of many steps, apart from the chat.',
  description:
    'Gives a programming task to a run of its own, which reads, writes and runs in the folder until it is done. For ' +
    'work of many steps; do small changes yourself.',
  class: 'delegate',
  needs: 'none',
  continues: true,
  parallel: false,
  input: z.strictObject({
    cwd: z.string().trim().min(1).max(4_096).describe('Folder to work in, below ~/workspace or ~/sites'),
    prompt: z.string().trim().min(1).max(40_000),
  }),
  async execute({ cwd, prompt }, context) {
    const task = `Work in the folder ${JSON.stringify(cwd)} (pass it as cwd to commands, and begin paths of files with it):

${prompt}

Look at what is there first. Change only what the task needs.
Run the tests or the program to see that it works. Then say which files you changed and how you checked it.`;
    return resultOf(await delegated(context, { kind: 'perform_coding_task', request: task, part: 0 }));
  },
});
