import type { RefObject } from 'react';
import { cn } from '@zo/web/ui/cn';
import { NOTE } from '../messages';

interface CalendarFieldProps {
  field: RefObject<HTMLInputElement | null>;
  onChoose: (day: string) => void;
  /** Escape: back to the text. */
  onLeave: () => void;
}

/** Years with fewer digits are still being typed. */
const FIRST_DAY = '1000';

/** ED-03: the field that the calendar of the browser opens at; it is seen while it has the focus. */
export const CalendarField = ({ field, onChoose, onLeave }: CalendarFieldProps) => (
  <div className="relative shrink-0">
    <input
      ref={field}
      type="date"
      aria-label={NOTE.calendarDay}
      tabIndex={-1}
      className={cn(
        'pointer-events-none absolute bottom-0 left-2 h-1 w-8 opacity-0',
        'focus:pointer-events-auto focus:static focus:m-2 focus:h-8 focus:w-auto focus:rounded-md',
        'focus:border focus:border-line-2 focus:px-2 focus:text-sm focus:opacity-100',
      )}
      onChange={({ target }) => target.value >= FIRST_DAY && onChoose(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onLeave();
      }}
    />
  </div>
);

/** Opens the calendar. Where the browser has none to open, the day is typed into the field. */
export function openCalendar(field: HTMLInputElement | null): void {
  field?.focus();
  field?.showPicker();
}
