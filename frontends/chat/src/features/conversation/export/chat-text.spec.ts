import { expect, it } from '@jest/globals';
import type { Message } from '../../../api/types';
import { chatJson, chatMarkdown, fileNameOf } from './chat-text';

const messages = [
  {
    id: 'q',
    parent_id: null,
    role: 'user',
    created_at: '',
    status: 'complete',
    parts: [{ type: 'text', text: 'Count the files' }],
    files: [{ id: 'f', path: 'w/Shop/a`b.md' }],
    attachments: [
      { id: 'p', kind: 'text', title: 'list', content: 'a\n```\nb', lineCount: 3, charCount: 7, createdAt: '' },
    ],
  },
  {
    id: 'a',
    parent_id: 'q',
    role: 'assistant',
    created_at: '',
    status: 'stopped',
    model: 'provider:big:1b',
    parts: [
      { type: 'reasoning', text: 'Hm.' },
      {
        type: 'tool',
        call_id: 'c',
        tool: 'run_bash_command',
        args: { cmd: 'ls | wc -l' },
        state: 'done',
        result: { type: 'text', text: '12\n' },
      },
      { type: 'steer', id: 's', text: 'only notes', files: [], attachments: [] },
      { type: 'summary', text: '**Goal**: a count\nno more', before_step: null },
      { type: 'text', text: 'Twelve.' },
    ],
  },
] as Message[];
const chat = {
  id: 'c',
  title: 'Files',
  created_at: '2026-11-25T10:00:00Z',
  updated_at: '2026-11-25T10:00:00Z',
  leaf_id: 'a',
  messages,
};

it('a chat as Markdown has what was said and done, and text with backticks stays inside its fence', () => {
  expect(chatMarkdown(chat)).toBe(
    [
      '# Files',
      '2026-11-25',
      '## You',
      '- ``w/Shop/a`b.md``',
      'list',
      '````\na\n```\nb\n````',
      'Count the files',
      '## Answer (big:1b)',
      '*Ran* `ls | wc -l`',
      '```\n12\n```',
      '**You, meanwhile:**',
      'only notes',
      'Earlier messages were summarised:',
      '> **Goal**: a count\n> no more',
      'Twelve.',
      '*Stopped.*',
    ].join('\n\n') + '\n',
  );
});

it('a chat as JSON has its messages as the API gives them', () => {
  expect(JSON.parse(chatJson(chat))).toEqual(chat);
});

it('names of files are harmless', () => {
  expect(fileNameOf('a/b: "c"?\u202e', 'md')).toBe('a b c.md');
  expect(fileNameOf('../../x', 'json')).toBe('x.json');
  expect(fileNameOf(null, 'md')).toBe('No Title.md');
});
