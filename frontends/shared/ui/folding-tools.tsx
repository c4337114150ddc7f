import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps, type FocusEvent } from 'react';
import { cn } from './cn';
import { IconButton } from './icon-button';
import { useRoving } from './use-roving';

/** Whether a group is in a line below the first one. */
function isBelow({ children }: HTMLElement, group: Element | null | undefined): boolean {
  const [first] = children;
  return first instanceof HTMLElement && group instanceof HTMLElement && group.offsetTop > first.offsetTop;
}

/**
 * A toolbar of groups in one line. The groups that do not fit are behind a button, which shows them in more lines; a
 * tool that gets the focus there shows them, too. On a touch screen the line is dragged sideways. The arrow keys move
 * between the tools, at one of which Tab stops.
 */
export function FoldingTools({ className, children, ...props }: ComponentProps<'div'>) {
  const row = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const onKeyDown = useRoving(row);
  useEffect(() => {
    const element = row.current!;
    const look = () => setCut(isBelow(element, element.lastElementChild));
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    // A tool that comes or goes leaves the size of the line as it is.
    for (const group of element.children) sizes.observe(group);
    return () => sizes.disconnect();
  }, []);
  const isShown = isOpen && isCut;
  const onFocus = ({ target }: FocusEvent) => {
    const element = row.current!;
    if (
      isShown ||
      !isBelow(
        element,
        [...element.children].find((group) => group.contains(target)),
      )
    )
      return;
    element.scrollTop = 0;
    setOpen(true);
  };
  return (
    <div className="flex min-w-0 flex-1 items-start">
      <div
        ref={row}
        role="toolbar"
        {...props}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className={cn(
          'flex min-w-0 flex-1 flex-wrap items-center [&>*]:my-1.5 [&>*]:h-7',
          'pointer-coarse:h-12 pointer-coarse:flex-nowrap pointer-coarse:overflow-x-auto',
          'pointer-coarse:[&>*]:my-0.5 pointer-coarse:[&>*]:h-11',
          !isShown && 'h-10 overflow-hidden',
          className,
        )}
      >
        {children}
      </div>
      {isCut ? (
        <IconButton
          label={isShown ? 'Fewer tools' : 'More tools'}
          active={isShown}
          aria-expanded={isShown}
          className="my-1.5"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpen(!isShown)}
        >
          <Ellipsis />
        </IconButton>
      ) : null}
    </div>
  );
}
