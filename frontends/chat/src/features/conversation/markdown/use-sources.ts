import { useRef } from 'react';
import type { Message } from '../../../api/types';
import { sourcesOf, type Sources } from './sources';

/** The sources of a chat. The same object until a tool call brings more, so that growing text redraws no citation. */
export function useSources(messages: readonly Message[]): Sources {
  const kept = useRef<{ key: string; sources: Sources }>(undefined);
  const key = messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === 'tool' && part.result && 'sources' in part.result ? [part.call_id] : []))
    .join(' ');
  if (kept.current?.key !== key) kept.current = { key, sources: sourcesOf(messages) };
  return kept.current.sources;
}
