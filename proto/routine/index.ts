/**
 * The form of a `.zoroutine` file, for the browser and services. It is edited in place, so that all other bytes stay.
 */
import { isMap, isScalar, isSeq } from 'yaml';
import { stepsIn, type StepsRead } from '@zo/proto/routine-steps';
import {
  type Entry,
  entryOf,
  FRONT,
  frontOf,
  printed,
  quoted,
  type Settings,
  textOf,
  withoutValue,
  withValue,
} from '@zo/proto/front-matter';

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

const MAX_INPUTS = 100;
const KEYS = new Set(['id', 'description', 'inputs', 'steps']);
/** Settings of the schedule, with what is read of each. */
const SCHEDULE_KEYS: Readonly<Record<string, readonly string[]>> = {
  schedule: ['rrule', 'zone'],
  on: ['file', 'mail', 'webhook'],
  budget: [],
};

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
  const hasSchedule = scheduleIn(settings).schedule !== undefined;
  return entries
    .map((entry, index) => ({ entry, end: entries[index + 1]?.key.range[0] ?? source.length }))
    .filter(({ entry }) => !KEYS.has(textOf(entry.key)) && !(hasSchedule && isOfSchedule(entry)))
    .map(({ entry, end }) => source.slice(entry.key.range[0], end).trimEnd())
    .join('\n');
}

/** Whether `scheduleIn` reads all of a setting. */
function isOfSchedule({ key, value }: Entry): boolean {
  const known = SCHEDULE_KEYS[textOf(key)];
  if (!known || !isMap(value)) return known?.length === 0 && isScalar(value);
  return value.items.every((item) => known.includes(textOf(item.key)) && isScalar(item.value));
}

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

/** The text with another schedule, or without one. What stays the same in it keeps its bytes. */
export function withSchedule(text: string, schedule: RoutineSchedule | undefined): string {
  const { schedule: before } = routineOf(text);
  const { rrule, zone = '', file, mail, webhook, budget } = schedule ?? {};
  const times = rrule === undefined ? {} : { rrule, ...(zone !== '' && { zone }) };
  const on = { ...(file && { file }), ...(mail && { mail }), ...(webhook && { webhook }) };
  const isSame = (...keys: (keyof RoutineSchedule)[]) => keys.every((key) => before?.[key] === schedule?.[key]);
  let changed = text;
  if (!isSame('rrule', 'zone')) changed = withMap(changed, 'schedule', times);
  if (!isSame('file', 'mail', 'webhook')) changed = withMap(changed, 'on', on);
  if (isSame('budget')) return changed;
  return budget === undefined ? withoutValue(changed, 'budget') : withValue(changed, 'budget', String(budget));
}

function withMap(text: string, key: string, settings: Readonly<Record<string, unknown>>): string {
  const { eol } = frontOf(text);
  const lines = Object.entries(settings).map(([name, value]) => `${eol}  ${name}: ${printed(value)}`);
  return lines.length === 0 ? withoutValue(text, key) : withValue(text, key, lines.join(''));
}

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
