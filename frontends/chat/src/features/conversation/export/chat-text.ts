/** A chat as a text that other programs read. */
import type { ConversationData, Message, Part } from '../../../api/types';
import { TEXT } from '../../../messages';
import { describeCall, resultText } from '../tools/describe-call';

export type ExportedChat = Pick<
  ConversationData,
  'id' | 'title' | 'created_at' | 'updated_at' | 'leaf_id' | 'messages'
>;

/** All branches, with everything that was said and done in them, and the end of the one that is shown. */
export const chatJson = ({ id, title, created_at, updated_at, leaf_id, messages }: ExportedChat): string =>
  `${JSON.stringify({ id, title, created_at, updated_at, leaf_id, messages }, null, 2)}\n`;

export function chatMarkdown({ title, created_at, messages }: ExportedChat): string {
  const head = `# ${title || TEXT.noTitle}\n\n${created_at.slice(0, 10)}`;
  return `${[head, ...messages.map(messageMarkdown)].join('\n\n')}\n`;
}

function messageMarkdown({ role, parts, files, attachments, model, status, error }: Message): string {
  const by = model ? ` (${model.slice(model.indexOf(':') + 1)})` : '';
  return [
    role === 'user' ? '## You' : `## Answer${by}`,
    ...carried({ files, attachments }),
    ...parts.map(partMarkdown),
    ...(error ? [`*${error}*`] : status === 'stopped' ? ['*Stopped.*'] : []),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const carried = ({ files = [], attachments = [] }: Pick<Message, 'files' | 'attachments'>): string[] => [
  ...(files.length > 0 ? [files.map(({ path }) => `- ${inCode(path)}`).join('\n')] : []),
  ...attachments.map(({ title, content }) => [title, fenced(content)].filter(Boolean).join('\n\n')),
];

function partMarkdown(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return '';
    case 'summary':
      return `${TEXT.summarised}:\n\n${quoted(part.text)}`;
    case 'steer':
      return ['**You, meanwhile:**', ...carried(part), part.text].filter(Boolean).join('\n\n');
    case 'tool': {
      const { verb, file, code } = describeCall(part);
      const target = file ? file.path.join('/') : code;
      const done = part.state === 'done' ? verb.done : verb.failed;
      const result = resultText(part.result);
      return [`*${done}*${target === undefined ? '' : ` ${inCode(target)}`}`, ...(result ? [fenced(result)] : [])].join(
        '\n\n',
      );
    }
  }
}

/** More backticks than the text has in a row. */
const ticks = (text: string, least: number) =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

function fenced(text: string): string {
  const fence = ticks(text, 3);
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function inCode(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  const tick = ticks(line, 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${tick}${space}${line}${space}${tick}`;
}

const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

/** Refused in names by one file system or another, or invisible. */
// Names of files must not have them.
const UNFIT = /[\\/:*?"<>|\u0000-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A name that every file system takes. */
export function fileNameOf(title: string | null | undefined, ending: string): string {
  const name = (title ?? '')
    .replaceAll(UNFIT, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '');
  return `${name.slice(0, 80).toWellFormed().trim() || TEXT.noTitle}.${ending}`;
}
