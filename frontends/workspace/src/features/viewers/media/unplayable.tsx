import type { OpenFile } from '@zo/web/store';
import type { Location } from '@zo/web/paths';
import { FileInfo } from '../info/file-info';
import { VIEWER } from '../messages';
import { Unreadable } from '../unreadable';
import { MEDIA } from './messages';
import type { PlayFailure } from './playback';

interface UnplayableProps {
  location: Location;
  file: OpenFile;
  /** As in 'This recording could not be read to its end'. */
  noun: string;
  failure: PlayFailure;
  onRetry: () => void;
}

/** FV-02: why nothing plays. */
export function Unplayable({ location, file, noun, failure, onRetry }: UnplayableProps) {
  if (failure === 'interrupted')
    return <Unreadable location={location} noun={noun} problem="unreachable" onRetry={onRetry} />;
  return <FileInfo location={location} file={file} message={VIEWER.noData} hint={MEDIA.unplayable} />;
}
