import { ChevronDown } from 'lucide-react';
import { toProblem, useZofilesQuery } from '@zo/web/store';
import { Button, Menu, toast } from '@zo/web/ui';
import {
  useSetTrustModeMutation,
  useTrustModesQuery,
  type ChosenMode,
  type TrustMode,
} from '../../api/trust-modes.endpoints';
import { Row, Rows } from '../../frame/rows';
import { AS_USUAL } from './as-usual';
import { MODES } from './messages';
import { PersonaTools } from './persona-tools';

const ORDER: readonly TrustMode[] = ['ask_more', 'balanced', 'let_it_work'];

function ModeRow({ label, chosen }: { label: string; chosen: ChosenMode }) {
  const { zofile_id, mode } = chosen;
  const [set] = useSetTrustModeMutation();
  const choose = (next: TrustMode) =>
    void set({ zofile_id, mode: next })
      .unwrap()
      .catch((error: unknown) => toast.error(MODES.notSaved, { description: toProblem(error).detail }));
  return (
    <Row label={label} hint={MODES.hints[mode]}>
      <PersonaTools label={label} chosen={chosen} />
      <Menu
        label={MODES.of(label)}
        entries={ORDER.map((each) => ({
          label: MODES.names[each],
          checked: each === mode,
          onSelect: () => choose(each),
        }))}
      >
        <Button size="md" aria-label={`${MODES.of(label)}: ${MODES.names[mode]}`}>
          {MODES.names[mode]}
          <ChevronDown />
        </Button>
      </Menu>
    </Row>
  );
}

/** How much the assistant asks and which tools it has, by persona. */
export function TrustModes() {
  const { data: modes, isError, refetch } = useTrustModesQuery();
  const { data: zofiles = [] } = useZofilesQuery();
  const chosenFor = (id: string | null) => modes?.find(({ zofile_id }) => zofile_id === id);
  const every = chosenFor(null) ?? AS_USUAL;
  return (
    <Rows title={MODES.title}>
      {isError ? (
        <Row label={MODES.failed}>
          <Button onClick={() => void refetch()}>{MODES.again}</Button>
        </Row>
      ) : null}
      {modes ? <ModeRow label={MODES.every} chosen={every} /> : null}
      {modes
        ? zofiles.map(({ id, name }) => (
            <ModeRow key={id} label={name} chosen={chosenFor(id) ?? { ...every, zofile_id: id }} />
          ))
        : null}
    </Rows>
  );
}
