import { ChevronDown } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Field, Menu } from '@zo/web/ui';
import { useMakeTokenMutation } from '../../api/api-tokens.endpoints';
import { FormEnd } from '../../frame/form-end';
import { GROUP_ORDER, TOKENS } from './messages';
import { ScopeRow } from './scope-row';
import { scopesOf, type Levels } from './scopes';

const DAYS = [7, 30, 90, 365] as const;
const LEVELS = ['off', 'read', 'both'] as const;

export interface MadeToken {
  name: string;
  secret: string;
}

/** Asks what a new token may do, and for how long. */
export function TokenForm({ onMade, onCancel }: { onMade: (made: MadeToken) => void; onCancel: () => void }) {
  const [days, setDays] = useState<number>(90);
  const [levels, setLevels] = useState<Levels>({});
  const [problem, setProblem] = useState<string>();
  const [make, { isLoading }] = useMakeTokenMutation();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const name = String(fields.get('name') ?? '').trim();
    const scopes = scopesOf(levels);
    if (scopes.length === 0) return setProblem(TOKENS.noScope);
    try {
      const { secret } = await make({ name, scopes, days, per_minute: Number(fields.get('per_minute')) }).unwrap();
      onMade({ name, secret });
    } catch (error) {
      setProblem(toProblem(error).detail);
    }
  };
  return (
    <form aria-label={TOKENS.form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-3.5 px-4 py-4">
      <Field
        label={TOKENS.name}
        name="name"
        required
        maxLength={80}
        autoComplete="off"
        placeholder={TOKENS.namePlaceholder}
      />
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium">{TOKENS.expires}</span>
          <Menu
            label={TOKENS.expires}
            align="start"
            entries={DAYS.map((choice) => ({
              label: TOKENS.days(choice),
              checked: choice === days,
              onSelect: () => setDays(choice),
            }))}
          >
            <Button size="lg" className="w-full justify-between! px-2.5 font-normal">
              {TOKENS.days(days)}
              <ChevronDown />
            </Button>
          </Menu>
        </div>
        <Field
          label={TOKENS.perMinute}
          name="per_minute"
          type="number"
          required
          min={1}
          max={1200}
          defaultValue={120}
        />
      </div>
      <div role="group" aria-label={TOKENS.scopes} className="flex flex-col divide-y divide-line-1">
        <div className="pb-1 text-sm font-medium">{TOKENS.scopes}</div>
        {GROUP_ORDER.map((group) => (
          <ScopeRow
            key={group}
            group={group}
            level={levels[group] ?? 'off'}
            levels={LEVELS}
            onChange={(level) => (setProblem(undefined), setLevels({ ...levels, [group]: level }))}
          />
        ))}
      </div>
      <p className="text-xs text-text-2">{TOKENS.never}</p>
      <FormEnd problem={problem} action={TOKENS.make} busy={isLoading} onCancel={onCancel} />
    </form>
  );
}
