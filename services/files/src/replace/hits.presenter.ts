/** What a computer says it has found, checked and bounded. */
import { type FindHitsResponse, type Hit, NotReplaceable } from '@zo/proto/agent/v1';
import { fromAgentPath, sanitiseAmount, sanitiseText } from '@zo/computer-client';
import { isFoundPath } from '../search/find.presenter.js';
import type { FileHits, LeftOut } from './replace.dto.js';

const MAX_TEXT = 300;
const MAX_FOUND = 1_000;
const MAX_REPLACEMENT = 2_000;
const HASH = /^[0-9a-f]{64}$/;
const WHY: Partial<Record<NotReplaceable, LeftOut['why']>> = {
  [NotReplaceable.NOT_TEXT]: 'not-text',
  [NotReplaceable.CHANGED]: 'changed',
};

function presentHit({ line, offset, found, replacement, text, mark }: Hit): FileHits['hits'][number] {
  const shown = sanitiseText(text, MAX_TEXT).toWellFormed();
  const end = Math.min(mark?.end ?? 0, shown.length);
  return {
    line: sanitiseAmount(line),
    offset: sanitiseAmount(offset),
    found,
    replacement,
    text: shown,
    mark: [Math.min(mark?.start ?? 0, end), end],
  };
}

const isWhole = ({ found, replacement }: Hit) =>
  found.length > 0 && found.length <= MAX_FOUND && replacement.length <= MAX_REPLACEMENT;

/** A file with its hits, or why it is left out; undefined for what is neither. */
export function presentHits({ path, version, hits, why }: FindHitsResponse): FileHits | LeftOut | undefined {
  if (!isFoundPath({ path })) return undefined;
  const location = fromAgentPath(path);
  const hash = version?.hash ?? '';
  if (hits.length === 0) return { ...location, why: WHY[why] ?? 'too-large' };
  if (!HASH.test(hash) || !hits.every(isWhole)) return { ...location, why: 'changed' };
  return { ...location, hash, hits: hits.map(presentHit) };
}
