import { useEffect, useState } from 'react';
import { toProblem } from '@zo/web/store';
import { cn, Field } from '@zo/web/ui';
import { usePreviewScheduleQuery } from '../../api/schedules.endpoints';
import { Choice } from './choice';
import { EDITOR } from './messages';
import { awayWords, browserZone, momentWords } from './moments';
import { dayName, DAYS, REPEATS, type RuleForm, ruleOf } from '@zo/web/recurrence';
import { useNow } from './use-now';

const TYPING_MS = 250;
const zones = (): string[] => [...new Set([browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The value once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The next three times of the rule in the zone of the browser, or what is wrong with it. */
function NextTimes({ rrule, zone, startsAt }: { rrule: string; zone: string; startsAt?: string }) {
  const now = useNow();
  const [settled, settledZone] = [useSettled(rrule), useSettled(zone)];
  const { currentData, error } = usePreviewScheduleQuery(
    { rrule: settled || ' ', zone: settledZone || ' ', ...(startsAt && { starts_at: startsAt }) },
    { refetchOnMountOrArgChange: 30 },
  );
  const problem = error ? toProblem(error).detail : currentData?.problem;
  return (
    <div aria-live="polite" className="rounded-lg border border-line-1 bg-surface-1 px-3 py-2.5 text-sm">
      <div className="mb-1.5 truncate font-mono text-xs text-text-2" title={rrule}>
        {rrule || ' '}
      </div>
      {problem ? (
        <p role="alert" className="break-words text-bad">
          {problem}
        </p>
      ) : (
        <ol aria-label={EDITOR.next} className="flex min-h-15 flex-col">
          {currentData?.next.map((at) => (
            <li key={at} className="flex justify-between gap-3 tabular-nums">
              <span>{momentWords(Date.parse(at), now)}</span>
              <span className="text-text-2">{awayWords(Date.parse(at), now)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

interface WhenProps {
  readonly form: RuleForm;
  readonly zone: string;
  /** Of a schedule that is there: its times count from it. */
  readonly startsAt: string | undefined;
  readonly onForm: (form: RuleForm) => void;
  readonly onZone: (zone: string) => void;
  /** Files that start it. */
  readonly file: string;
  readonly onFile: (file: string) => void;
  /** Words of mails that start it. */
  readonly mail: string;
  readonly onMail: (mail: string) => void;
}

/** At what time of its days, in which zone, and what follows from it. */
function TimeFields({ form, zone, startsAt, onForm, onZone }: Omit<WhenProps, 'file' | 'onFile' | 'mail' | 'onMail'>) {
  const { repeat, time, own } = form;
  const change = (part: Partial<RuleForm>) => onForm({ ...form, ...part });
  return (
    <>
      {repeat === 'own' ? (
        <Field
          label={EDITOR.own}
          value={own}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => change({ own: target.value })}
        />
      ) : repeat === 'hourly' ? (
        <Field
          label={EDITOR.minute}
          type="number"
          min={0}
          max={59}
          required
          value={Number(time.slice(3))}
          onChange={({ target }) =>
            change({ time: `${time.slice(0, 2)}:${String(target.valueAsNumber || 0).padStart(2, '0')}` })
          }
        />
      ) : (
        <Field
          label={EDITOR.time}
          type="time"
          required
          value={time}
          onChange={({ target }) => target.value && change({ time: target.value })}
        />
      )}
      <Field
        label={EDITOR.zone}
        list="schedule-zones"
        value={zone}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onZone(target.value)}
      />
      <datalist id="schedule-zones">
        {zones().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <NextTimes rrule={ruleOf(form)} zone={zone} startsAt={startsAt} />
    </>
  );
}

/** When a schedule is due: in words, as a rule, and as its next three times. */
export function WhenFields({ form, zone, startsAt, onForm, onZone, file, onFile, mail, onMail }: WhenProps) {
  const { repeat, days, monthDay } = form;
  const change = (part: Partial<RuleForm>) => onForm({ ...form, ...part });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{EDITOR.when}</legend>
      <Choice
        label={EDITOR.repeats}
        value={repeat}
        options={REPEATS.map((value) => ({ value, label: EDITOR.repeat[value] }))}
        onChange={(next) => change({ repeat: next, ...(next === 'own' && { own: ruleOf(form) }) })}
      />
      {repeat === 'weekly' ? (
        <div role="group" aria-label={EDITOR.days} className="flex gap-1">
          {DAYS.map((day) => (
            <button
              key={day}
              type="button"
              aria-label={`${dayName(day).slice(0, 2)} (${dayName(day)})`}
              aria-pressed={days.includes(day)}
              onClick={() =>
                change({ days: days.includes(day) ? days.filter((each) => each !== day) : [...days, day] })
              }
              className={cn(
                'h-8 flex-1 rounded-md text-sm font-medium pointer-coarse:h-11',
                days.includes(day)
                  ? 'bg-accent text-on-accent'
                  : 'border border-line-2 bg-surface-1 text-text-2 hover:bg-surface-3',
              )}
            >
              {dayName(day).slice(0, 2)}
            </button>
          ))}
        </div>
      ) : null}
      {repeat === 'monthly' ? (
        <Field
          label={EDITOR.monthDay}
          type="number"
          min={1}
          max={31}
          required
          value={Number.isNaN(monthDay) ? '' : monthDay}
          onChange={({ target }) => change({ monthDay: target.valueAsNumber })}
        />
      ) : null}
      {repeat === 'never' ? null : <TimeFields {...{ form, zone, startsAt, onForm, onZone }} />}
      <Field
        label={EDITOR.file}
        value={file}
        placeholder={EDITOR.filePlaceholder}
        hint={EDITOR.fileHint}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onFile(target.value)}
      />
      <Field
        label={EDITOR.mail}
        value={mail}
        placeholder={EDITOR.mailPlaceholder}
        hint={EDITOR.mailHint}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onMail(target.value)}
      />
    </fieldset>
  );
}
