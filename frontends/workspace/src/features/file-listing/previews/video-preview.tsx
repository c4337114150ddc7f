import { useState } from 'react';
import { timestamp } from '@zo/web/format';
import { rawHref } from '@zo/web/paths';
import type { PreviewProps } from './preview';

/** Seconds from the start of what is shown: the first picture is often black. */
const AT = 1;

/** A picture of a video, and how long it is. */
export function VideoPreview({ entry, version, onMissing }: PreviewProps) {
  const [seconds, setSeconds] = useState<number>();
  return (
    <>
      <video
        src={`${rawHref(entry)}?v=${version}#t=${AT}`}
        preload="metadata"
        muted
        playsInline
        disablePictureInPicture
        tabIndex={-1}
        onLoadedMetadata={({ currentTarget }) =>
          // A recording may have sound only.
          currentTarget.videoWidth > 0 ? setSeconds(currentTarget.duration) : onMissing()
        }
        onError={onMissing}
        className="pointer-events-none size-full object-cover"
      />
      {seconds !== undefined && Number.isFinite(seconds) ? (
        <span className="absolute right-1.5 bottom-1.5 rounded-sm bg-surface-1 px-1 text-xs text-text-1 tabular-nums">
          {timestamp(Math.max(1, Math.round(seconds)))}
        </span>
      ) : null}
    </>
  );
}
