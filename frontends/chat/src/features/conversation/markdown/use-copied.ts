import { useEffect, useRef, useState } from 'react';
import { toast, writeClipboard } from '@zo/web/ui';

const SHOWN_MS = 1_500;

/** Copies text; `copied` is true for 1.5 s afterwards. */
export function useCopied() {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = (text: string) => {
    writeClipboard(text).then(
      () => {
        setCopied(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
      },
      () => toast.error('The browser does not let this page copy'),
    );
  };
  return { copied, copy };
}
