import { toProblem } from '@zo/web/store';
import { Switch, toast } from '@zo/web/ui';
import { useMemoryQuery } from '../../api/memory.endpoints';
import { useSetTrustModeMutation, useTrustModesQuery } from '../../api/trust-modes.endpoints';
import { AS_USUAL } from './as-usual';
import { KNOWS } from './memory-messages';
import { MODES } from './messages';

/** What a persona knows: memory, and each skill. A switch counts for its next answer. */
export function PersonaKnowledge({ zofileId }: { zofileId: string }) {
  const { data: modes } = useTrustModesQuery();
  const { data: memory } = useMemoryQuery();
  const [set] = useSetTrustModeMutation();
  if (!modes) return null;
  const every = modes.find(({ zofile_id }) => zofile_id === null) ?? AS_USUAL;
  const chosen = modes.find(({ zofile_id }) => zofile_id === zofileId) ?? every;
  const { denied_skills: denied } = chosen;
  const change = (changed: { memory: boolean } | { skills: Record<string, boolean> }) =>
    void set({ zofile_id: zofileId, ...changed })
      .unwrap()
      .catch((error: unknown) => toast.error(MODES.notSaved, { description: toProblem(error).detail }));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">{KNOWS.title}</legend>
      <p className="text-xs text-text-3">{KNOWS.lead}</p>
      <ul className="divide-y divide-line-1 rounded-xl border border-line-1 bg-surface-1">
        <Known
          name={KNOWS.memory}
          hint={KNOWS.memoryHint}
          isOn={chosen.memory}
          onChange={(isOn) => change({ memory: isOn })}
        />
        {memory?.skills.map(({ name, description }) => (
          <Known
            key={name}
            name={name}
            hint={description}
            isOn={!denied.includes(name)}
            onChange={(isOn) => change({ skills: { [name]: isOn } })}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface KnownProps {
  name: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Known({ name, hint, isOn, onChange }: KnownProps) {
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="text-sm font-medium break-words">{name}</div>
        <p className="line-clamp-2 text-xs break-words text-text-2">{hint}</p>
      </div>
      <Switch label={name} checked={isOn} onChange={onChange} />
    </li>
  );
}
