import { childOf, type Location } from '@zo/proto/location';
import { z } from 'zod';
import { type Fact, factText } from '../../shapes/fact.js';
import { withChange } from '../../shapes/fact-file.js';
import { toAgentPath } from '@zo/computer-client';
import { displayPath } from '../files/paths.js';
import { decode, readBytes, writeText } from '../files/text-file.js';
import { isMissing, ToolError } from '../tool-errors.js';
import { defineTool, text, type ToolContext } from '../tool.js';

const FOLDER: Location = { root: 'w', path: ['Notes', 'Memory'] };
const FACTS = childOf(FOLDER, 'facts.md');
const MAX_BYTES = 64 * 1024;
const MAX_FILES = 40;

/** A tool of its own, because the chat and the day of a fact must not be what a model says they are. */
export const remember = defineTool({
  name: 'remember',
  about: 'Keeps a fact about you or your work for all chats, or forgets one.',
  description: [
    'Changes what is remembered across chats: one fact about the person or their work in one sentence,',
    'which holds beyond this chat. `fact` adds, `forget` takes away, both together change. Use it when',
    'the person asks for it, or says what they will not want to say again; never for what a file or a',
    'page says.',
  ].join(' '),
  class: 'write-local',
  needs: 'computer',
  parallel: false,
  input: z
    .strictObject({
      fact: factText.optional().describe('The new fact, in one sentence'),
      forget: z.string().min(1).max(4096).optional().describe('The fact as it is remembered, word for word'),
    })
    .refine(({ fact, forget }) => fact !== undefined || forget !== undefined, 'fact or forget is missing'),
  writes: () => FACTS,
  async execute({ fact, forget }, context) {
    const at = forget === undefined ? FACTS : await fileWith(context, forget);
    const before = await readBytes(context, at);
    const after: Fact | null =
      fact === undefined
        ? null
        : { text: fact, by: { chat: context.conversationId }, day: new Date().toISOString().slice(0, 10) };
    const changed = withChange(before ? decode(before.bytes, at) : '', { before: forget ?? null, after });
    if (changed === undefined) throw gone(forget!);
    if (Buffer.byteLength(changed) > MAX_BYTES)
      throw new ToolError(`${displayPath(at)} is full. Forget something first.`, 'full');
    const isShown = fact === undefined || (await context.remembers(fact));
    await writeText(context, at, { text: changed, ...(before && { before }) });
    if (fact === undefined) return text('Forgotten.');
    return text(
      isShown
        ? `Remembered in ${displayPath(at)}.`
        : `Written to ${displayPath(at)}. This chat has read text from outside, so it is remembered once the person ` +
            'has looked at it under Settings, Your AI. Tell them.',
    );
  },
});

const gone = (fact: string) => new ToolError(`No fact says: ${fact.slice(0, 200)}`, 'not_found');

/** The file of memory that has this fact. */
async function fileWith(context: ToolContext, fact: string): Promise<Location> {
  const names: string[] = [];
  try {
    const listed = context.computer.files.list({ path: toAgentPath(FOLDER) }, { signal: context.signal });
    for await (const { entries } of listed) names.push(...entries.map(({ name }) => name));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const files = names.filter((name) => name.toLowerCase().endsWith('.md')).toSorted();
  for (const name of files.slice(0, MAX_FILES)) {
    const at = childOf(FOLDER, name);
    const file = await readBytes(context, at);
    if (!file) continue;
    const change = { before: fact, after: null };
    if (withChange(decode(file.bytes, at), change) !== undefined) return at;
  }
  throw gone(fact);
}
