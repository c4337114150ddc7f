import { OUTBOX } from './messages';

/** Mail is paper: it has the same colours in both modes, as in mail programs. */
const STYLE = `<style>
body{margin:0;padding:16px;background:#fff;color:#1d2521;font:15px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
pre{overflow-x:auto;padding:10px;border-radius:6px;background:#f3f3f0}code{font-family:ui-monospace,monospace}
table{border-collapse:collapse}th,td{padding:4px 10px;border:1px solid #d5d6d0;text-align:left}
blockquote{margin:0;padding-left:12px;border-left:3px solid #d5d6d0}a{color:#10603f}
</style><base target="_blank">`;

/**
 * A mail as mail programs show it. It is in a frame without an origin and without scripts; only its links work, in a
 * tab of their own.
 */
export function MailBody({ html }: { html: string }) {
  return (
    <iframe
      title={OUTBOX.mail}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<!doctype html><meta charset="utf-8">${STYLE}${html}`}
      className="mt-4 h-[max(20rem,45dvh)] w-full rounded-lg border border-line-1 bg-white"
    />
  );
}
