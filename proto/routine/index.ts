/** The form of a `.zoroutine` file, for the browser and services. It is edited in place, so that all other bytes stay. */
import { isMap, isScalar, isSeq, parse, parseDocument, type Pair, type ParsedNode, type YAMLMap } from 'yaml';
import { stepsIn, type StepsRead } from '@zo/proto/routine-steps';

export * from '@zo/proto/routine-steps';

export interface RoutineInput {
  readonly name: string;
  readonly description: string;
}

/** When a file asks to run, which counts only once its user has armed it. */
export interface RoutineSchedule {
  /** Undefined: at no times. */
  readonly rrule: string | undefined;
  /** IANA name; empty: the file names none. */
  readonly zone: string;
  /** Files of the workspace that start it when they come or change; undefined: none. */
  readonly file: string | undefined;
  /** Words of the sender and the subject of mails that start it; undefined: none. */
  readonly mail: string | undefined;
  /** Signed calls of other programs start it. */
  readonly webhook: boolean;
  /** Dollars that one run may spend; undefined: no limit. */
  readonly budget: number | undefined;
}

/** ZR-02: what the front matter of a routine says. */
export interface Routine extends StepsRead {
  readonly id: string;
  readonly description: string;
  readonly inputs: readonly RoutineInput[];
  readonly schedule?: RoutineSchedule;
  /** The list of its steps as written, without its key; empty: none. */
  readonly stepsText: string;
  /** Lines of all other settings, as written. */
  readonly others: string;
  /** What follows the front matter. */
  readonly instruction: string;
  /** Why the front matter cannot be read; the form shows nothing of it then. */
  readonly problem?: string;
}

/** Longer front matter is not read. */
const MAX_CHARACTERS = 65_536;
const MAX_INPUTS = 100;
const FRONT =
  /^(\uFEFF?---[ \t]*(\r?\n))((?:(?!(?:---|\.\.\.)[ \t]*(?:\r?\n|$))[^\n]*\n)*)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const KEYS = new Set(['id', 'description', 'inputs', 'steps']);
/** Text that needs no quotes, wherever it stands. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_ ./()-]*(?<! )$/u;

type Settings = YAMLMap.Parsed<ParsedNode, ParsedNode | null>;
type Entry = Pair<ParsedNode, ParsedNode | null>;

interface Front {
  /** Where the lines between the marks begin in the text. */
  readonly start: number;
  readonly source: string;
  readonly eol: string;
  readonly settings: Settings | undefined;
}

function frontOf(text: string): Front {
  const found = FRONT.exec(text);
  const [, head = '', eol = text.includes('\r\n') ? '\r\n' : '\n', source = ''] = found ?? [];
  if (!found) return { start: -1, source: '', eol, settings: undefined };
  if (source.length > MAX_CHARACTERS) throw new Error('it is too long');
  const document = parseDocument(source, { uniqueKeys: true });
  const [error] = document.errors;
  if (error) throw new Error(error.message.split('\n')[0]);
  const { contents } = document;
  if (contents !== null && !isMap(contents)) throw new Error('it is no list of settings');
  return { start: head.length, source, eol, settings: (contents as Settings | null) ?? undefined };
}

const entryOf = (settings: Settings | undefined, key: string): Entry | undefined =>
  settings?.items.find((pair) => isScalar(pair.key) && pair.key.value === key) as Entry | undefined;

const textOf = (node: unknown): string =>
  isScalar(node) && node.value !== null && typeof node.value !== 'object' ? String(node.value) : '';

/** Reads the form; broken front matter is a `problem`, never an error. */
export function routineOf(text: string): Routine {
  try {
    const { settings, source } = frontOf(text);
    const inputs = inputsIn(settings);
    return {
      id: textOf(entryOf(settings, 'id')?.value),
      description: textOf(entryOf(settings, 'description')?.value),
      inputs,
      ...scheduleIn(settings),
      ...stepsIn(
        entryOf(settings, 'steps')?.value ?? undefined,
        inputs.map(({ name }) => name),
      ),
      stepsText: stepsTextOf(settings, source),
      others: othersOf(settings, source),
      instruction: bodyOf(text),
    };
  } catch (error) {
    const nothing = { id: '', description: '', inputs: [], steps: [], stepsText: '', others: '' };
    return { ...nothing, instruction: bodyOf(text), problem: (error as Error).message };
  }
}

function inputsIn(settings: Settings | undefined): RoutineInput[] {
  const inputs = entryOf(settings, 'inputs')?.value;
  if (!isSeq(inputs)) return [];
  return inputs.items.slice(0, MAX_INPUTS).map((item) => ({
    name: isMap(item) ? textOf(item.get('name', true)) : textOf(item),
    description: isMap(item) ? textOf(item.get('description', true)) : '',
  }));
}

function scheduleIn(settings: Settings | undefined): Pick<Routine, 'schedule'> {
  const schedule = entryOf(settings, 'schedule')?.value;
  const on = entryOf(settings, 'on')?.value;
  if (!isMap(schedule) && !on) return {};
  const budget = textOf(entryOf(settings, 'budget')?.value);
  return {
    schedule: {
      rrule: isMap(schedule) ? textOf(schedule.get('rrule', true)) : undefined,
      zone: isMap(schedule) ? textOf(schedule.get('zone', true)) : '',
      webhook: isMap(on) && textOf(on.get('webhook', true)) === 'true',
      file: isMap(on) && on.has('file') ? textOf(on.get('file', true)) : undefined,
      mail: isMap(on) && on.has('mail') ? textOf(on.get('mail', true)) : undefined,
      budget: budget === '' ? undefined : Number(budget),
    },
  };
}

function stepsTextOf(settings: Settings | undefined, source: string): string {
  const entries = settings?.items ?? [];
  const index = entries.findIndex(({ key }) => textOf(key) === 'steps');
  if (index < 0) return '';
  const colon = source.indexOf(':', entries[index]!.key.range[1]);
  const lines = source
    .slice(colon + 1, entries[index + 1]?.key.range[0])
    .replace(/^[ \t]*\r?\n/, '')
    .trimEnd()
    .split(/\r?\n/);
  const indent = Math.min(...lines.filter((line) => line.trim()).map((line) => /^ */.exec(line)![0].length));
  return lines.map((line) => line.slice(indent)).join('\n');
}

function othersOf(settings: Settings | undefined, source: string): string {
  const entries = settings?.items ?? [];
  return entries
    .map((entry, index) => ({ entry, end: entries[index + 1]?.key.range[0] ?? source.length }))
    .filter(({ entry }) => !KEYS.has(textOf(entry.key)))
    .map(({ entry, end }) => source.slice(entry.key.range[0], end).trimEnd())
    .join('\n');
}

const quoted = (value: string): string => {
  const line = value.replaceAll(/[\r\n]+/g, ' ');
  return PLAIN.test(line) && typeof parse(line) === 'string' ? line : JSON.stringify(line);
};

function bodyOf(text: string): string {
  const [front = ''] = FRONT.exec(text) ?? [];
  return text
    .slice(front.length)
    .replace(/^\uFEFF/, '')
    .replace(/^(?:[ \t]*\r?\n)+/, '');
}

/** The text with another instruction. */
export function withInstruction(text: string, instruction: string): string {
  const body = bodyOf(text);
  return `${text.slice(0, text.length - body.length)}${instruction}`;
}

/** The text with an id, as the first setting. */
export function withId(text: string, id: string): string {
  const { start, eol, settings } = frontOf(text);
  if (start < 0 || entryOf(settings, 'id')) return withValue(text, 'id', id);
  return `${text.slice(0, start)}id: ${id}${eol}${text.slice(start)}`;
}

/** The text with these inputs instead of its own. */
export const withInputs = (text: string, inputs: readonly RoutineInput[]): string =>
  withItems(text, () => inputs.map(({ name, description }) => ({ name, description })));

/** The text with this list of steps instead of its own. */
export function withSteps(text: string, list: string): string {
  const { eol } = frontOf(text);
  const lines = list.trimEnd().split(/\r?\n/);
  return withValue(text, 'steps', list.trim() === '' ? '[]' : lines.map((line) => `${eol}  ${line}`).join(''));
}

/** The text with another description. */
export const withDescription = (text: string, description: string): string =>
  withValue(text, 'description', quoted(description));

/** The text with another name or description of one input. */
export function withInput(text: string, index: number, patch: Partial<RoutineInput>): string {
  const { settings, start, source } = frontOf(text);
  const inputs = entryOf(settings, 'inputs')?.value;
  const item = isSeq(inputs) ? inputs.items[index] : undefined;
  const [key, value] = Object.entries(patch)[0]!;
  const node = isMap(item) ? item.get(key, true) : undefined;
  const written = isScalar(node) && node.range ? source.slice(node.range[0], node.range[1]) : '';
  // What has a line of its own is replaced there; all else is written again as a list.
  if (isScalar(node) && node.range && written !== '' && !written.includes('\n'))
    return text.slice(0, start + node.range[0]) + quoted(value) + text.slice(start + node.range[1]);
  return withItems(text, (items) => items.map((one, at) => (at === index ? { ...one, ...patch } : one)));
}

/** The text with one more input, which has no name yet. */
export const withNewInput = (text: string): string =>
  withItems(text, (items) => [...items, { name: '', description: '' }]);

/** The text without one of its inputs. */
export const withoutInput = (text: string, index: number): string =>
  withItems(text, (items) => items.filter((_item, at) => at !== index));

type Item = Readonly<Record<string, unknown>>;

function withItems(text: string, change: (items: readonly Item[]) => readonly Item[]): string {
  const { settings, eol } = frontOf(text);
  const value = entryOf(settings, 'inputs')?.value;
  const items = isSeq(value) ? value.items.map(itemOf) : [];
  const lines = change(items).map((item) =>
    Object.entries(item)
      .map(([key, part], at) => `${eol}${at === 0 ? '  - ' : '    '}${key}: ${printed(part)}`)
      .join(''),
  );
  return withValue(text, 'inputs', lines.length === 0 ? '[]' : lines.join(''));
}

const itemOf = (item: unknown): Item =>
  isMap(item) ? (item.toJSON() as Item) : { name: textOf(item), description: '' };

const printed = (part: unknown): string => (typeof part === 'string' ? quoted(part) : JSON.stringify(part));

/** Replaces the value of a setting; a new one stands after the others, a first one creates the front matter. */
function withValue(text: string, key: string, value: string): string {
  const { start, source, eol, settings } = frontOf(text);
  const line = `${key}:${value.startsWith(eol) ? '' : ' '}${value}`;
  if (start < 0) {
    const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    return `${bom}---${eol}${line}${eol}---${eol}${eol}${text.slice(bom.length)}`;
  }
  const entry = entryOf(settings, key);
  const from = start + (entry ? entry.key.range[0] : source.length);
  if (!entry) return `${text.slice(0, from)}${line}${eol}${text.slice(from)}`;
  const end = entry.value?.range[1] ?? source.indexOf(':', entry.key.range[1]) + 1;
  // The end of a list or of a text of several lines is after its last line break.
  const written = source.slice(0, end).trimEnd();
  return text.slice(0, from) + line + text.slice(start + written.length);
}
