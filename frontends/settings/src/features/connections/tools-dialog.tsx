import { toProblem } from '@zo/web/store';
import { Dialog, Switch, toast } from '@zo/web/ui';
import { useConnectAppMutation, useSwitchAppToolsMutation, type ConnectedApp } from '../../api/connections.endpoints';
import { APP_TOOLS } from './messages';

type Tool = ConnectedApp['tools'][number];

interface KindProps {
  label: string;
  hint: string;
  tools: readonly Tool[];
  checked: boolean;
  onChange: (isOn: boolean) => void;
}

function Kind({ label, hint, tools, checked, onChange }: KindProps) {
  return (
    <section aria-label={label}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="text-base font-medium">{label}</h3>
          <p className="text-sm text-text-2">{hint}</p>
        </div>
        <Switch label={label} checked={checked} onChange={onChange} />
      </div>
      <ul className="mt-2.5 flex flex-col gap-1.5 border-l border-line-1 pl-3">
        {tools.map(({ name, about }) => (
          <li key={name} className="text-sm">
            <code className="text-xs">{name}</code>
            <span className="block text-text-2">{about}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which tools of an app the assistant has. Writing may need the app's leave first. */
export function ToolsDialog({ app, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const { app_slug: slug, display_name: name, reading, writing, writing_asks_for: asksFor, tools } = app;
  const [set] = useSwitchAppToolsMutation();
  const [connect, { isSuccess: isLeaving }] = useConnectAppMutation();
  const failed = (error: unknown) => toast.error(APP_TOOLS.notSaved, { description: toProblem(error).detail });
  const change = (switches: { reading: boolean } | { writing: boolean }) =>
    void set({ slug, switches }).unwrap().catch(failed);
  const allow = () =>
    void connect({ slug, writing: true })
      .unwrap()
      .then(({ url }) => window.location.assign(url), failed);
  const reads = tools.filter(({ effect }) => effect === 'read');
  const writes = tools.filter(({ effect }) => effect !== 'read');
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={APP_TOOLS.title(name)} description={APP_TOOLS.lead}>
      <div className="flex flex-col gap-6">
        <Kind
          label={APP_TOOLS.reading}
          hint={APP_TOOLS.readingHint}
          tools={reads}
          checked={reading}
          onChange={(isOn) => change({ reading: isOn })}
        />
        {writes.length > 0 ? (
          <Kind
            label={APP_TOOLS.writing}
            hint={asksFor === null ? APP_TOOLS.writingHint : APP_TOOLS.asksFor(name, asksFor)}
            tools={writes}
            checked={writing || isLeaving}
            onChange={(isOn) => (isOn && asksFor !== null ? allow() : change({ writing: isOn }))}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
