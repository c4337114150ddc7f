import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

const TOOLS = 'button:not(:disabled), input:not(:disabled), select:not(:disabled)';
const toolsOf = (row: HTMLElement): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(TOOLS)];

/** The index that a key leads to, undefined for other keys. */
function stepOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/**
 * The toolbar pattern: Tab stops once in a row of tools, at the one that had the focus last; arrow keys, Home and End
 * move between them. Returns the handler for the keys of the row.
 */
export function useRoving(row: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  const last = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const element = row.current!;
    const arrange = () => {
      const tools = toolsOf(element);
      const stop = tools.find((tool) => tool === last.current) ?? tools[0];
      for (const tool of tools) if (tool.tabIndex !== (tool === stop ? 0 : -1)) tool.tabIndex = tool === stop ? 0 : -1;
    };
    const onFocus = ({ target }: FocusEvent) => {
      last.current = target as HTMLElement;
      arrange();
    };
    arrange();
    // Tools come and go, or are disabled, without another rendering of the row.
    const changes = new MutationObserver(arrange);
    changes.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    element.addEventListener('focusin', onFocus);
    return () => {
      changes.disconnect();
      element.removeEventListener('focusin', onFocus);
    };
  }, [row]);
  return (event) => {
    const tools = toolsOf(row.current!);
    const at = tools.indexOf(event.target as HTMLElement);
    // In a text field the arrows move its cursor.
    const isField = event.target instanceof HTMLInputElement;
    if (at < 0 || isField || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = stepOf(event.key, at, tools.length);
    if (next === undefined) return;
    event.preventDefault();
    tools[next]!.focus();
  };
}
