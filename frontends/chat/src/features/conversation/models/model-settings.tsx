import { cn } from '@zo/web/ui';
import type { ModelEntry, Preference } from '../../../api/types';

const VERBOSITY = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
] as const;
const STEP = 1_000;

/**
 * MD-03: reasoning as levels or as a budget in thousands of tokens, and verbosity, as far as the model supports them.
 */
export function ModelSettings({
  model,
  preference,
  onChange,
}: {
  model: ModelEntry;
  preference: Preference;
  onChange: (next: Preference) => void;
}) {
  const { reasoning } = model;
  if (!reasoning && !model.features.control_verbosity) return null;
  const level = preference.reasoning?.kind === 'level' ? preference.reasoning.level : undefined;
  return (
    <div className="flex flex-col gap-2 border-t border-line-1 p-2.5">
      {reasoning?.kind === 'levels' ? (
        <Choice
          label="Reasoning"
          options={reasoning.levels}
          value={level}
          onChange={(value) => onChange({ ...preference, reasoning: { kind: 'level', level: value } })}
        />
      ) : null}
      {reasoning?.kind === 'token_budget' ? (
        <Budget reasoning={reasoning} preference={preference} onChange={onChange} />
      ) : null}
      {model.features.control_verbosity ? (
        <Choice
          label="Verbosity"
          options={VERBOSITY}
          value={preference.verbosity}
          onChange={(value) => onChange({ ...preference, verbosity: value })}
        />
      ) : null}
    </div>
  );
}

function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: Value; label: string }[];
  value?: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <div role="radiogroup" aria-label={label} className="flex items-center gap-2">
      <span className="w-18 shrink-0 text-xs text-text-2">{label}</span>
      <div className="flex flex-1 gap-0.5 rounded-md bg-surface-2 p-0.5">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={option.value === value}
            onClick={() => onChange(option.value)}
            className={cn(
              'h-6 flex-1 truncate rounded-sm px-1 text-xs',
              option.value === value
                ? 'bg-surface-1 font-medium text-text-1 ring-1 ring-line-1'
                : 'text-text-2 hover:text-text-1',
            )}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  );
}

function Budget({
  reasoning,
  preference,
  onChange,
}: {
  reasoning: { min_tokens: number; max_tokens: number };
  preference: Preference;
  onChange: (next: Preference) => void;
}) {
  const tokens = preference.reasoning?.kind === 'budget_tokens' ? preference.reasoning.tokens : reasoning.min_tokens;
  const shown = Math.min(Math.max(tokens, reasoning.min_tokens), reasoning.max_tokens);
  return (
    <label className="flex items-center gap-2 text-xs text-text-2">
      <span className="w-18 shrink-0">Reasoning</span>
      <input
        type="range"
        min={reasoning.min_tokens}
        max={reasoning.max_tokens}
        step={STEP}
        defaultValue={shown}
        aria-valuetext={`${Math.round(shown / STEP)} thousand tokens`}
        onPointerUp={(event) =>
          onChange({ ...preference, reasoning: { kind: 'budget_tokens', tokens: Number(event.currentTarget.value) } })
        }
        onKeyUp={(event) =>
          onChange({ ...preference, reasoning: { kind: 'budget_tokens', tokens: Number(event.currentTarget.value) } })
        }
        className="min-w-0 flex-1 accent-(--accent)"
      />
      <span className="w-14 text-right tabular-nums">{Math.round(shown / STEP)}k tokens</span>
    </label>
  );
}
