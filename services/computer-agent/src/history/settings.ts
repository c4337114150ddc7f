/** What the user has decided about the history: a small file of the computer, which programs can write, too. */
import fs from 'node:fs';
import { invalid } from '../errors.js';
import type { Folder } from '../home/folder.js';
import type { IgnoreRules } from './keys.js';

const FILE = 'history.json';
const FOLDER = '.computer';
const MAX_FILE_BYTES = 64 * 1024;
export const MIN_LIMIT_BYTES = 16 * 1024 * 1024;
const MAX_DAYS = 3_650;
const MAX_RULES = 100;
const MAX_RULE = 100;

export interface HistorySettings {
  /** Room of the history in bytes; 0: the share of the disk that it gets by itself. */
  readonly limitBytes: number;
  readonly keepDays: number;
  /** Names of folders or files, or endings like `*.iso`. */
  readonly ignored: IgnoreRules;
}

export const DEFAULTS: HistorySettings = { limitBytes: 0, keepDays: 90, ignored: [] };

const isRule = (rule: unknown): rule is string =>
  typeof rule === 'string' &&
  rule.length > 0 &&
  rule.length <= MAX_RULE &&
  rule.trim() === rule &&
  !/[/\0\r\n]/.test(rule) &&
  !['.', '..', '*', '*.'].includes(rule) &&
  !rule.replace(/^\*\./, '').includes('*');

const isWhole = (value: unknown, min: number, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

/** @throws INVALID with a sentence about the first thing that cannot be */
export function checkSettings({ limitBytes, keepDays, ignored }: HistorySettings, maxBytes: number): HistorySettings {
  if (limitBytes !== 0 && !isWhole(limitBytes, MIN_LIMIT_BYTES, maxBytes))
    throw invalid('The history needs at least 16 MB, and gets at most half of the disk.');
  if (!isWhole(keepDays, 1, MAX_DAYS)) throw invalid('Versions are kept for 1 to 3,650 days.');
  if (ignored.length > MAX_RULES) throw invalid('At most 100 names can be left out.');
  const bad = ignored.find((rule) => !isRule(rule)) as unknown;
  if (bad !== undefined) throw invalid(`“${String(bad).slice(0, MAX_RULE)}” is no name and no ending like *.iso.`);
  return { limitBytes, keepDays, ignored: [...new Set(ignored)] };
}

/** The settings of this computer; a file that is missing or not valid counts as the defaults. */
export function readSettings(home: Folder, maxBytes: number): HistorySettings {
  try {
    const folder = home.open(FOLDER);
    try {
      return checkSettings(parse(folder), maxBytes);
    } finally {
      folder.close();
    }
  } catch {
    return DEFAULTS;
  }
}

function parse(folder: Folder): HistorySettings {
  const { fd, stats } = folder.openFile(FILE);
  try {
    if (stats.size > BigInt(MAX_FILE_BYTES)) throw invalid('The settings of the history are too large.');
    const given = JSON.parse(fs.readFileSync(fd, 'utf8')) as Partial<HistorySettings>;
    const settings = { ...DEFAULTS, ...given };
    if (!Array.isArray(settings.ignored)) throw invalid('The names that are left out are a list.');
    return settings;
  } finally {
    fs.closeSync(fd);
  }
}

/** Writes them in one step, so that a computer that stops meanwhile has the old ones or the new ones. */
export function writeSettings(home: Folder, settings: HistorySettings): void {
  const folder = home.open(FOLDER);
  const temporary = `${FILE}.${process.pid}.new`;
  try {
    fs.writeFileSync(folder.at(temporary), `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flush: true });
    fs.renameSync(folder.at(temporary), folder.at(FILE));
    folder.syncNow();
  } finally {
    fs.rmSync(folder.at(temporary), { force: true });
    folder.close();
  }
}
