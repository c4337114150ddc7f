import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { ExternalToast } from 'sonner';
import { shownName } from '../paths';
import type * as Shower from './toaster';

type Show = (show: typeof Shower.toast) => void;

let loaded: typeof Shower | undefined;
let loading: Promise<void> | undefined;
/** What came before the code that shows toasts. */
let waiting: Show[] = [];
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const load = () =>
  (loading ??= import('./toaster').then(
    (module) => {
      loaded = module;
      for (const show of waiting) show(module.toast);
      waiting = [];
      for (const listener of listeners) listener();
    },
    // Tried again with the next toast.
    () => void (loading = undefined),
  ));

function run(show: Show): void {
  if (loaded) return show(loaded.toast);
  waiting.push(show);
  void load();
}

let count = 0;

/** Sentences name files. */
const inWords = (text: ReactNode): ReactNode => (typeof text === 'string' ? shownName(text) : text);

/** Shows a toast of a kind and returns its id, by which it is replaced or dismissed. */
const say =
  (kind: 'message' | 'success' | 'error' | 'info' | 'loading') =>
  (text: ReactNode, options: ExternalToast = {}): string | number => {
    const id = options.id ?? `toast-${++count}`;
    const { description } = options;
    const named = { ...options, id, ...(typeof description === 'string' && { description: shownName(description) }) };
    run((show) => show[kind](inWords(text), named));
    return id;
  };

/** Says something at the lower end of the page. */
export const toast = Object.assign(say('message'), {
  success: say('success'),
  error: say('error'),
  info: say('info'),
  loading: say('loading'),
  dismiss: (id: string | number) => run((show) => void show.dismiss(id)),
});

interface ToasterProps {
  mode: 'light' | 'dark';
  /** The page has rested: the code is loaded before the first toast, which may have to say that the line is lost. */
  isIdle?: boolean;
}

/** Container of all toasts, whose code no first page waits for. Rendered once, by the shell. */
export function Toaster({ mode, isIdle = false }: ToasterProps) {
  const shower = useSyncExternalStore(subscribe, () => loaded);
  useEffect(() => {
    if (isIdle) void load();
  }, [isIdle]);
  return shower ? <shower.Toasts mode={mode} /> : null;
}
