import type { ReactNode } from 'react';
import { visible } from '@zo/proto/hidden-text';
import { useToolsQuery } from '@zo/web/store';
import { NOTE } from '../messages';
import { WithPreview } from '@zo/web/ui';

/** ED-04: says in a small panel what a mentioned tool does, and its arguments. */
export const WithToolPreview = ({ slug, children }: { slug: string; children: ReactNode }) => (
  <WithPreview label={slug} preview={<ToolPreview slug={slug} />}>
    {children}
  </WithPreview>
);

function ToolPreview({ slug }: { slug: string }) {
  const { data: tools } = useToolsQuery();
  const tool = tools?.find((listed) => listed.slug === slug);
  if (!tool) return <p className="text-sm text-text-2">{tools ? NOTE.noTool : slug}</p>;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-medium">{visible(tool.title)}</p>
      <p className="max-h-48 overflow-y-auto text-text-2">{visible(tool.description)}</p>
      {tool.arguments.length > 0 ? (
        <ul aria-label={NOTE.toolArguments(slug)} className="flex max-h-24 flex-wrap gap-1 overflow-y-auto">
          {tool.arguments.map((name) => (
            <li key={name} className="rounded-md bg-surface-2 px-1.5 py-0.5 font-mono text-xs break-all">
              {visible(name)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
