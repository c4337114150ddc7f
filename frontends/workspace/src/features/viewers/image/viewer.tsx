import { ImageOff } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { nameOf, type Location } from '@zo/web/paths';
import type { OpenFile } from '@zo/web/store';
import { EmptyState, SkeletonRows } from '@zo/web/ui';
import { useIsTooLarge } from '../../../images/use-is-too-large';
import { VIEWER } from '../messages';
import { sourceOf } from '../source';
import { Unreadable } from '../unreadable';
import { useLoadFailure } from '../use-load-failure';
import type { ViewerProps } from '../viewer';
import { ImageFrame } from './image-frame';
import type { Size } from './zoom';

/** FV-01 image: bitmaps whose head declares too many pixels are not decoded. */
export default function ImageViewer({ location, file }: ViewerProps) {
  const src = sourceOf(location, file);
  const isTooLarge = useIsTooLarge(src);
  const retry = useCallback(() => undefined, []);
  if (isTooLarge === undefined) return <SkeletonRows label="Loading" />;
  if (isTooLarge) return <Unreadable location={location} noun="image" problem="too-large" onRetry={retry} />;
  return <ImageAt key={src} location={location} file={file} src={src} />;
}

function ImageAt({ location, file, src }: { location: Location; file: OpenFile; src: string }) {
  const { ref, failed, onError } = useLoadFailure<HTMLImageElement>();
  const [[width, height], setSize] = useState<[number, number]>([0, 0]);
  const size: Size | undefined = useMemo(() => (width > 0 ? { width, height } : undefined), [width, height]);
  if (failed)
    return (
      <EmptyState tone="bad" icon={<ImageOff />} title={VIEWER.imageFailed}>
        {src}
      </EmptyState>
    );
  return (
    <ImageFrame location={location} file={file} size={size}>
      {(style) => (
        <img
          src={src}
          alt={nameOf(location)}
          ref={ref}
          draggable={false}
          onError={onError}
          onLoad={({ currentTarget: image }) => setSize([image.naturalWidth, image.naturalHeight])}
          style={style ?? { visibility: 'hidden' }}
        />
      )}
    </ImageFrame>
  );
}
