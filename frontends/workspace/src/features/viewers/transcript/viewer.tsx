import { CircleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { nameOf, parentOf, type Location } from '@zo/web/paths';
import { useFolderQuery } from '@zo/web/store';
import { EmptyState } from '@zo/web/ui';
import { useOpen } from '../../../navigation/use-open';
import { FindInText } from '../find/find-in-text';
import { readKept, writeKept } from '../media/kept-state';
import { VIEWER } from '../messages';
import type { ViewerProps } from '../viewer';
import { timestamp } from '@zo/web/format';
import { readTranscript } from './transcript';

/** The recording beside its transcript; undefined while it is not there. */
function useRecording(location: Location): Location | undefined {
  const folder = parentOf(location);
  const { currentData: listed } = useFolderQuery(folder);
  const name = nameOf(location).replace(/\.transcript\.jsonl$/, '');
  return listed?.names.includes(name) ? { root: folder.root, path: [...folder.path, name] } : undefined;
}

/** FV-01 transcript: one row per utterance, with its time, which plays the recording from there. */
export default function TranscriptViewer({ location, text = '', place }: ViewerProps) {
  const lines = useMemo(() => readTranscript(text), [text]);
  const recording = useRecording(location);
  const open = useOpen();
  const play = (time: number) => {
    if (!recording) return;
    // The player goes on where playing stopped.
    writeKept(recording, { ...readKept(recording), time });
    open(recording);
  };
  if (!lines)
    return (
      <EmptyState tone="bad" icon={<CircleAlert />} title={VIEWER.noTranscript}>
        Not every line is an utterance. “Raw editor” shows the file as it is.
      </EmptyState>
    );
  return (
    <FindInText name={nameOf(location)} place={place} source={text}>
      <div className="h-full overflow-y-auto">
        <ol aria-label="Transcript" className="mx-auto max-w-[46rem] px-6 pt-8 pb-24 text-lg max-md:px-4">
          {lines.map(({ start, speaker, text: words }, index) => (
            <li key={index} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-1.5">
              <span className="font-mono text-xs leading-6 text-text-3 tabular-nums">
                {start === undefined ? (
                  ''
                ) : recording ? (
                  <button
                    type="button"
                    aria-label={`Play from ${timestamp(start)}`}
                    onClick={() => play(start)}
                    className="rounded-md text-accent-text hover:underline touch-area"
                  >
                    {timestamp(start)}
                  </button>
                ) : (
                  timestamp(start)
                )}
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
