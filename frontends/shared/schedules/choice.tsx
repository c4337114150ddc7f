import { ChevronDown } from 'lucide-react';
import { Button, Menu } from '@zo/web/ui';

interface ChoiceProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few values, chosen from a menu. */
export function Choice<Value>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const shown = options.find((option) => option.value === value)?.label ?? '';
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <Menu
        label={label}
        align="start"
        entries={options.map((option) => ({
          label: option.label,
          checked: option.value === value,
          onSelect: () => onChange(option.value),
        }))}
      >
        <Button size="lg" aria-label={`${label}: ${shown}`} className="w-full justify-between! px-2.5 font-normal">
          <span className="truncate">{shown}</span>
          <ChevronDown />
        </Button>
      </Menu>
    </div>
  );
}
