import { Copy, ExternalLink } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Dialog, Field, IconButton, toast, writeClipboard } from '@zo/web/ui';
import {
  useAppClientsQuery,
  useRemoveAppClientMutation,
  useSetAppClientMutation,
  type AppClient,
} from '../../api/connections.endpoints';
import { CLIENT } from './messages';

function Form({ client, onClose }: { client: AppClient; onClose: () => void }) {
  const { provider, display_name: name, client_id: known } = client;
  const [problem, setProblem] = useState<string>();
  const [set, { isLoading }] = useSetAppClientMutation();
  const [remove, { isLoading: isRemoving }] = useRemoveAppClientMutation();
  const failed = (error: unknown) => setProblem(toProblem(error).detail);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [client_id, client_secret] = ['id', 'secret'].map((field) => String(fields.get(field) ?? '').trim());
    try {
      await set({ provider, client: { client_id: client_id!, client_secret: client_secret! } }).unwrap();
      onClose();
      toast.success(CLIENT.saved(name));
    } catch (error) {
      failed(error);
    }
  };
  const removed = () => {
    onClose();
    toast.success(CLIENT.removed(name));
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <a
        href={client.console}
        target="_blank"
        rel="noreferrer"
        className="inline-flex items-center gap-1.5 self-start text-sm font-medium text-accent [&_svg]:size-4"
      >
        {CLIENT.open(name)}
        <ExternalLink />
      </a>
      <div>
        <div className="text-sm font-medium">{CLIENT.callback}</div>
        <div className="mt-1.5 flex items-center gap-1">
          <code className="min-w-0 flex-1 rounded-md bg-surface-2 px-2.5 py-2 text-xs break-all">
            {client.callback}
          </code>
          <IconButton
            label={CLIENT.copy}
            onClick={() => void writeClipboard(client.callback).then(() => toast.success(CLIENT.copied))}
          >
            <Copy />
          </IconButton>
        </div>
      </div>
      <Field label={CLIENT.id} name="id" required maxLength={300} autoComplete="off" defaultValue={known ?? ''} />
      <Field
        label={CLIENT.secret}
        name="secret"
        type="password"
        required
        maxLength={1000}
        autoComplete="new-password"
        hint={CLIENT.kept}
      />
      {problem ? (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm break-words text-bad">
          {problem}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        {known ? (
          <Button
            size="md"
            variant="quietDanger"
            className="mr-auto"
            busy={isRemoving}
            onClick={() => void remove(provider).unwrap().then(removed, failed)}
          >
            {CLIENT.remove}
          </Button>
        ) : null}
        <Button size="md" variant="quiet" onClick={onClose}>
          {CLIENT.cancel}
        </Button>
        <Button size="md" type="submit" variant="primary" busy={isLoading}>
          {CLIENT.save}
        </Button>
      </div>
    </form>
  );
}

/** The owner enters the client of an app's provider. */
export function ClientDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const { data: clients, isError, isFetching, refetch } = useAppClientsQuery();
  const client = clients?.find(({ apps }) => apps.includes(slug));
  const change = (open: boolean) => open || onClose();
  if (!client && isError)
    return (
      <Dialog open onOpenChange={change} title={CLIENT.unknown} description={CLIENT.failed}>
        <Button size="md" className="self-start" busy={isFetching} onClick={() => void refetch()}>
          {CLIENT.again}
        </Button>
      </Dialog>
    );
  if (!client) return null;
  return (
    <Dialog
      open
      onOpenChange={change}
      title={CLIENT.title(client.display_name)}
      description={CLIENT.lead(client.display_name)}
    >
      <Form client={client} onClose={onClose} />
    </Dialog>
  );
}
