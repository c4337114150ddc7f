import { useEffect, useState } from 'react';
import { provideUploader, useIdle } from '@zo/web/store';
import { ErrorBoundary, inBackground } from '@zo/web/ui';
import { lazily } from '../../operations/lazily';
import { onUploadRequest, uploadHanded } from '../../uploads/upload-picker';

// A page without uploads does not wait for it.
const load = () => import('./upload-dock');
const UploadDock = inBackground(() => load().then((module) => module.UploadDock));
/** When uploads that an earlier visit did not finish are looked for. */
const RESUME_MS = 1_000;

/** UP-01: takes requests for uploads, and shows the running ones over every page. */
export function UploadHost() {
  const isIdle = useIdle(RESUME_MS);
  const [isAsked, setAsked] = useState(false);
  useEffect(
    () =>
      onUploadRequest((request) => {
        setAsked(true);
        lazily(load, ({ stage }) => void stage(request));
      }),
    [],
  );
  useEffect(() => provideUploader(uploadHanded), []);
  return isIdle || isAsked ? (
    <ErrorBoundary fallback={() => null}>
      <UploadDock />
    </ErrorBoundary>
  ) : null;
}
