import { ChevronRight } from 'lucide-react';
import { useId, type ReactNode, type Ref } from 'react';
import { cn } from '@zo/web/ui';
import { setFolded, useFolded, type Section } from './folded';

interface TreeSectionProps {
  section: Section;
  label: string;
  list: Ref<HTMLUListElement>;
  /** The lines, as list items. */
  children: ReactNode;
}

/** A list of entries above the tree, which folds to its name. */
export function TreeSection({ section, label, list, children }: TreeSectionProps) {
  const isFolded = useFolded(section);
  const id = useId();
  return (
    <nav aria-label={label} className="flex max-h-1/3 shrink-0 flex-col border-b border-line-1 py-1">
      <h2 className="px-2">
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={isFolded ? undefined : id}
          onClick={() => setFolded(section, !isFolded)}
          className={cn(
            'flex h-7 w-full items-center gap-1 rounded-md px-2 text-xs font-medium text-text-2',
            'hover:bg-surface-3 hover:text-text-1 pointer-coarse:h-11',
          )}
        >
          {label}
          <ChevronRight className={cn('size-3.5 text-text-3 transition-transform', !isFolded && 'rotate-90')} />
        </button>
      </h2>
      {isFolded ? null : (
        <ul ref={list} id={id} className="min-h-0 overflow-y-auto px-2 pb-1">
          {children}
        </ul>
      )}
    </nav>
  );
}

/** Looks of a line in a section. */
export const sectionLine = (isCurrent: boolean): string =>
  cn(
    'flex h-[30px] w-full items-center gap-2 rounded-md px-2 text-left text-base pointer-coarse:h-11',
    isCurrent ? 'bg-surface-4 font-medium text-text-1' : 'text-text-2 hover:bg-surface-3 hover:text-text-1',
  );

/** Focuses the line of an entry, by its path key. */
export const focusLine = (list: HTMLElement | null, key: string | undefined): void =>
  [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    .find(({ dataset }) => dataset['line'] === key)
    ?.focus();
