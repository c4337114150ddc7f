/** The helper's replies: what it did, or what it can do. */
import type { DoneCall, Request } from './requests.js';

export const CAPABILITIES = `I am the built-in helper, not a language model. I do what you say in these forms:

- \`read notes.md\` – show a file
- \`list\` or \`list Articles\` – show what is in a folder
- \`search invoice\` – find words in files and file names
- \`run df -h\` – run a command on your computer
- \`write todo.md: buy milk\` – create or replace a file
- \`append todo.md: call Ada\` – add a line

For conversation and bigger tasks, [add a model](/settings#your-ai): a key of a provider, or Ollama on your own machine.`;

/** Lines of a block of a reply, which scrolls. */
const MAX_LINES = 500;
/** The end of the result of a command that failed. */
const FAILURE = /\n?\((exit code \d+|ended by \w+|ended after 10 minutes)\)$/;

export function summarise(request: Request, done: readonly DoneCall[]): string {
  const last = done.at(-1);
  if (!last) return '';
  if (request.kind === 'search') return summariseSearch(request.words, done);
  if (last.failed) return `That did not work: ${last.output.replace(/ \(\w+\)$/, '')}`;
  switch (request.kind) {
    case 'read':
      return `Here is **${inline(request.file)}**:\n\n${fence(last.output)}`;
    case 'list':
      return listing(request.folder, last.output);
    case 'run':
      return ran(request.cmd, plain(last.output));
    case 'write':
      return `${done.length > 1 ? 'Rewrote' : 'Created'} [${inline(request.file)}](${encodeURI(request.file)}).`;
    case 'append':
      return `${last.tool === 'edit_file' ? 'Added a line to' : 'Created'} [${inline(request.file)}](${encodeURI(request.file)}).`;
  }
}

function summariseSearch(words: string, done: readonly DoneCall[]): string {
  const [content, names] = done.map((call) =>
    call.failed || call.output === 'No matches.' ? [] : call.output.split('\n'),
  );
  if (!content?.length && !names?.length) return `Nothing contains “${inline(words)}”.`;
  const parts = [
    ...(names?.length ? [`Files named like that:\n\n${fence(names.join('\n'))}`] : []),
    ...(content?.length ? [`Lines with “${inline(words)}”:\n\n${fence(content.join('\n'))}`] : []),
  ];
  return parts.join('\n\n');
}

/** Says how a command ended, and shows the end of its output: errors and totals are there. */
function ran(cmd: string, output: string): string {
  const failure = FAILURE.exec(output)?.[1];
  const lines = output.replace(FAILURE, '').split('\n');
  const hidden = lines.length > MAX_LINES ? lines.length - MAX_LINES + 1 : 0;
  const shown =
    hidden > 0 ? [`… ${hidden} lines before; open the row of the command to see them`, ...lines.slice(hidden)] : lines;
  const head = failure ? `I ran ${code(cmd)}, and it failed (${failure})` : `I ran ${code(cmd)}`;
  return shown.join('').trim() === '' ? `${head}.` : `${head}:\n\n${fence(shown.join('\n'))}`;
}

/** Turns the output of ls -l into names: folders first, then files. */
function listing(folder: string, output: string): string {
  const where = folder ? `**${inline(folder)}**` : 'your workspace';
  if (/\(exit code \d+\)$/.test(output)) return `That did not work: ${output}`;
  const entries = output.split('\n').flatMap((line) => {
    const match = /^([d-])\S+\s+\d+\s+\S+\s+\S+\s+\d+\s+\d{4}-\d\d-\d\d \d\d:\d\d (.+)$/.exec(line);
    return match ? [match[1] === 'd' ? `${match[2]}/` : match[2]!] : [];
  });
  if (entries.length === 0) return `There is nothing in ${where}.`;
  return `In ${where}:\n\n${fence(entries.join('\n'))}`;
}

const plain = (text: string) => text.replace(/\u001b\[[0-9;:?]*[A-Za-z]|\u001b\][^\u0007]*\u0007/g, '');
const code = (text: string) => (text.includes('`') || text.includes('\n') ? 'it' : `\`${text}\``);
const inline = (text: string) => text.replace(/[`*[\]\n]/g, ' ').trim();

/** Makes a code block whose fence does not occur in its text. */
function fence(text: string): string {
  const lines = text.split('\n');
  const shown =
    lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines`] : lines;
  const marks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${marks}\n${shown.join('\n')}\n${marks}`;
}
