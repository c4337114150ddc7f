/**
 * Sentences of an answer, English and German, that say something was done. This module reads words only; `backed.ts`
 * says whether a call did it.
 */
export type Act = 'sent' | 'scheduled' | 'published' | 'deleted' | 'ran' | 'wrote' | 'done';

export interface Claim {
  readonly act: Act;
  /** Offsets of its sentence in the text. */
  readonly start: number;
  readonly end: number;
}

const ENGLISH: Record<Exclude<Act, 'done'>, string> = {
  sent: 'sent|e-?mailed|texted|messaged|forwarded|replied|posted',
  scheduled: 'scheduled|rescheduled',
  published: 'published|deployed|launched',
  deleted: 'deleted|removed|erased|wiped|trashed',
  ran: 'ran|run|executed|tested',
  wrote: [
    'wrote|written|rewrote|rewritten|created|generated|saved|updated|edited|changed|added|renamed|moved|fixed',
    'remembered|noted',
  ].join('|'),
};
const GERMAN: Record<Exclude<Act, 'done'>, string> = {
  sent: 'gesendet|geschickt|verschickt|abgeschickt|versendet|weitergeleitet|beantwortet',
  scheduled: 'geplant|eingeplant|terminiert',
  published: 'veröffentlicht|online gestellt',
  deleted: 'gelöscht|entfernt',
  ran: 'ausgeführt|laufen lassen|getestet',
  wrote: [
    'geschrieben|erstellt|angelegt|gespeichert|geändert|aktualisiert|hinzugefügt|ergänzt|umbenannt|verschoben|behoben',
    'notiert',
  ].join('|'),
};
const ACTS = Object.keys(ENGLISH) as Exclude<Act, 'done'>[];

const word = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu');
const SOON = '(?: (?:just|also|now|already|then|successfully|both|all|gone ahead and))*';

/** How each language says that it was just done here. */
const SAYS: readonly { readonly act: Act; readonly pattern: RegExp }[] = ACTS.flatMap((act) => [
  { act, pattern: word(`(?:I|we)(?:['’]ve| have)?${SOON} (?:${ENGLISH[act]})`) },
  {
    act,
    pattern: new RegExp(`^(?:I|we)(?:['’]ve| have)? [^,;]{1,200} and${SOON} (?:${ENGLISH[act]})(?![\\p{L}])`, 'iu'),
  },
  {
    act,
    // `Run it` asks its reader to.
    pattern: new RegExp(
      `^(?:(?:and|then|all|successfully|just|now) )?(?!run\\b)(?:${ENGLISH[act]})(?![\\p{L}\\p{N}])`,
      'iu',
    ),
  },
  {
    act,
    pattern: word(
      `(?:is|are|has|have|was|were)(?: been)?(?: (?:now|all|successfully|both))+(?: been)? (?:${ENGLISH[act]})`,
    ),
  },
  { act, pattern: word(`(?:ich|wir) (?:habe|haben) (?:\\S+ ){0,30}?(?:${GERMAN[act]})`) },
  { act, pattern: word(`(?:habe|haben) (?:ich|wir) (?:\\S+ ){0,30}?(?:${GERMAN[act]})`) },
  {
    act,
    pattern: word(`(?:ist|sind|wurde|wurden) (?:jetzt|nun|alle|erfolgreich|beide)(?: \\S+){0,10} (?:${GERMAN[act]})`),
  },
  { act, pattern: new RegExp(`^(?:${GERMAN[act]})(?=[\\s.!:,]|$)`, 'iu') },
]);
/** Most sentences have no such word, and the patterns above take longer than all else of showing a paragraph. */
const HAS_WORD = new RegExp([...Object.values(ENGLISH), ...Object.values(GERMAN)].join('|'), 'i');
const DONE = /^(?:all |it['’]s |everything is |alles |ist )?(?:done|finished|erledigt|fertig)(?=[.!:,;\s–—-]|$)/iu;

/** What is not claimed: denied, offered, wished for, asked, of others, or of another time. */
const NOT_CLAIMED = word(
  [
    "not|never|no|none|nothing|without|cannot|unable|failed|couldn['’]t|\\w+n['’]t",
    'would|could|can|will|shall|should|(?<!\\d )may(?! \\d)|might|must|if|unless|once|until|before',
    'want me to|let me|going to|about to',
    'yesterday|earlier|previously|last (?:week|time|month|year)|ago|you asked whether|as (?:if|though)',
    'nicht|kein|keine|keinen|keiner|nie|niemals|ohne|nichts',
    'würde|könnte|kann|können|soll|sollte|sollen|werde|werden|möchte|falls|wenn|sobald|bevor|gestern|vorhin|früher',
  ].join('|'),
);
/** 'Updated files', 'Created by': a heading or a label. */
const IS_LABEL = new RegExp(
  `^(?:${Object.values(ENGLISH).join('|')}) ` +
    '(?:at|on|by|in|per|from|files?|items?|version|date|posts?|tasks?|results?)\\b',
  'i',
);

/** Quotes are words of others. Their length stays, so that offsets hold. */
const withoutQuotes = (text: string): string =>
  text.replaceAll(/“[^”]{0,500}”|"[^"]{0,500}"|„[^“”]{0,500}[“”]|«[^»]{0,500}»|`[^`]{0,500}`/gu, (quote) =>
    '￼'.repeat(quote.length),
  );

const MAX_SENTENCE = 600;
const MAX_TEXT = 60_000;

export function claimsIn(text: string): Claim[] {
  if (text.length > MAX_TEXT) return [];
  const plain = withoutQuotes(text);
  return sentencesOf(plain).flatMap(({ start, end }): Claim[] => {
    const sentence = plain.slice(start, end);
    if (sentence.length > MAX_SENTENCE || /\?\s*$/.test(sentence)) return [];
    const act = actOf(sentence.trim());
    return act ? [{ act, start, end }] : [];
  });
}

function actOf(sentence: string): Act | undefined {
  if (!HAS_WORD.test(sentence) && !DONE.test(sentence)) return undefined;
  if (NOT_CLAIMED.test(sentence)) return undefined;
  if (IS_LABEL.test(sentence)) return undefined;
  const found = SAYS.find(({ pattern }) => pattern.test(sentence));
  return found?.act ?? (DONE.test(sentence) ? 'done' : undefined);
}

/** A point within a name, as in `report.md`, ends no sentence. */
function sentencesOf(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/[.!?…]+(?=\s|$)|\n+/g)) {
    const end = index + (mark.startsWith('\n') ? 0 : mark.length);
    if (text.slice(start, end).trim() !== '') found.push(trimmed(text, start, end));
    start = index + mark.length;
  }
  if (text.slice(start).trim() !== '') found.push(trimmed(text, start, text.length));
  return found;
}

function trimmed(text: string, start: number, end: number): { start: number; end: number } {
  const part = text.slice(start, end);
  return { start: start + (part.length - part.trimStart().length), end: end - (part.length - part.trimEnd().length) };
}
