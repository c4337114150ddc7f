import { toast } from '@zo/web/ui';

const PROGRESS_AFTER_MS = 500;

export interface Progress {
  say: (text: string) => void;
  /** Ends it; the id lets the result take its place. */
  end: () => string | number | undefined;
}

/** Says how far a long operation is, but shows no flash of it when it is over at once. */
export function startProgress(first: string, action?: { label: string; onClick: () => void }): Progress {
  let text = first;
  let id: string | number | undefined;
  const timer = setTimeout(() => (id = toast.loading(text, { action })), PROGRESS_AFTER_MS);
  return {
    say(next) {
      text = next;
      if (id !== undefined) toast.loading(text, { id, action });
    },
    end() {
      clearTimeout(timer);
      return id;
    },
  };
}
