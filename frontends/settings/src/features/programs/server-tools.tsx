import { toProblem } from '@zo/web/store';
import { Switch, toast } from '@zo/web/ui';
import { useChooseMcpToolsMutation, type McpServer, type McpTool } from '../../api/mcp-servers.endpoints';
import { Tag } from '../../frame/rows';
import { SERVERS } from './server-messages';

function ToolRow({ tool, busy, onChange }: { tool: McpTool; busy: boolean; onChange: (on: boolean) => void }) {
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="font-mono text-sm font-medium break-all">{tool.name}</code>
          {tool.destroys ? <Tag tone="warn">{SERVERS.destroys}</Tag> : null}
          {tool.changed ? <Tag tone="bad">{SERVERS.toolChanged}</Tag> : null}
        </div>
        <p className="mt-0.5 text-sm break-words whitespace-pre-wrap text-text-2">
          {tool.description || SERVERS.noDescription}
        </p>
        <p className="mt-0.5 text-xs break-words text-text-2">{SERVERS.takes(tool.arguments)}</p>
      </div>
      <Switch label={SERVERS.use(tool.name)} checked={tool.on} disabled={busy} onChange={onChange} />
    </li>
  );
}

/** What each tool says of itself, and whether the assistant may use it. */
export function ServerTools({ server: { id, command, tools } }: { server: McpServer }) {
  const [choose, { isLoading }] = useChooseMcpToolsMutation();
  const change = ({ name, fingerprint }: McpTool, on: boolean) =>
    void choose({ id, tools: [{ name, fingerprint, on }] })
      .unwrap()
      .catch((error: unknown) => toast.error(SERVERS.notSaved, { description: toProblem(error).detail }));
  return (
    <div className="px-4 pb-2">
      <p className="rounded-md bg-surface-2 px-3 py-2 text-sm text-text-2">
        {command ? SERVERS.leadOfCommand : SERVERS.lead}
      </p>
      <ul className="divide-y divide-line-1">
        {tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} busy={isLoading} onChange={(on) => change(tool, on)} />
        ))}
      </ul>
    </div>
  );
}
