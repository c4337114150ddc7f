/** Finds what an app says of an error, for the model. */
import { at } from '../apps/tools/app-tool.js';

const MAX = 300;
/** Where apps put their sentence. */
const WAYS: readonly (readonly string[])[] = [
  ['error', 'message'],
  ['errors', '0', 'message'],
  ['error_description'],
  ['error_summary'],
  ['message'],
  ['detail'],
  ['reason'],
  ['error'],
];

/** One short line without signs that change how it is read. */
const cleaned = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX)
    .toWellFormed();

/** @param body of an error, or its sentence */
export function problemIn(body: string): string {
  const found = sentenceIn(body);
  const sentence = cleaned(found ?? '');
  return sentence === '' ? 'it does not say why.' : /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function sentenceIn(body: string): string | undefined {
  try {
    const json = JSON.parse(body) as unknown;
    return WAYS.map((way) => at(json, ...way)).find((value): value is string => typeof value === 'string');
  } catch {
    // A page of a proxy says nothing that helps.
    return body.trimStart().startsWith('<') || body.trimStart().startsWith('{') ? undefined : body;
  }
}

const SCOPE_MISSING = new RegExp(
  [
    'insufficient (authentication |permission)?\\s*scopes?',
    'missing_scope',
    'INSUFFICIENT_SCOPE',
    'insufficient permission',
    'not enough permissions to access',
  ].join('|'),
  'i',
);

/** Whether the token lacks a scope, in the words of Google, Slack, GitHub, Dropbox, Airtable and LinkedIn. */
export const isScopeMissing = (problem: string): boolean => SCOPE_MISSING.test(problem);
