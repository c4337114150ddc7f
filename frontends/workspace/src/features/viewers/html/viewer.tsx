import { Globe } from 'lucide-react';
import { useEffect } from 'react';
import { toProblem, useOpenContentMutation } from '@zo/web/store';
import { nameOf } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import type { ViewerProps } from '../viewer';
import { PAGE } from './messages';

/**
 * FV-01 html: the saved page, on another origin and in a sandbox: its scripts run without access to the app, to storage
 * or to the network.
 */
export default function HtmlViewer({ location, file }: ViewerProps) {
  const [openContent, { data, error, reset }] = useOpenContentMutation();
  const { mtimeMs } = file;
  // The page key remounts the viewer for another file, so only the time tells a new version.
  useEffect(() => void openContent(location), [openContent, mtimeMs]);
  if (error) {
    const { code, detail } = toProblem(error);
    const retry = <Button onClick={() => (reset(), void openContent(location))}>Try again</Button>;
    return (
      <EmptyState
        tone="bad"
        icon={<Globe />}
        title={PAGE.failed}
        action={code === 'files.no_content_origin' ? undefined : retry}
      >
        {detail} {PAGE.failedHint}
      </EmptyState>
    );
  }
  if (!data) return <SkeletonRows label="Loading" />;
  return (
    <iframe
      key={data.url}
      src={data.url}
      title={nameOf(location)}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      // Pages are written for a white sheet.
      className="block size-full border-0 bg-[white]"
    />
  );
}
