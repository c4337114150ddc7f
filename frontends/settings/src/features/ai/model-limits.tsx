import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { cn, Input, toast } from '@zo/web/ui';
import { useChangeProviderMutation, type Provider } from '../../api/models.endpoints';
import { FormEnd } from '../../frame/form-end';
import { LIMITS } from './messages';

const WINDOW = { min: 1_024, max: 100_000_000 };
const PATIENCE = { min: 5, max: 3_600 };

const SEES: Partial<Record<string, boolean>> = { true: true, false: false };

const priceOf = (input: number | null, output: number | null) =>
  input === null || output === null ? null : { input, output };
const COLUMNS = '@lg:grid-cols-[1fr_6rem_5rem_7rem_5rem_5rem]';

/** MD-01: the window, the patience, the sight and the price that the user sets for each model of a provider. */
export function ModelLimits({ provider, onDone }: { provider: Provider; onDone: () => void }) {
  const [change, { isLoading }] = useChangeProviderMutation();
  const [problem, setProblem] = useState<string>();
  const { models } = provider;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const number = (name: string) => {
      const text = String(fields.get(name) ?? '').trim();
      return text === '' ? null : Number(text);
    };
    const half = models.find((_, index) => (number(`in-${index}`) === null) !== (number(`out-${index}`) === null));
    if (half) return setProblem(LIMITS.priceHalf(half.label));
    const limits = models
      .map(({ slug }, index) => ({
        model: slug,
        context_window: number(`window-${index}`),
        patience_seconds: number(`patience-${index}`),
        sees: SEES[String(fields.get(`sees-${index}`))] ?? null,
        price: priceOf(number(`in-${index}`), number(`out-${index}`)),
      }))
      .filter(
        (limit, index) =>
          limit.context_window !== models[index]!.context_window ||
          limit.patience_seconds !== models[index]!.patience_seconds ||
          limit.sees !== models[index]!.sees ||
          limit.price?.input !== models[index]!.price?.input ||
          limit.price?.output !== models[index]!.price?.output,
      );
    try {
      if (limits.length > 0) await change({ id: provider.id, limits }).unwrap();
      toast.success(LIMITS.saved);
      onDone();
    } catch (error) {
      setProblem(toProblem(error).detail);
    }
  };
  return (
    <form
      aria-label={LIMITS.title(provider.label)}
      onSubmit={(event) => void submit(event)}
      className="@container flex flex-col gap-3 px-4 py-4"
    >
      <div>
        <h3 className="text-sm font-medium">{LIMITS.title(provider.label)}</h3>
        <p className="text-xs text-text-2">{LIMITS.lead}</p>
      </div>
      {models.length === 0 ? <p className="text-sm text-text-2">{LIMITS.none}</p> : <Names />}
      <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto px-0.5 py-0.5">
        {models.map(({ slug, label, context_window, patience_seconds, vision, sees, price }, index) => (
          <li key={slug} className={cn('grid grid-cols-3 items-center gap-2', COLUMNS)}>
            <span className="col-span-3 truncate text-sm @lg:col-span-1" title={slug}>
              {label}
            </span>
            <Input
              type="number"
              name={`window-${index}`}
              aria-label={LIMITS.windowOf(label)}
              {...WINDOW}
              placeholder={LIMITS.unknown}
              defaultValue={context_window ?? ''}
            />
            <Input
              type="number"
              name={`patience-${index}`}
              aria-label={LIMITS.patienceOf(label)}
              {...PATIENCE}
              placeholder={LIMITS.asUsual}
              defaultValue={patience_seconds ?? ''}
            />
            <select
              name={`sees-${index}`}
              aria-label={LIMITS.seesOf(label)}
              defaultValue={sees === null ? '' : String(sees)}
              className={cn(
                'h-8 min-w-0 rounded-md border border-line-2 bg-surface-1 px-2 text-sm text-text-1',
                'focus-visible:border-focus pointer-coarse:h-11',
              )}
            >
              <option value="">{LIMITS.seesAsKnown(vision)}</option>
              <option value="true">{LIMITS.seesYes}</option>
              <option value="false">{LIMITS.seesNo}</option>
            </select>
            {(['in', 'out'] as const).map((side) => (
              <Input
                key={side}
                type="number"
                name={`${side}-${index}`}
                aria-label={side === 'in' ? LIMITS.priceInOf(label) : LIMITS.priceOutOf(label)}
                min={0}
                max={100_000}
                step="any"
                placeholder={side === 'in' ? LIMITS.priceIn : LIMITS.priceOut}
                defaultValue={price?.[side === 'in' ? 'input' : 'output'] ?? ''}
              />
            ))}
          </li>
        ))}
      </ul>
      <FormEnd problem={problem} action={LIMITS.save} busy={isLoading} onCancel={onDone} />
    </form>
  );
}

/** Above the columns; each field has a name of its own for screen readers. */
function Names() {
  return (
    <div
      aria-hidden
      className={cn(
        'grid grid-cols-3 gap-2 px-0.5 text-xs text-text-2 [&>:first-child]:hidden @lg:[&>:first-child]:block',
        COLUMNS,
      )}
    >
      <span />
      <span>{LIMITS.window}</span>
      <span>{LIMITS.patience}</span>
      <span>{LIMITS.sees}</span>
      <span>{LIMITS.priceIn}</span>
      <span>{LIMITS.priceOut}</span>
    </div>
  );
}
