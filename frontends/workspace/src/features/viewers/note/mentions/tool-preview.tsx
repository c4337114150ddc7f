import type { ReactNode } from 'react';
import { useToolsQuery } from '@zo/web/store';
import { NOTE } from '../messages';
import { WithPreview } from '@zo/web/ui';

/** ED-04: says in a small panel what a mentioned tool does. */
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
      <p className="font-medium">{tool.title}</p>
      <p className="max-h-48 overflow-y-auto text-text-2">{tool.description}</p>
    </div>
  );
}
