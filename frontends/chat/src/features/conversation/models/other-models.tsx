import { ChevronDown } from 'lucide-react';
import { IconButton, Menu } from '@zo/web/ui';
import { TEXT } from '../../../messages';
import { useModels } from './use-models';

/** CH-03: asks another model for the answer. */
export function OtherModels({ current, onChoose }: { current?: string; onChoose: (model: string) => void }) {
  const { models } = useModels();
  const others = models.filter(({ value, subscribers_only }) => value !== current && !subscribers_only);
  if (others.length === 0) return null;
  return (
    <Menu
      label={TEXT.tryAgainWith}
      entries={others.map(({ value, label, provider_label }) => ({
        label,
        ...(provider_label && { hint: provider_label }),
        onSelect: () => onChoose(value),
      }))}
    >
      <IconButton size="sm" label={TEXT.tryAgainWith} className="-ml-1 w-4!">
        <ChevronDown className="size-3!" />
      </IconButton>
    </Menu>
  );
}
