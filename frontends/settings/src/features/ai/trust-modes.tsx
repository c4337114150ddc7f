import { ChevronDown } from 'lucide-react';
import { toProblem, useZofilesQuery } from '@zo/web/store';
import { Button, Menu, toast } from '@zo/web/ui';
import { useSetTrustModeMutation, useTrustModesQuery, type TrustMode } from '../../api/trust-modes.endpoints';
import { Row, Rows } from '../../frame/rows';
import { MODES } from './messages';

const ORDER: readonly TrustMode[] = ['ask_more', 'balanced', 'let_it_work'];

interface ModeRowProps {
  label: string;
  zofileId: string | null;
  mode: TrustMode;
}

function ModeRow({ label, zofileId, mode }: ModeRowProps) {
  const [set] = useSetTrustModeMutation();
  const choose = (next: TrustMode) =>
    void set({ zofile_id: zofileId, mode: next })
      .unwrap()
      .catch((error: unknown) => toast.error(MODES.notSaved, { description: toProblem(error).detail }));
  return (
    <Row label={label} hint={MODES.hints[mode]}>
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

/** How much the assistant asks, by persona. */
export function TrustModes() {
  const { data: modes, isError, refetch } = useTrustModesQuery();
  const { data: zofiles = [] } = useZofilesQuery();
  const modeOf = (id: string | null) => modes?.find(({ zofile_id }) => zofile_id === id)?.mode;
  const every = modeOf(null) ?? 'balanced';
  return (
    <Rows title={MODES.title}>
      {isError ? (
        <Row label={MODES.failed}>
          <Button onClick={() => void refetch()}>{MODES.again}</Button>
        </Row>
      ) : null}
      {modes ? <ModeRow label={MODES.every} zofileId={null} mode={every} /> : null}
      {modes
        ? zofiles.map(({ id, name }) => <ModeRow key={id} label={name} zofileId={id} mode={modeOf(id) ?? every} />)
        : null}
    </Rows>
  );
}
