import { ScanEye } from 'lucide-react';
import { useState } from 'react';
import { skipToken } from '@zo/web/store';
import { IconButton, Popover, Skeleton } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';
import { useRunContextQuery } from '../../../api/runs.endpoints';
import type { ContextReceipt } from '../../../api/types';
import { TEXT } from '../../../messages';

/** What the model was sent for an answer, by kind. */
export function ContextButton({ runId }: { runId: string }) {
  const [open, setOpen] = useState(false);
  const { data, isError } = useRunContextQuery(open ? runId : skipToken);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={TEXT.saw.title}
      align="start"
      className="w-80 max-w-[calc(100vw-2rem)] p-3"
      trigger={
        <IconButton size="sm" label={TEXT.saw.title}>
          <ScanEye className="size-3.5!" />
        </IconButton>
      }
    >
      <h3 className="text-sm font-medium">{TEXT.saw.title}</h3>
      {data ? (
        <Kinds receipt={data} />
      ) : isError ? (
        <p className="mt-1 text-sm text-text-2">{TEXT.saw.failed}</p>
      ) : (
        <Skeleton className="mt-2 h-24 w-full" />
      )}
    </Popover>
  );
}

function Kinds({ receipt: { steps } }: { receipt: ContextReceipt }) {
  const last = steps.at(-1);
  if (!last) return <p className="mt-1 text-sm text-text-2">{TEXT.saw.none}</p>;
  return (
    <>
      <p className="mt-0.5 text-xs text-text-2">{TEXT.saw.lead}</p>
      <table className="mt-2 w-full text-sm">
        <thead>
          <tr className="text-xs text-text-3">
            <th scope="col" className="py-1 text-left font-normal">
              {TEXT.saw.kind}
            </th>
            <th scope="col" className="py-1 pr-2 text-right font-normal">
              {TEXT.saw.count}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {TEXT.saw.tokens}
            </th>
          </tr>
        </thead>
        <tbody>
          {last.parts.map(({ kind, count, tokens }) => (
            <tr key={kind} className="border-b border-line-1 last:border-0">
              <th scope="row" className="py-1 pr-2 text-left font-normal text-text-1">
                {TEXT.saw.kinds[kind]}
              </th>
              <td className="py-1 pr-2 text-right text-xs text-text-3 tabular-nums">
                {kind === 'system' ? '' : formatNumber(count)}
              </td>
              <td className="py-1 text-right text-text-2 tabular-nums">{formatNumber(tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* An answer that was tried again has them as they are by then. */}
      {last.parts.some(({ kind }) => kind === 'files') ? (
        <p className="mt-2 text-xs text-text-2">{TEXT.saw.files}</p>
      ) : null}
      <p className="mt-2 text-xs text-text-2">
        {TEXT.saw.counted(formatNumber(last.input_tokens), formatNumber(last.output_tokens))}
        {steps.length > 1 ? ` ${TEXT.saw.steps(steps.length)}` : ''}
      </p>
    </>
  );
}
