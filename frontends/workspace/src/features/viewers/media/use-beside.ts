import { skipToken, useFolderQuery, useOpenFileQuery } from '@zo/web/store';
import { nameOf, parentOf, type Location } from '@zo/web/paths';

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

export const useTranscriptText = (location: Location) => useBeside(location, [`${nameOf(location)}.transcript.jsonl`]);

export function useCaptionsText(location: Location) {
  const stem = stemOf(nameOf(location));
  return useBeside(location, [`${stem}.vtt`, `${stem}.srt`]);
}
