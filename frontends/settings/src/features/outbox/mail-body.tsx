import { useIsDark } from '@zo/web/drawings';
import { OUTBOX } from './messages';

/** A frame without an origin knows no theme: it has the colours of the system, of the same scheme. */
const STYLE = `
body{margin:0;padding:0 2px;color:CanvasText;font:15px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
body>:first-child{margin-top:0}a{color:LinkText}
pre{overflow-x:auto;padding:10px;border-radius:6px;background:color-mix(in oklch,CanvasText 7%,transparent)}
code{font-family:ui-monospace,monospace}
table{border-collapse:collapse}th,td{padding:4px 10px;border:1px solid GrayText;text-align:left}
blockquote{margin:0;padding-left:12px;border-left:3px solid GrayText}`;

/**
 * A mail as mail programs show it. It is in a frame without an origin and without scripts; only its links work, in a
 * tab of their own.
 */
export function MailBody({ html }: { html: string }) {
  const colorScheme = useIsDark() ? 'dark' : 'light';
  const head = `<meta charset="utf-8"><base target="_blank"><style>:root{color-scheme:${colorScheme}}${STYLE}</style>`;
  return (
    <iframe
      title={OUTBOX.mail}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<!doctype html>${head}${html}`}
      // Transparent only while both have the same scheme.
      style={{ colorScheme }}
      className="mt-4 h-[max(16rem,42dvh)] w-full border-t border-line-1 pt-4"
    />
  );
}
