import { useState } from 'react';
import { withSchedule, type Routine, type RoutineSchedule } from '@zo/proto/routine';
import { formOf, NEW_RULE, ruleOf, whenInWords } from '@zo/web/recurrence';
import { browserZone, type When, WhenFields } from '@zo/web/schedules';
import { Button, Field, Switch } from '@zo/web/ui';
import type { NoteHeadProps } from '../note/note-editor';
import { ARMING, WHEN } from './messages';

interface Draft extends When {
  readonly webhook: boolean;
  /** Dollars, as typed. */
  readonly budget: string;
}

/** When the routine runs on its own, and what it may spend then: the file asks for it, its user arms it. */
export function RoutineWhen({ read: { schedule }, onEdit }: { read: Routine } & Pick<NoteHeadProps, 'onEdit'>) {
  const [draft, setDraft] = useState<Draft>();
  const write = (asked: RoutineSchedule | undefined) => {
    onEdit((current) => withSchedule(current, asked));
    setDraft(undefined);
  };
  if (draft)
    return (
      <WhenEditor
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
        onSave={() => write(scheduleOf(draft))}
        onCancel={() => setDraft(undefined)}
      />
    );
  return (
    <section aria-label={WHEN.title}>
      <h2 className="mb-1 font-medium">{WHEN.title}</h2>
      <p className={schedule ? 'break-words' : 'text-text-2'}>{schedule ? wordsOf(schedule) : WHEN.none}</p>
      <div className="mt-1 -ml-2 flex gap-1">
        <Button variant="quiet" className="text-text-2" onClick={() => setDraft(draftOf(schedule))}>
          {schedule ? WHEN.change : WHEN.add}
        </Button>
        {schedule ? (
          <Button variant="quiet" className="text-text-2" onClick={() => write(undefined)}>
            {WHEN.remove}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

interface WhenEditorProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  onSave: () => void;
  onCancel: () => void;
}

function WhenEditor({ draft, onChange, onSave, onCancel }: WhenEditorProps) {
  const { webhook, budget } = draft;
  return (
    <section aria-label={WHEN.title} className="space-y-3 rounded-lg border border-line-1 p-3">
      <WhenFields when={draft} onChange={onChange} />
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium">{WHEN.webhook}</span>
        <Switch checked={webhook} onChange={(on) => onChange({ webhook: on })} label={WHEN.webhook} />
      </div>
      <Field
        label={WHEN.budget}
        type="number"
        inputMode="decimal"
        min={0.01}
        max={1000}
        step={0.01}
        placeholder="$"
        hint={WHEN.budgetHint}
        value={budget}
        onChange={({ target }) => onChange({ budget: target.value })}
      />
      <p className="text-text-2">{WHEN.armHint}</p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={onSave}>
          {WHEN.save}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {WHEN.cancel}
        </Button>
      </div>
    </section>
  );
}

const draftOf = (schedule: RoutineSchedule | undefined): Draft => ({
  form: schedule ? formOf(schedule.rrule ?? '') : NEW_RULE,
  zone: schedule?.zone || browserZone(),
  file: schedule?.file ?? '',
  mail: schedule?.mail ?? '',
  webhook: schedule?.webhook ?? false,
  budget: schedule?.budget === undefined || Number.isNaN(schedule.budget) ? '' : String(schedule.budget),
});

/** Undefined: nothing starts it. */
function scheduleOf({ form, zone, file, mail, webhook, budget }: Draft): RoutineSchedule | undefined {
  const rrule = ruleOf(form) || undefined;
  if (!rrule && !file.trim() && !mail.trim() && !webhook) return undefined;
  return {
    rrule,
    zone: rrule ? zone.trim() : '',
    file: file.trim() || undefined,
    mail: mail.trim() || undefined,
    webhook,
    budget: budget === '' ? undefined : Number(budget),
  };
}

function wordsOf({ rrule = '', zone, file, mail, webhook, budget }: RoutineSchedule): string {
  const when = whenInWords({ rrule, file: file ?? null, mail: mail ?? null, webhook }, zone && ` (${zone})`);
  return [when || WHEN.never, ...(budget === undefined ? [] : [ARMING.most(budget)])].join(' · ');
}
