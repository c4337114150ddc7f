import { useCallback } from 'react';
import { nameOf, type Location } from '@zo/web/paths';
import type { OpenFile } from '@zo/web/store';
import { SkeletonRows } from '@zo/web/ui';
import { ImageFrame } from '../image/image-frame';
import { sourceOf } from '../source';
import { Unreadable } from '../unreadable';
import { useLoaded } from '../use-loaded';
import type { ViewerProps } from '../viewer';
import { decodeHeic } from './decode';

const MAX_BYTES = 64 * 1024 * 1024;

/** FV-01 heic: decoded in the browser, scaled to the pane. */
export default function HeicViewer({ location, file }: ViewerProps) {
  const { result, problem, retry } = useLoaded(sourceOf(location, file), MAX_BYTES, decodeHeic);
  if (problem) return <Unreadable location={location} noun="image" problem={problem} onRetry={retry} />;
  if (!result) return <SkeletonRows label="Loading" />;
  return <Decoded location={location} file={file} image={result} />;
}

function Decoded({ location, file, image }: { location: Location; file: OpenFile; image: ImageBitmap }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (!canvas) return;
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')!.drawImage(image, 0, 0);
    },
    [image],
  );
  return (
    <ImageFrame location={location} file={file} size={image}>
      {(style) => <canvas ref={draw} role="img" aria-label={nameOf(location)} style={style} />}
    </ImageFrame>
  );
}
