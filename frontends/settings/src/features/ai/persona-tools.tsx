import { useState } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Dialog, Switch, toast } from '@zo/web/ui';
import { useAvailableToolsQuery, useSetTrustModeMutation, type ChosenMode } from '../../api/trust-modes.endpoints';
import { MODES, TOOLS } from './messages';

/** Which tools a persona has; each switch counts for its next answer. */
export function PersonaTools({ label, chosen }: { label: string; chosen: ChosenMode }) {
  const [open, setOpen] = useState(false);
  const { denied_tools: denied } = chosen;
  const count = denied.length === 0 ? TOOLS.all : TOOLS.off(denied.length);
  return (
    <>
      <Button size="md" aria-label={`${TOOLS.title(label)}: ${count}`} onClick={() => setOpen(true)}>
        {count}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={TOOLS.title(label)} description={TOOLS.lead}>
        {open ? <Switches chosen={chosen} /> : null}
      </Dialog>
    </>
  );
}

function Switches({ chosen }: { chosen: ChosenMode }) {
  const { data: tools, isError, refetch } = useAvailableToolsQuery();
  const [set] = useSetTrustModeMutation();
  const { denied_tools: denied } = chosen;
  // Only what is switched is sent: the list may be older than a change elsewhere.
  const change = (slug: string, isOn: boolean) =>
    void set({ zofile_id: chosen.zofile_id, tools: { [slug]: isOn } })
      .unwrap()
      .catch((error: unknown) => toast.error(MODES.notSaved, { description: toProblem(error).detail }));
  if (isError)
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm text-text-2">
        {TOOLS.failed}
        <Button onClick={() => void refetch()}>{MODES.again}</Button>
      </p>
    );
  return (
    <ul className="flex flex-col gap-3">
      {tools?.map(({ slug, title, description }) => (
        <li key={slug} className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <div className="text-sm font-medium">{title}</div>
            <p className="line-clamp-2 text-xs text-text-2">{description}</p>
          </div>
          <Switch label={title} checked={!denied.includes(slug)} onChange={(isOn) => change(slug, isOn)} />
        </li>
      ))}
    </ul>
  );
}
