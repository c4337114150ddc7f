import { CircleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { nameOf } from '@zo/web/paths';
import { EmptyState } from '@zo/web/ui';
import { FindInText } from '../find/find-in-text';
import { VIEWER } from '../messages';
import type { ViewerProps } from '../viewer';
import { readTranscript, timestamp } from './transcript';

/** FV-01 transcript: one row per utterance, with its time. */
export default function TranscriptViewer({ location, text = '' }: ViewerProps) {
  const lines = useMemo(() => readTranscript(text), [text]);
  if (!lines)
    return (
      <EmptyState tone="bad" icon={<CircleAlert />} title={VIEWER.noTranscript}>
        Not every line is an utterance. “Raw editor” shows the file as it is.
      </EmptyState>
    );
  return (
    <FindInText name={nameOf(location)}>
      <div className="h-full overflow-y-auto">
        <ol aria-label="Transcript" className="mx-auto max-w-[46rem] px-6 pt-8 pb-24 text-lg max-md:px-4">
          {lines.map(({ start, speaker, text: words }, index) => (
            <li key={index} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-1.5">
              <span className="font-mono text-xs leading-6 text-text-3 tabular-nums">
                {start === undefined ? '' : timestamp(start)}
              </span>
              <span className="break-words">
                {speaker ? <b className="mr-2 font-semibold">{speaker}</b> : null}
                {words}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </FindInText>
  );
}
