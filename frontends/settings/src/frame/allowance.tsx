import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Dialog, Input, Meter, toast } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';
import type { Allowance } from '../api/allowances.endpoints';
import { FormEnd } from './form-end';

export type Limits = Pick<Allowance, 'day_cents' | 'month_cents' | 'day_tokens' | 'month_tokens'>;

/** Sentences about what people and personas may spend. */
export const ALLOWANCE = {
  none: 'No limit',
  title: (name: string) => `Limits of ${name}`,
  lead:
    'Leave a field empty for no limit. Days and months begin at midnight UTC. An answer that reaches a limit ends ' +
    'with a sentence.',
  dayMoney: 'Dollars a day',
  monthMoney: 'Dollars a month',
  dayTokens: 'Tokens a day',
  monthTokens: 'Tokens a month',
  tokensHint:
    'Money counts models with a price; set prices with a provider, Limits of models. Tokens count the models ' +
    'without one. Where only money is limited, models without a price are refused.',
  save: 'Save',
  saved: 'Limits saved',
} as const;

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const PERIODS = ['day', 'month'] as const;

/** “$1.20 of $5.00 a month” for each limit; what was used where there is none. */
export function usedWords({ used, ...limits }: Pick<Allowance, keyof Limits | 'used'>): string {
  const words = PERIODS.flatMap((period) => {
    const [cents, tokens] = [limits[`${period}_cents`], limits[`${period}_tokens`]];
    return [
      ...(cents === null ? [] : [`${dollars(used[`${period}_cents`])} of ${dollars(cents)} a ${period}`]),
      ...(tokens === null
        ? []
        : [`${formatNumber(used[`${period}_tokens`])} of ${formatNumber(tokens)} tokens a ${period}`]),
    ];
  });
  if (words.length > 0) return words.join(', ');
  const tokens = used.month_tokens > 0 ? [`${formatNumber(used.month_tokens)} tokens`] : [];
  return [`${dollars(used.month_cents)} this month`, ...tokens].join(', ');
}

/** The part of the narrowest limit that is used, in percent; undefined without a limit. */
function usedPart({ used, ...limits }: Pick<Allowance, keyof Limits | 'used'>): number | undefined {
  const parts = PERIODS.flatMap((period) =>
    (['cents', 'tokens'] as const).flatMap((unit) => {
      const limit = limits[`${period}_${unit}`];
      return limit === null ? [] : [limit === 0 ? 100 : (used[`${period}_${unit}`] / limit) * 100];
    }),
  );
  return parts.length > 0 ? Math.max(...parts) : undefined;
}

export function AllowanceMeter({ name, allowance }: { name: string; allowance: Allowance }) {
  const part = usedPart(allowance);
  if (part === undefined) return null;
  return (
    <Meter
      value={part}
      label={ALLOWANCE.title(name)}
      tone={part >= 100 ? 'bad' : part >= 80 ? 'warn' : 'accent'}
      className="mt-1.5 max-w-56"
    />
  );
}

/** A button that shows what is used of the limits, and opens the form that sets them. */
export function AllowanceButton({
  name,
  allowance,
  onSave,
}: {
  name: string;
  allowance?: Allowance;
  onSave: (limits: Limits) => Promise<unknown>;
}) {
  const [open, setOpen] = useState(false);
  const isLimited = allowance !== undefined && usedPart(allowance) !== undefined;
  return (
    <>
      <Button
        size="md"
        aria-label={isLimited ? ALLOWANCE.title(name) : `${ALLOWANCE.title(name)}: ${ALLOWANCE.none}`}
        onClick={() => setOpen(true)}
      >
        {isLimited ? 'Limits' : ALLOWANCE.none}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={ALLOWANCE.title(name)} description={ALLOWANCE.lead}>
        {open ? <AllowanceForm limits={allowance} onSave={onSave} onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  );
}

const FIELDS = [
  { name: 'day_cents', label: ALLOWANCE.dayMoney, scale: 100, step: 0.01 },
  { name: 'month_cents', label: ALLOWANCE.monthMoney, scale: 100, step: 0.01 },
  { name: 'day_tokens', label: ALLOWANCE.dayTokens, scale: 1, step: 1 },
  { name: 'month_tokens', label: ALLOWANCE.monthTokens, scale: 1, step: 1 },
] as const;

function AllowanceForm({
  limits,
  onSave,
  onDone,
}: {
  limits?: Limits;
  onSave: (limits: Limits) => Promise<unknown>;
  onDone: () => void;
}) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const valueOf = ({ name, scale }: (typeof FIELDS)[number]) => {
      const text = String(form.get(name) ?? '').trim();
      return text === '' ? null : Math.round(Number(text) * scale);
    };
    setBusy(true);
    try {
      await onSave(Object.fromEntries(FIELDS.map((field) => [field.name, valueOf(field)])) as unknown as Limits);
      toast.success(ALLOWANCE.saved);
      onDone();
    } catch (error) {
      setProblem(toProblem(error).detail);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        {FIELDS.map(({ name, label, scale, step }) => (
          <label key={name} className="flex min-w-0 flex-col gap-1 text-xs font-medium text-text-2">
            {label}
            <Input
              type="number"
              name={name}
              min={0}
              step={step}
              placeholder={ALLOWANCE.none}
              defaultValue={limits?.[name] === null || !limits ? '' : limits[name] / scale}
            />
          </label>
        ))}
      </div>
      <p className="text-xs text-text-2">{ALLOWANCE.tokensHint}</p>
      <FormEnd problem={problem} action={ALLOWANCE.save} busy={busy} onCancel={onDone} />
    </form>
  );
}
