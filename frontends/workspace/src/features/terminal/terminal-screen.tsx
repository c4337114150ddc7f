import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal } from '@xterm/xterm';
import { useEffect, useRef, useState } from 'react';
import { cn, useMedia } from '@zo/web/ui';
import { terminalTheme } from './colours';
import { TerminalConnection, type TerminalStatus } from './connection';
import { TERMINAL } from './messages';
import { TerminalFind } from './terminal-find';

const SCROLLBACK = 10_000;
const KEYS: readonly (readonly [string, string])[] = [
  ['Esc', '\x1b'],
  ['Tab', '\t'],
  ['Ctrl', ''],
  ['←', '\x1b[D'],
  ['↑', '\x1b[A'],
  ['↓', '\x1b[B'],
  ['→', '\x1b[C'],
];

/** Ctrl+Shift+F: without Shift the key belongs to the shell. */
const isFindKey = ({ ctrlKey, shiftKey, code }: KeyboardEvent) => ctrlKey && shiftKey && code === 'KeyF';

function createTerminal(host: HTMLElement, onFind: () => void) {
  const terminal = new Terminal({
    scrollback: SCROLLBACK,
    fontFamily: "'Geist Mono Variable', ui-monospace, monospace",
    fontSize: 13,
    lineHeight: 1.35,
    cursorBlink: true,
    theme: terminalTheme(),
    // The search marks its hits with decorations.
    allowProposedApi: true,
    macOptionIsMeta: true,
    screenReaderMode: false,
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.open(host);
  terminal.attachCustomKeyEventHandler((event) => {
    if (isFindKey(event)) {
      event.preventDefault();
      if (event.type === 'keydown') onFind();
      return false;
    }
    // Shortcuts of the app: they close the terminal or lead out of it.
    return !(event.ctrlKey && (event.code === 'Backquote' || event.code === 'F6'));
  });
  return { terminal, fit, search };
}

export interface TerminalScreenProps {
  id: string;
  /** Id of the machine of the person's own that it is on; undefined on the computer. */
  machine: string | undefined;
  /** Its place among the terminals in view; negative while it is hidden. */
  position: number;
  focused: boolean;
  large: boolean;
  onFocus: () => void;
  /** A line was sent to the shell. */
  onCommand: () => void;
  onExit: (code: number | undefined) => void;
}

/** CH-08: the screen of one shell. It stays mounted while its tab is hidden, so that the output is not drawn twice. */
export default function TerminalScreen(props: TerminalScreenProps) {
  const { id, machine, position, focused, large, onFocus, onCommand, onExit } = props;
  const visible = position >= 0;
  const host = useRef<HTMLDivElement>(null);
  const parts = useRef<{ terminal: Terminal; fit: FitAddon; connection: TerminalConnection }>(undefined);
  const [search, setSearch] = useState<SearchAddon>();
  const [finding, setFinding] = useState(false);
  const [status, setStatus] = useState<TerminalStatus>('connecting');
  const [ctrl, setCtrl] = useState(false);
  const held = useRef(false);
  held.current = ctrl;
  const exit = useRef(onExit);
  exit.current = onExit;
  const command = useRef(onCommand);
  command.current = onCommand;
  const coarse = useMedia('(pointer: coarse)');

  useEffect(() => {
    const element = host.current!;
    const { terminal, fit, search: addon } = createTerminal(element, () => setFinding(true));
    setSearch(addon);
    fit.fit();
    const screen = {
      write: (bytes: Uint8Array, processed: () => void) => terminal.write(bytes, processed),
      clear: () => terminal.reset(),
      size: () => ({ cols: terminal.cols, rows: terminal.rows }),
    };
    const connection = new TerminalConnection({ id, machine }, screen, (next, code) => {
      setStatus(next);
      if (next === 'exited') exit.current(code);
    });
    parts.current = { terminal, fit, connection };
    terminal.onData((text) => {
      const control = held.current && text.length === 1 && /[a-z[\]\\@^_]/i.test(text);
      connection.input(control ? String.fromCharCode(text.toUpperCase().charCodeAt(0) & 31) : text);
      if (control) setCtrl(false);
      if (text.includes('\r')) command.current();
    });
    terminal.onBinary((binary) => connection.inputBytes(binary));
    terminal.onResize(() => connection.resize());
    const resized = new ResizeObserver(() => element.clientHeight > 20 && fit.fit());
    resized.observe(element);
    const themed = new MutationObserver(() => (terminal.options.theme = terminalTheme()));
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'data-mode'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
      connection.close();
      terminal.dispose();
    };
  }, [id, machine]);

  useEffect(() => {
    if (focused) parts.current?.terminal.focus();
  }, [focused, large]);

  const press = (label: string, code: string) => {
    if (label === 'Ctrl') setCtrl(!ctrl);
    else parts.current?.connection.input(code);
    parts.current?.terminal.focus();
  };
  const connecting = status === 'lost' || status === 'connecting';
  return (
    <div
      aria-busy={connecting}
      onFocusCapture={onFocus}
      style={{ order: position }}
      className={cn(
        visible ? 'relative flex h-full min-w-0 flex-1 flex-col' : 'hidden',
        position > 0 && 'border-l border-line-1',
      )}
    >
      {finding && search ? (
        <TerminalFind
          search={search}
          onClose={() => {
            setFinding(false);
            parts.current?.terminal.clearSelection();
            parts.current?.terminal.focus();
          }}
        />
      ) : null}
      {/* The padding is outside of the measured element; otherwise the last row would be cut off. */}
      <div className="min-h-0 flex-1 overflow-hidden pt-1 pb-2 pl-4">
        <div ref={host} className="h-full" />
      </div>
      {connecting ? (
        <p
          role="status"
          className="absolute top-1 right-4 rounded-md bg-warn-soft px-2 py-0.5 text-xs text-warn animate-appear"
        >
          {status === 'lost' ? TERMINAL.lost : TERMINAL.connecting}
        </p>
      ) : null}
      {coarse ? (
        <div role="toolbar" aria-label="Keys" className="flex shrink-0 border-t border-line-1">
          {KEYS.map(([label, code]) => (
            <button
              key={label}
              type="button"
              aria-pressed={label === 'Ctrl' ? ctrl : undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => press(label, code)}
              className={`h-11 flex-1 text-sm ${label === 'Ctrl' && ctrl ? 'bg-surface-4' : 'active:bg-surface-3'}`}
            >
              {label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
