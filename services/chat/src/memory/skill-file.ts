/** The front matter of a SKILL.md. Whoever wrote the file, only a name and one line of words reach the prompt. */
import { parseDocument } from 'yaml';
import { z } from 'zod';

const MAX_FRONT = 16 * 1024;
const FRONT = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

const front = z.looseObject({
  name: z
    .string('Its name is missing.')
    .max(64, 'Its name is longer than 64 characters.')
    .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}])?$/u, 'Its name may hold letters, digits and hyphens only.'),
  description: z
    .string('Its description is missing.')
    .trim()
    .min(1, 'Its description is empty.')
    .max(1024, 'Its description is longer than 1024 characters.'),
  'allowed-tools': z.union([z.string(), z.array(z.string())], 'Its allowed-tools are no list of names.').optional(),
});

export interface SkillFront {
  readonly name: string;
  readonly description: string;
  readonly allowedTools?: readonly string[];
}

/** The skill, or a sentence that says what is wrong with it. */
export function readFront(text: string): SkillFront | string {
  const [, yaml] = FRONT.exec(text) ?? [];
  if (yaml === undefined) return 'SKILL.md has to begin with a block between two lines of ---.';
  if (yaml.length > MAX_FRONT) return 'The block at the beginning of SKILL.md is too long.';
  const parsed = front.safeParse(read(yaml));
  if (!parsed.success) return parsed.error.issues[0]!.path.length > 0 ? parsed.error.issues[0]!.message : UNREADABLE;
  const { name, description, 'allowed-tools': allowed } = parsed.data;
  const names = typeof allowed === 'string' ? namesIn(allowed) : allowed?.flatMap(namesIn);
  return {
    name,
    description: description.toWellFormed().replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' '),
    ...(names && { allowedTools: [...new Set(names.flatMap(toolsOf))].toSorted() }),
  };
}

const UNREADABLE = 'The block at the beginning of SKILL.md is not valid YAML.';

function read(yaml: string): unknown {
  try {
    const document = parseDocument(yaml, { logLevel: 'silent' });
    return document.errors.length === 0 ? document.toJS({ maxAliasCount: 0 }) : undefined;
  } catch {
    return undefined;
  }
}

/** `Read, Bash(git diff:*)` or `read_file grep_search`; what stands in brackets is not kept apart. */
const namesIn = (list: string): string[] =>
  list
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[\s,]+/)
    .filter(Boolean);

const COMMANDS = ['run_bash_command', 'run_parallel_cmds', 'run_sequential_cmds'];
/** What skills written for other assistants call the same things. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  Read: ['read_file'],
  Grep: ['grep_search'],
  Glob: ['grep_search'],
  Edit: ['edit_file', 'edit_file_llm'],
  MultiEdit: ['edit_file', 'edit_file_llm'],
  Write: ['create_or_rewrite_file'],
  Bash: COMMANDS,
  WebFetch: ['read_webpage'],
  WebSearch: ['web_search'],
  Task: ['perform_coding_task'],
};

const toolsOf = (name: string): readonly string[] => (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name]! : [name]);
