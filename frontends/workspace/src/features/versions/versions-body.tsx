import type { ReactNode } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, cn, EmptyState, SkeletonRows } from '@zo/web/ui';
import { VERSIONS } from './messages';

/** The list beside what a chosen line shows; where both do not fit, one of them. */
export function VersionsBody(props: {
  error: unknown;
  onRetry: () => void;
  isLoading: boolean;
  isEmpty: boolean;
  emptyHint: string;
  isWide: boolean;
  list: ReactNode;
  /** Width of the list beside the rest. */
  listClass: string;
  /** What the chosen line shows; absent while none is chosen. */
  children: ReactNode;
}) {
  const { error, onRetry, isLoading, isEmpty, emptyHint, isWide, list, listClass, children } = props;
  if (error)
    return (
      <EmptyState tone="bad" title="The versions cannot be shown" action={<Button onClick={onRetry}>Try again</Button>}>
        {toProblem(error).detail}
      </EmptyState>
    );
  if (isLoading) return <SkeletonRows label="Loading versions" />;
  if (isEmpty) return <EmptyState title={VERSIONS.none}>{emptyHint}</EmptyState>;
  return (
    <>
      {isWide || !children ? (
        <div className={isWide ? cn('shrink-0 border-r border-line-1', listClass) : 'min-w-0 flex-1'}>{list}</div>
      ) : null}
      {children ? <div className="min-w-0 flex-1">{children}</div> : null}
    </>
  );
}
