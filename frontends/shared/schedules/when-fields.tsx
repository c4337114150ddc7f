import { useEffect, useId, useState } from 'react';
import { dayName, DAYS, REPEATS, type RuleForm, ruleOf } from '@zo/web/recurrence';
import { toProblem, usePreviewScheduleQuery } from '@zo/web/store';
import { cn, Field } from '@zo/web/ui';
import { Choice } from './choice';
import { WHEN } from './messages';
import { awayWords, browserZone, momentWords } from './moments';
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
        <ol aria-label={WHEN.next} className="flex min-h-15 flex-col">
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

/** What starts a schedule, as its fields hold it. */
export interface When {
  readonly form: RuleForm;
  readonly zone: string;
  /** Files that start it. */
  readonly file: string;
  /** Words of mails that start it. */
  readonly mail: string;
}

interface WhenProps {
  readonly when: When;
  /** Of a schedule that is there: its times count from it. */
  readonly startsAt?: string;
  readonly onChange: (part: Partial<When>) => void;
}

/** At what time of its days, in which zone, and what follows from it. */
function TimeFields({ when: { form, zone }, startsAt, onChange }: WhenProps) {
  const id = useId();
  const { repeat, time, own } = form;
  const change = (part: Partial<RuleForm>) => onChange({ form: { ...form, ...part } });
  return (
    <>
      <div className="grid gap-3 @md:grid-cols-2">
        {repeat === 'own' ? (
          <Field
            label={WHEN.own}
            value={own}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => change({ own: target.value })}
          />
        ) : repeat === 'hourly' ? (
          <Field
            label={WHEN.minute}
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
            label={WHEN.time}
            type="time"
            required
            value={time}
            onChange={({ target }) => target.value && change({ time: target.value })}
          />
        )}
        <Field
          label={WHEN.zone}
          list={id}
          value={zone}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ zone: target.value })}
        />
      </div>
      <datalist id={id}>
        {zones().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <NextTimes rrule={ruleOf(form)} zone={zone} startsAt={startsAt} />
    </>
  );
}

/** When a schedule is due: in words, as a rule, and as its next three times. */
export function WhenFields(props: WhenProps) {
  const { when, onChange } = props;
  const { form, file, mail } = when;
  const { repeat, days, monthDay } = form;
  const change = (part: Partial<RuleForm>) => onChange({ form: { ...form, ...part } });
  return (
    <fieldset className="@container flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{WHEN.when}</legend>
      <Choice
        label={WHEN.repeats}
        value={repeat}
        options={REPEATS.map((value) => ({ value, label: WHEN.repeat[value] }))}
        onChange={(next) => change({ repeat: next, ...(next === 'own' && { own: ruleOf(form) }) })}
      />
      {repeat === 'weekly' ? (
        <div role="group" aria-label={WHEN.days} className="flex gap-1">
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
          label={WHEN.monthDay}
          type="number"
          min={1}
          max={31}
          required
          value={Number.isNaN(monthDay) ? '' : monthDay}
          onChange={({ target }) => change({ monthDay: target.valueAsNumber })}
        />
      ) : null}
      {repeat === 'never' ? null : <TimeFields {...props} />}
      <Field
        label={WHEN.file}
        value={file}
        placeholder={WHEN.filePlaceholder}
        hint={WHEN.fileHint}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange({ file: target.value })}
      />
      <Field
        label={WHEN.mail}
        value={mail}
        placeholder={WHEN.mailPlaceholder}
        hint={WHEN.mailHint}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange({ mail: target.value })}
      />
    </fieldset>
  );
}
