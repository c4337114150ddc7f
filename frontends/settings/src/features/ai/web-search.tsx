import { Check, CircleAlert, Plus } from 'lucide-react';
import { useState } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, toast } from '@zo/web/ui';
import {
  useDisconnectSearchMutation,
  useTestSearchMutation,
  useWebSearchQuery,
  type SearchConnection,
} from '../../api/web-search.endpoints';
import { RowOptions } from '../../frame/row-options';
import { LetterAvatar, Row, Rows, Tag } from '../../frame/rows';
import { WEB_SEARCH } from './messages';
import { SEARCH_KINDS } from './search-kinds';
import { WebSearchForm } from './web-search-form';

const failed = (what: string) => (error: unknown) => void toast.error(what, { description: toProblem(error).detail });

function ConnectedRow({ connection, onEdit }: { connection: SearchConnection; onEdit: () => void }) {
  const [test, { data: result, isLoading }] = useTestSearchMutation();
  const [disconnect, { isLoading: removing }] = useDisconnectSearchMutation();
  const { label } = SEARCH_KINDS[connection.kind];
  const run = () =>
    void test({
      kind: connection.kind,
      ...(connection.base_url ? { base_url: connection.base_url } : {}),
      price: connection.price,
    })
      .unwrap()
      .catch(failed(WEB_SEARCH.notTested));
  const hint = result && !result.ok ? result.message : (connection.base_url ?? WEB_SEARCH.keySaved);
  return (
    <Row icon={<LetterAvatar text={label} />} label={label} hint={hint}>
      {result ? (
        <Tag tone={result.ok ? 'good' : 'bad'}>
          {result.ok ? <Check /> : <CircleAlert />}
          {result.ok ? WEB_SEARCH.works : WEB_SEARCH.fails}
        </Tag>
      ) : null}
      <Button busy={isLoading} onClick={run}>
        {isLoading ? WEB_SEARCH.testing : WEB_SEARCH.test}
      </Button>
      <RowOptions
        text={WEB_SEARCH}
        name={label}
        onEdit={onEdit}
        question={{ title: WEB_SEARCH.removeTitle(label), hint: WEB_SEARCH.removeHint }}
        isRemoving={removing}
        onRemove={() => disconnect().unwrap()}
        onFailed={failed(WEB_SEARCH.notRemoved)}
      />
    </Row>
  );
}

/** RT-07 TL-01: the search service of the assistant. */
export function WebSearch() {
  const { data: connection, isError, refetch } = useWebSearchQuery();
  const [editing, setEditing] = useState(false);
  if (connection === undefined && !isError) return null;
  return (
    <Rows title={WEB_SEARCH.title}>
      {connection === undefined ? (
        <Row label={WEB_SEARCH.failed}>
          <Button onClick={() => void refetch()}>{WEB_SEARCH.again}</Button>
        </Row>
      ) : editing ? (
        <WebSearchForm connection={connection} onDone={() => setEditing(false)} />
      ) : connection ? (
        <ConnectedRow key={connection.kind} connection={connection} onEdit={() => setEditing(true)} />
      ) : (
        <Row label={WEB_SEARCH.none} hint={WEB_SEARCH.noneHint}>
          <Button size="md" onClick={() => setEditing(true)}>
            <Plus />
            {WEB_SEARCH.add}
          </Button>
        </Row>
      )}
    </Rows>
  );
}
