import { ChevronDown } from 'lucide-react';
import { IconButton, Menu } from '@zo/web/ui';
import { TEXT } from '../../../messages';
import { nameIn } from './name-in';
import { useModels } from './use-models';

/** CH-03: asks another model for the answer. */
export function OtherModels({ current, onChoose }: { current?: string; onChoose: (model: string) => void }) {
  const { models } = useModels();
  const others = models.filter(({ value, subscribers_only }) => value !== current && !subscribers_only);
  if (others.length === 0) return null;
  return (
    <Menu
      label={TEXT.tryAgainWith}
      entries={others.map((model) => ({ label: nameIn(models, model), onSelect: () => onChoose(model.value) }))}
    >
      <IconButton size="sm" label={TEXT.tryAgainWith}>
        <ChevronDown className="size-3.5!" />
      </IconButton>
    </Menu>
  );
}
