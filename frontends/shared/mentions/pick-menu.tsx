import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { cn } from '../ui';

export interface PickOption {
  key: string;
  icon: ReactNode;
  label: string;
  hint?: string;
}

export interface PickMenuProps {
  id: string;
  label: string;
  options: readonly PickOption[];
  /** Index of the active option. */
  at: number;
  /** Line above the options: their kind, or why there are none. */
  note: string;
  /** Wider rows, for files. */
  wide: boolean;
  /** Under the field instead of over it. */
  below: boolean;
  /** Where the menu stands instead, relative to its positioned parent. */
  style?: CSSProperties;
  onMark: (index: number) => void;
  onChoose: (index: number) => void;
  /** Stands under the options. */
  children?: ReactNode;
}

export const optionId = (id: string, at: number) => `${id}-${at}`;

/** The menu over the composer; the text field keeps the focus. */
export function PickMenu({
  id,
  label,
  options,
  at,
  note,
  wide,
  below,
  style,
  onMark,
  onChoose,
  children,
}: PickMenuProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at, options]);
  return (
    <div
      className={cn(
        'absolute left-0 z-30 flex max-h-[300px] max-w-full flex-col overflow-hidden',
        'rounded-lg border border-line-1 bg-surface-1 shadow-float animate-menu-in',
        wide ? 'w-[min(540px,100%)] min-w-60' : 'w-80',
        below ? 'top-full mt-1.5' : 'bottom-full mb-1.5',
      )}
      style={style}
      // Keep the focus in the text field.
      onPointerDown={(event) => event.preventDefault()}
    >
      <p role="status" className="shrink-0 truncate px-3 pt-2 pb-1 text-xs font-medium text-text-2">
        {note}
      </p>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        className="min-h-0 overflow-y-auto p-1 pt-0 empty:hidden"
      >
        {options.map(({ key, icon, label: name, hint }, index) => (
          <li
            key={key}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => index === at || onMark(index)}
            onClick={() => onChoose(index)}
            className={cn(
              'flex h-8 items-center gap-2 rounded-md px-2 text-sm select-none pointer-coarse:h-11',
              '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-text-2',
              index === at && 'bg-surface-3',
            )}
          >
            {icon}
            <span className="max-w-[70%] truncate">{name}</span>
            <span className="min-w-0 flex-1 truncate text-right text-xs text-text-2">{hint}</span>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
