import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, cn, toast } from '@zo/web/ui';
import {
  useMcpServersQuery,
  useRemoveMcpServerMutation,
  useTestMcpServerMutation,
  type McpServer,
} from '../../api/mcp-servers.endpoints';
import { RowOptions } from '../../frame/row-options';
import { LetterAvatar, Row, Rows, Tag } from '../../frame/rows';
import { ServerForm } from './server-form';
import { SERVERS } from './server-messages';
import { ServerTools } from './server-tools';

const failed = (what: string) => (error: unknown) => void toast.error(what, { description: toProblem(error).detail });

function ServerOptions({ server: { id, name } }: { server: McpServer }) {
  const [remove, { isLoading }] = useRemoveMcpServerMutation();
  return (
    <RowOptions
      text={SERVERS}
      name={name}
      question={{ title: SERVERS.removeTitle(name), hint: SERVERS.removeHint }}
      isRemoving={isLoading}
      onRemove={() => remove(id).unwrap()}
      onFailed={failed(SERVERS.notRemoved)}
    />
  );
}

function ServerRow({ server, open, onOpen }: { server: McpServer; open: boolean; onOpen: (open: boolean) => void }) {
  const [test, { isLoading, isSuccess }] = useTestMcpServerMutation();
  const { tools } = server;
  const changed = tools.filter((tool) => tool.changed).length;
  const count =
    tools.length === 0 ? SERVERS.noTools : SERVERS.toolsOn(tools.filter(({ on }) => on).length, tools.length);
  return (
    <div>
      <Row
        icon={<LetterAvatar text={server.name} />}
        label={server.name}
        hint={
          <>
            <span className={cn('block break-all', server.command && 'font-mono text-xs')}>
              {server.command ?? server.url}
            </span>
            {count}
          </>
        }
      >
        {changed > 0 ? (
          <Tag tone="bad">{SERVERS.changed(changed)}</Tag>
        ) : isSuccess ? (
          <Tag tone="good">
            <Check />
            {SERVERS.works}
          </Tag>
        ) : null}
        <Button busy={isLoading} onClick={() => void test(server.id).unwrap().catch(failed(SERVERS.notTested))}>
          {isLoading ? SERVERS.testing : SERVERS.test}
        </Button>
        {tools.length > 0 ? (
          <Button aria-expanded={open} onClick={() => onOpen(!open)}>
            {open ? SERVERS.hide : SERVERS.show}
          </Button>
        ) : null}
        <ServerOptions server={server} />
      </Row>
      {open ? <ServerTools server={server} /> : null}
    </div>
  );
}

/** The MCP servers whose tools the assistant may use. */
export function Servers() {
  const { data: servers, isError, refetch } = useMcpServersQuery();
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<string>();
  if (!servers && !isError) return null;
  const add = (
    <Button size="md" onClick={() => setAdding(true)}>
      <Plus />
      {SERVERS.add}
    </Button>
  );
  return (
    <Rows title={SERVERS.title} aside={servers?.length && !adding ? add : undefined}>
      {servers ? null : (
        <Row label={SERVERS.failed}>
          <Button onClick={() => void refetch()}>{SERVERS.again}</Button>
        </Row>
      )}
      {servers?.map((server) => (
        <ServerRow
          key={server.id}
          server={server}
          open={server.id === opened}
          onOpen={(open) => setOpened(open ? server.id : undefined)}
        />
      ))}
      {adding ? (
        <ServerForm onAdded={(id) => (setAdding(false), setOpened(id))} onCancel={() => setAdding(false)} />
      ) : servers?.length === 0 ? (
        <Row label={SERVERS.none} hint={SERVERS.noneHint}>
          {add}
        </Row>
      ) : null}
    </Rows>
  );
}
