import { parseArgs } from 'node:util';
import { usage } from './failure.js';

/** `string` options take a value. */
export type Options = Readonly<Record<string, 'string' | 'boolean'>>;

/** The arguments of a command. Options are named as they are typed. */
export interface Form {
  /** Names of the positional arguments, all of which are required. */
  readonly positionals: readonly string[];
  readonly options: Options;
  readonly required?: readonly string[];
}

export interface Given {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
}

/** Options of every command, which select the cluster. */
const EVERYWHERE = { kubeconfig: 'string', context: 'string' } as const;
const SHORT: Readonly<Record<string, string>> = { output: 'o', follow: 'f', file: 'f' };

/** @throws Failure that says which argument is wrong */
export function read(form: Form, args: readonly string[]): Given {
  const options = Object.fromEntries(
    Object.entries({ ...EVERYWHERE, ...form.options }).map(([name, type]) => [
      name,
      { type, ...(SHORT[name] && { short: SHORT[name] }) },
    ]),
  );
  const { positionals, values } = parsed(args, options);
  if (positionals.length < form.positionals.length) throw usage(`${form.positionals[positionals.length]} is missing`);
  if (positionals.length > form.positionals.length)
    throw usage(`"${positionals[form.positionals.length]}" is one argument too many`);
  const missing = form.required?.find((name) => !String(values[name] ?? '').trim());
  if (missing) throw usage(`--${missing} is missing`);
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    positionals,
    options: Object.fromEntries(texts),
    flags: new Set(Object.keys(values).filter((name) => values[name] === true)),
  };
}

function parsed(args: readonly string[], options: Record<string, { type: 'string' | 'boolean'; short?: string }>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usage((error as Error).message.split('. ')[0]!);
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Converts `90s`, `30m`, `2h`, `7d` to milliseconds. @throws Failure */
export function duration(text: string, option: string): number {
  const ms = durationOf(text);
  if (ms === undefined) throw usage(`--${option} is a time like 90s, 30m, 2h or 7d, and not "${text}"`);
  return ms;
}

function durationOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count ? Number(count) * UNITS[unit!]! : undefined;
}

/** Converts `2027-01-31T12:00:00Z`, or `2h` from now, to the time format of the API server. @throws Failure */
export function moment(text: string, now: number): string {
  const ms = durationOf(text);
  const at = ms === undefined ? Date.parse(text) : now + ms;
  if (Number.isNaN(at) || (ms === undefined && !/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text)))
    throw usage(`--until is a moment like 2027-01-31T12:00:00Z, or a time from now like 2h, and not "${text}"`);
  if (at <= now) throw usage('--until is over already');
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}
