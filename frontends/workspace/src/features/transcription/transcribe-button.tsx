import { AudioLines, X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useFolderQuery, useMediaModelsQuery, type OpenFile } from '@zo/web/store';
import { nameOf, parentOf, type Location } from '@zo/web/paths';
import { Button, IconButton } from '@zo/web/ui';
import { useOpen } from '../../navigation/use-open';
import { TRANSCRIPTION } from './messages';
import type { RecordingKind } from './transcribe';
import { runningOf, start, subscribe, watch } from './transcriptions';

interface TranscribeButtonProps {
  location: Location;
  kind: RecordingKind;
  file: OpenFile;
}

/** TS-01 FT-13: transcribes the open recording; absent without a connected model. */
export function TranscribeButton({ location, kind, file }: TranscribeButtonProps) {
  const { data: models } = useMediaModelsQuery();
  const { currentData: folder } = useFolderQuery(parentOf(location));
  const running = useSyncExternalStore(subscribe, () => runningOf(location));
  const open = useOpen();
  useEffect(() => watch(location, open), [location, open]);
  if (!models?.some(({ task }) => task === 'transcription')) return null;
  if (running)
    return (
      <span className="flex items-center gap-0.5 text-sm text-text-2 tabular-nums">
        <span role="status" className="truncate">
          {TRANSCRIPTION.running(running.percent)}
        </span>
        <IconButton label={TRANSCRIPTION.cancel} size="sm" onClick={running.cancel}>
          <X />
        </IconButton>
      </span>
    );
  const isThere = folder?.names.includes(`${nameOf(location)}.transcript.jsonl`) ?? false;
  const label = isThere ? TRANSCRIPTION.again : TRANSCRIPTION.start;
  const begin = () => void start({ location, kind, file }, open);
  return (
    <>
      <Button variant={isThere ? 'quiet' : 'outline'} onClick={begin} className="@max-[480px]:hidden">
        <AudioLines />
        {label}
      </Button>
      <IconButton label={label} onClick={begin} className="@min-[480px]:hidden">
        <AudioLines />
      </IconButton>
    </>
  );
}
