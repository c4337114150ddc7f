import { Check, CircleAlert, Ellipsis, Gauge, Pencil, Trash2, TriangleAlert, Users } from 'lucide-react';
import { useState } from 'react';
import { toProblem } from '@zo/web/store';
import { formatCount } from '@zo/web/format';
import { Button, ConfirmDialog, IconButton, Menu, Switch, toast } from '@zo/web/ui';
import {
  useChangeProviderMutation,
  useRemoveProviderMutation,
  useTestProviderMutation,
  type Provider,
  type ProviderTest,
} from '../../api/models.endpoints';
import type { ProviderShare } from '../../api/provider-shares.endpoints';
import { LetterAvatar, Row, Tag } from '../../frame/rows';
import { KINDS } from './kinds';
import { LIMITS } from './messages';
import { SHARING } from './sharing-messages';

function TestTag({ result }: { result: ProviderTest }) {
  if (!result.ok)
    return (
      <Tag tone="bad">
        <CircleAlert />
        Does not answer
      </Tag>
    );
  if (!result.tools)
    return (
      <Tag tone="warn">
        <TriangleAlert />
        {result.streaming ? 'Streams, no tools' : 'No tools'}
      </Tag>
    );
  return (
    <Tag tone="good">
      <Check />
      {result.streaming ? 'Streams and tools' : 'Tools'}
    </Tag>
  );
}

/** What is done with a provider in place of its row. */
export type ProviderTask = 'edit' | 'limits' | 'share';

export function ProviderRow({
  provider,
  share,
  mayShare,
  onTask,
}: {
  provider: Provider;
  share?: ProviderShare;
  /** Once it is known with whom it is shared, which the form replaces. */
  mayShare: boolean;
  onTask: (task: ProviderTask) => void;
}) {
  const [test, { data: result, isLoading }] = useTestProviderMutation();
  const [change] = useChangeProviderMutation();
  const [remove, { isLoading: removing }] = useRemoveProviderMutation();
  const [asking, setAsking] = useState(false);
  const failed = (what: string) => (error: unknown) => void toast.error(what, { description: toProblem(error).detail });
  const run = () =>
    void test({ kind: provider.kind, id: provider.id, ...(provider.base_url ? { base_url: provider.base_url } : {}) })
      .unwrap()
      .catch(failed('The test could not be run'));
  const hint =
    result && !result.ok
      ? result.message
      : [
          formatCount(provider.models.length, 'model'),
          provider.base_url ?? (provider.has_key ? 'key saved' : 'no key'),
        ].join(', ');
  return (
    <Row icon={<LetterAvatar text={provider.label} />} label={provider.label || KINDS[provider.kind].label} hint={hint}>
      {share ? <Tag tone="good">{SHARING.shared}</Tag> : null}
      {result ? <TestTag result={result} /> : null}
      <Button busy={isLoading} onClick={run}>
        {isLoading ? 'Testing…' : 'Test'}
      </Button>
      <Switch
        label={`Use ${provider.label}`}
        checked={provider.enabled}
        onChange={(enabled) => void change({ id: provider.id, enabled }).unwrap().catch(failed('Not saved'))}
      />
      <Menu
        label={`Options of ${provider.label}`}
        entries={[
          { label: 'Edit', icon: <Pencil />, onSelect: () => onTask('edit') },
          { label: LIMITS.menu, icon: <Gauge />, onSelect: () => onTask('limits') },
          ...(mayShare ? [{ label: SHARING.menu, icon: <Users />, onSelect: () => onTask('share') }] : []),
          { label: 'Remove', icon: <Trash2 />, danger: true, onSelect: () => setTimeout(() => setAsking(true), 40) },
        ]}
      >
        <IconButton label="Options">
          <Ellipsis />
        </IconButton>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${provider.label}?`}
        description="Its key is deleted from this server and cannot be brought back."
        action="Remove"
        busy={removing}
        onConfirm={() =>
          void remove(provider.id)
            .unwrap()
            .then(() => setAsking(false), failed('Not removed'))
        }
      />
    </Row>
  );
}
