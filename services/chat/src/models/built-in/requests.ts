/** The plain forms of requests that the built-in helper understands, and the tool calls of each. */

export interface DoneCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly output: string;
  /** Error code of a failed call. */
  readonly failed?: string;
}

export interface PlannedCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

export type Request =
  | { kind: 'read'; file: string }
  | { kind: 'list'; folder: string }
  | { kind: 'search'; words: string }
  | { kind: 'run'; cmd: string }
  | { kind: 'write'; file: string; content: string }
  | { kind: 'append'; file: string; content: string };

const unquote = (text: string) =>
  text
    .trim()
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .trim();
const NAME = String.raw`("[^"\n]+"|'[^'\n]+'|\`[^\`\n]+\`|[^\s:]+)`;

const FORMS: readonly [RegExp, (match: RegExpExecArray) => Request][] = [
  [
    /^(?:please\s+)?(?:read|show|open|cat|print)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(\S.*)$/i,
    ([, file]) => ({ kind: 'read', file: unquote(file!) }),
  ],
  [
    /^(?:please\s+)?(?:list|ls|dir)(?:\s+(?:my|the|all))*(?:\s+(?:files|folders|folder|directory))*(?:\s+(?:in|of))?(?:\s+(\S.*))?$/i,
    ([, folder]) => ({ kind: 'list', folder: unquote(folder ?? '') }),
  ],
  [
    /^(?:please\s+)?(?:search|find|grep)\s+(?:for\s+)?(\S.*)$/i,
    ([, words]) => ({ kind: 'search', words: unquote(words!) }),
  ],
  [
    /^(?:please\s+)?(?:run|exec|execute|\$)\s+(\S[\s\S]*)$/i,
    ([, cmd]) => ({ kind: 'run', cmd: cmd!.trim().replace(/^`([^`]*)`$/, '$1') }),
  ],
  [
    new RegExp(
      `^(?:please\\s+)?(?:write|create|make)\\s+(?:the\\s+|a\\s+)?(?:file\\s+|note\\s+)?${NAME}` +
        '(?:\\s*:\\s*|\\s+(?:with|saying|containing)\\s+)([\\s\\S]+)$',
      'i',
    ),
    ([, file, content]) => ({ kind: 'write', file: noteName(unquote(file!)), content: ended(content!) }),
  ],
  [
    new RegExp(`^(?:please\\s+)?(?:write|create)\\s+${NAME}\\s+(\\S[\\s\\S]*)$`, 'i'),
    ([, file, content]) => ({ kind: 'write', file: noteName(unquote(file!)), content: ended(content!) }),
  ],
  [
    new RegExp(`^(?:please\\s+)?(?:append|add)\\s+(?:to\\s+)?${NAME}\\s*(?::\\s*|\\s)([\\s\\S]+)$`, 'i'),
    ([, file, content]) => ({ kind: 'append', file: noteName(unquote(file!)), content: content!.trim() }),
  ],
];

const noteName = (name: string) => (/\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}.md`);
const ended = (content: string) => `${content.replace(/\n+$/, '')}\n`;

/** Parses a message into one request, or one per line. Undefined if it is not understood. */
export function parseRequests(message: string): Request[] | undefined {
  const text = message.trim();
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const each = lines.map(parseOne);
  if (lines.length > 1 && each.every((request) => request !== undefined)) return each as Request[];
  const whole = parseOne(text);
  return whole && [whole];
}

function parseOne(text: string): Request | undefined {
  for (const [form, make] of FORMS) {
    const match = form.exec(text);
    if (match) return make(match);
  }
  return undefined;
}

/** Returns the first call of a request. */
export function firstCall(request: Request): PlannedCall {
  switch (request.kind) {
    case 'read':
      return { tool: 'read_file', args: { target_file: request.file } };
    case 'list':
      return {
        tool: 'run_bash_command',
        args: { cmd: `ls -lA --group-directories-first --time-style=long-iso -- ${quote(request.folder || '.')}` },
      };
    case 'search':
      return { tool: 'grep_search', args: { query: request.words } };
    case 'run':
      return { tool: 'run_bash_command', args: { cmd: request.cmd } };
    case 'write':
      return { tool: 'create_or_rewrite_file', args: { target_file: request.file, content: request.content } };
    case 'append':
      return {
        tool: 'edit_file',
        args: { target_file: request.file, operations: [{ type: 'append_line', content: request.content }] },
      };
  }
}

/** Returns the call that corrects a failed one, if the helper can; undefined once the request is done. */
export function nextCall(
  request: Request,
  done: readonly { tool: string; failed?: string }[],
): PlannedCall | undefined {
  const last = done.at(-1);
  if (!last) return firstCall(request);
  if (request.kind === 'write' && done.length === 1 && (last.failed === 'not_read' || last.failed === 'conflict'))
    return { tool: 'read_file', args: { target_file: request.file } };
  if (request.kind === 'write' && last.tool === 'read_file' && !last.failed) return firstCall(request);
  if (request.kind === 'append' && last.tool === 'edit_file' && last.failed === 'not_found') {
    return { tool: 'create_or_rewrite_file', args: { target_file: request.file, content: ended(request.content) } };
  }
  if (request.kind === 'search' && done.length === 1)
    return { tool: 'grep_search', args: { query: request.words, search_kind: 'file_name' } };
  return undefined;
}

const quote = (text: string) => (text.startsWith('~/') ? `~/${single(text.slice(2))}` : single(text));
const single = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
