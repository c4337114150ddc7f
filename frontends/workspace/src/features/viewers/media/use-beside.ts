import { useMemo } from 'react';
import { skipToken, useFolderQuery, useOpenFileQuery } from '@zo/web/store';
import { nameOf, parentOf, type Location } from '@zo/web/paths';
import { readTranscript, type Utterance } from '../transcript/transcript';
import { readCaptions, utteranceOf } from './captions';

/** The name without its extension. */
export const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');

/** The text of the first of these names that lies in the folder of a file; undefined while it is not there. */
export function useBeside(location: Location, names: readonly string[]): string | undefined {
  const folder = parentOf(location);
  const { currentData: listed } = useFolderQuery(folder);
  const name = names.find((wanted) => listed?.names.includes(wanted));
  const { currentData: file } = useOpenFileQuery(
    name ? { root: folder.root, path: [...folder.path, name] } : skipToken,
  );
  return name === undefined ? undefined : (file?.fileContent ?? undefined);
}

/** The transcript beside a file: undefined while there is none, without lines when it is damaged. */
export function useTranscript(location: Location): { lines?: Utterance[] } | undefined {
  const text = useBeside(location, [`${nameOf(location)}.transcript.jsonl`]);
  return useMemo(() => (text === undefined ? undefined : { lines: readTranscript(text) }), [text]);
}

/** As `useTranscript`. Captions count as one, because a recording has no picture to show them on. */
export function useSpoken(location: Location): { lines?: Utterance[] } | undefined {
  const transcript = useTranscript(location);
  const captions = useCaptionsText(location);
  return useMemo(
    () => transcript ?? (captions === undefined ? undefined : { lines: readCaptions(captions)?.map(utteranceOf) }),
    [transcript, captions],
  );
}

export function useCaptionsText(location: Location) {
  const stem = stemOf(nameOf(location));
  return useBeside(location, [`${stem}.vtt`, `${stem}.srt`]);
}
