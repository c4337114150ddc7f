import { Pause, Play, Trash2, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { toProblem, useZofilesQuery } from '@zo/web/store';
import { Button, cn, Field, IconButton, INPUT_LOOK, returnLostFocus, toast } from '@zo/web/ui';
import {
  useCreateScheduleMutation,
  useUpdateScheduleMutation,
  type Schedule,
  type ScheduleInput,
} from '../../api/schedules.endpoints';
import { browserZone, Choice, WhenFields } from '@zo/web/schedules';
import { HookFields } from './hook-fields';
import { EDITOR, TEXT } from './messages';
import { formOf, NEW_RULE, ruleOf } from '@zo/web/recurrence';
import type { useActs } from './use-acts';

const MAX_TITLE = 80;
const MAX_INSTRUCTION = 20_000;

interface EditorProps {
  /** Undefined: a new one. */
  readonly schedule: Schedule | undefined;
  readonly acts: ReturnType<typeof useActs>;
  readonly onSaved: (schedule: Schedule) => void;
  readonly onRemove: (schedule: Schedule) => void;
  readonly onClose: () => void;
}

type Draft = Required<Pick<ScheduleInput, 'instruction' | 'zone' | 'misfire' | 'grace_s' | 'overlap'>> & {
  readonly title: string;
  readonly zofile_id: string | null;
  readonly file: string;
  readonly mail: string;
  readonly webhook: boolean;
  /** Dollars, as typed. */
  readonly budget: string;
};

const draftOf = (schedule: Schedule | undefined): Draft => ({
  title: schedule?.title ?? '',
  instruction: schedule?.instruction ?? '',
  zone: schedule?.zone ?? browserZone(),
  misfire: schedule?.misfire ?? 'once',
  grace_s: schedule?.grace_s ?? 3_600,
  overlap: schedule?.overlap ?? 'skip',
  zofile_id: schedule?.zofile_id ?? null,
  file: schedule?.file ?? '',
  mail: schedule?.mail ?? '',
  webhook: schedule?.webhook ?? false,
  budget: schedule?.budget ? String(schedule.budget) : '',
});

const optionsOf = <Key extends string>(names: Readonly<Record<Key, string>>) =>
  (Object.entries(names) as [Key, string][]).map(([value, label]) => ({ value, label }));

function graces(now: number) {
  const known = Object.entries(EDITOR.graces).map(([seconds, label]) => ({ value: Number(seconds), label }));
  return known.some(({ value }) => value === now) ? known : [...known, { value: now, label: EDITOR.graceOf(now) }];
}

function Head({ schedule, acts, onRemove, onClose }: Omit<EditorProps, 'onSaved'>) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-0.5 border-b border-line-1 pr-2 pl-4">
      <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{schedule?.title ?? TEXT.add}</h2>
      {schedule ? (
        <>
          <IconButton label={schedule.paused_at ? TEXT.resume : TEXT.pause} onClick={() => acts.turn(schedule)}>
            {schedule.paused_at ? <Play /> : <Pause />}
          </IconButton>
          <IconButton label={TEXT.remove} onClick={() => onRemove(schedule)}>
            <Trash2 />
          </IconButton>
        </>
      ) : null}
      <IconButton label={EDITOR.close} onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}

/** What to do, by whom, and what it may cost. */
function WhatFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const { data: zofiles = [] } = useZofilesQuery();
  const id = useId();
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {EDITOR.what}
        </label>
        <textarea
          id={id}
          required
          rows={5}
          maxLength={MAX_INSTRUCTION}
          value={draft.instruction}
          placeholder={EDITOR.whatPlaceholder}
          onChange={({ target }) => change({ instruction: target.value })}
          className={cn(INPUT_LOOK, 'h-auto! resize-y py-2')}
        />
        <p className="text-xs text-text-2">{EDITOR.whatHint}</p>
      </div>
      <Field
        label={EDITOR.name}
        maxLength={MAX_TITLE}
        value={draft.title}
        placeholder={EDITOR.namePlaceholder}
        autoComplete="off"
        onChange={({ target }) => change({ title: target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Choice
          label={EDITOR.persona}
          value={draft.zofile_id}
          options={[
            { value: null, label: EDITOR.noPersona },
            ...zofiles.map(({ id: value, name: label }) => ({ value, label })),
          ]}
          onChange={(zofile_id) => change({ zofile_id })}
        />
        <Field
          label={EDITOR.budget}
          type="number"
          inputMode="decimal"
          min={0.01}
          max={1000}
          step={0.01}
          placeholder="$"
          title={EDITOR.budgetUnit}
          value={draft.budget}
          onChange={({ target }) => change({ budget: target.value })}
        />
      </div>
      <p className="-mt-1.5 text-xs text-text-2">
        {EDITOR.budgetUnit}. {EDITOR.budgetHint}
      </p>
    </>
  );
}

function MissedFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  return (
    <>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">{EDITOR.missed}</legend>
        {optionsOf(EDITOR.misfire).map(({ value, label }) => (
          <label key={value} className="flex items-center gap-2.5 text-sm pointer-coarse:min-h-11">
            <input
              type="radio"
              name="misfire"
              checked={draft.misfire === value}
              onChange={() => change({ misfire: value })}
              className="size-4 accent-(--accent)"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <Choice
          label={EDITOR.grace}
          value={draft.grace_s}
          options={graces(draft.grace_s)}
          onChange={(grace_s) => change({ grace_s })}
        />
        <Choice
          label={EDITOR.overlap}
          value={draft.overlap}
          options={optionsOf(EDITOR.overlaps)}
          onChange={(overlap) => change({ overlap })}
        />
      </div>
    </>
  );
}

/** Makes a schedule or changes one; what was typed stays until it is saved. */
export function Editor({ schedule, acts, onSaved, onRemove, onClose }: EditorProps) {
  const [draft, setDraft] = useState(() => draftOf(schedule));
  // Of what the draft was made from: news of other browsers must not become the version that is overwritten.
  const [version, setVersion] = useState(schedule?.version);
  const [form, setForm] = useState(() => (schedule ? formOf(schedule.rrule) : NEW_RULE));
  const [problem, setProblem] = useState<string>();
  const [create, { isLoading: isCreating }] = useCreateScheduleMutation();
  const [update, { isLoading: isUpdating }] = useUpdateScheduleMutation();
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const rrule = ruleOf(form);
  // It opens far from the button that opens it: keys go on in it.
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    element.current?.focus({ preventScroll: true });
    return returnLostFocus;
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { title, budget, file, mail, ...rest } = draft;
    const named = title.trim() === '' ? {} : { title };
    const when = { file: file.trim() || null, mail: mail.trim() || null };
    const input = { ...rest, ...named, ...when, budget: budget === '' ? null : Number(budget) };
    try {
      const id = schedule?.id;
      const saved = await (
        id ? update({ id, version, ...input, rrule: rrule || null }) : create({ ...input, ...(rrule && { rrule }) })
      ).unwrap();
      setProblem(undefined);
      setVersion(saved.version);
      toast.success(EDITOR.saved);
      onSaved(saved);
    } catch (error) {
      setProblem(toProblem(error).detail);
    }
  };
  return (
    <form
      ref={element}
      tabIndex={-1}
      aria-label={EDITOR.form(schedule?.title)}
      onSubmit={(event) => void submit(event)}
      className="flex h-full flex-col bg-surface-0 outline-none"
    >
      <Head schedule={schedule} acts={acts} onRemove={onRemove} onClose={onClose} />
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4">
        <WhenFields
          when={{ form, ...draft }}
          startsAt={schedule?.starts_at}
          onChange={({ form: next = form, ...part }) => {
            setForm(next);
            change(part);
          }}
        />
        <HookFields schedule={schedule} isOn={draft.webhook} onSwitch={(webhook) => change({ webhook })} />
        <WhatFields draft={draft} change={change} />
        <MissedFields draft={draft} change={change} />
      </div>
      {problem ? (
        <p role="alert" className="mx-4 mb-2 rounded-md bg-bad-soft px-3 py-2 text-sm break-words text-bad">
          {problem}
        </p>
      ) : null}
      <div className="flex shrink-0 justify-end gap-2 border-t border-line-1 px-4 py-3">
        {schedule ? (
          <Button size="md" onClick={() => acts.run(schedule)}>
            {TEXT.run}
          </Button>
        ) : null}
        <Button size="md" type="submit" variant="primary" busy={isCreating || isUpdating}>
          {schedule ? EDITOR.save : EDITOR.create}
        </Button>
      </div>
    </form>
  );
}
