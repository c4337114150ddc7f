import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@zo/web/ui';
import { NOTE } from '../messages';

/** ED-03: a button that opens the calendar of the browser. */
export function CalendarRow({ onChoose }: { onChoose: (day: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="relative shrink-0 border-t border-line-1 p-1">
      <Button variant="quiet" className="w-full justify-start" onClick={() => field.current?.showPicker()}>
        <CalendarDays />
        {NOTE.calendar}
      </Button>
      {/* The calendar opens at the field, of which nothing else is shown. */}
      <input
        ref={field}
        type="date"
        aria-label={NOTE.calendarDay}
        tabIndex={-1}
        className="pointer-events-none absolute bottom-0 left-2 h-1 w-8 opacity-0"
        onChange={({ target }) => target.value && onChoose(target.value)}
      />
    </div>
  );
}
