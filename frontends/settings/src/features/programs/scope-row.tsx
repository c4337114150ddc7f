import { TabRow } from '@zo/web/ui';
import { TOKENS, type Group } from './messages';
import { LEVEL_NAMES, type Level } from './scopes';

interface ScopeRowProps {
  group: Group;
  level: Level;
  /** What can be chosen. */
  levels: readonly Level[];
  onChange: (level: Level) => void;
}

/** A group of the API, and what a program may do with it. */
export function ScopeRow({ group, level, levels, onChange }: ScopeRowProps) {
  const [label, hint] = TOKENS.groups[group];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2">
      <div className="min-w-40 flex-1">
        <div className="text-sm font-medium">{label}</div>
        <div className="text-xs text-text-2">{hint}</div>
      </div>
      <TabRow
        label={label}
        value={level}
        onChange={onChange}
        className="[&>div]:bg-surface-3"
        tabs={levels.map((value) => ({ value, label: LEVEL_NAMES[value] }))}
      />
    </div>
  );
}
