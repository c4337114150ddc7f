import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { PRESETS, isNewPreset, tokensOf, type Mode, type Preset } from '@zo/web/theme';
import { Button, IconButton, Input, Popover, cn } from '@zo/web/ui';
import { APPEARANCE } from './messages';

/** Four colours of a preset as a strip. */
export function Swatch({ preset, mode }: { preset: Preset; mode: Mode }) {
  const tokens = tokensOf(mode, preset[mode]);
  return (
    <span aria-hidden className="flex h-5 w-12 shrink-0 overflow-hidden rounded-md border border-line-1">
      {['surface-0', 'surface-2', 'text-2', 'accent'].map((token) => (
        <span key={token} className="flex-1" style={{ background: tokens[token] }} />
      ))}
    </span>
  );
}

export interface PresetPickerProps {
  value: string;
  /** The theme differs from every preset. */
  custom: boolean;
  mode: Mode;
  onPick: (id: string) => void;
}

/** AP-01: presets with search, previous and next. */
export function PresetPicker({ value, custom, mode, onPick }: PresetPickerProps) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const index = Math.max(
    0,
    PRESETS.findIndex(({ id }) => id === value),
  );
  const current = PRESETS[index]!;
  const step = (by: number) => onPick(PRESETS[(index + by + PRESETS.length) % PRESETS.length]!.id);
  const found = PRESETS.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()));
  const now = Date.now();
  return (
    <div className="flex items-center gap-1">
      <IconButton label="Previous preset" onClick={() => step(-1)}>
        <ChevronLeft />
      </IconButton>
      <Popover
        open={open}
        onOpenChange={(next) => (setOpen(next), setSearch(''))}
        label="Presets"
        trigger={
          <Button size="md" className="w-44 justify-between!">
            {custom ? APPEARANCE.custom : current.label}
            <ChevronDown />
          </Button>
        }
      >
        <div className="p-1">
          <Input
            autoFocus
            aria-label="Search presets"
            placeholder="Search presets"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <ul role="listbox" aria-label="Presets" className="max-h-80 overflow-y-auto">
          {found.map((preset) => (
            <li key={preset.id} role="option" aria-selected={!custom && preset.id === value}>
              <button
                type="button"
                onClick={() => (onPick(preset.id), setOpen(false))}
                className={cn(
                  'flex h-9 w-full items-center gap-3 rounded-md px-2 text-left text-base hover:bg-surface-3',
                  !custom && preset.id === value && 'bg-surface-4',
                )}
              >
                <Swatch preset={preset} mode={mode} />
                <span className="flex-1">{preset.label}</span>
                {isNewPreset(preset, now) ? (
                  <span className="rounded-full bg-accent-soft px-2 text-xs font-medium text-accent-text">
                    {APPEARANCE.fresh}
                  </span>
                ) : null}
              </button>
            </li>
          ))}
          {found.length === 0 ? <li className="px-2 py-2 text-sm text-text-2">No results found</li> : null}
        </ul>
      </Popover>
      <IconButton label="Next preset" onClick={() => step(1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}
