import { Check, CircleAlert, CloudOff } from 'lucide-react';
import { NOT_STORED } from '../../document/messages';
import type { DocumentState } from '../../document/document-state';

/** Save status of the document, beside its name. */
export function SaveStatus({ state }: { state: DocumentState }) {
  const look = 'ml-2 flex shrink-0 items-center gap-1 text-sm [&_svg]:size-3.5';
  if (state.draft === 'refused' && state.status !== 'saved')
    return (
      <span className={`${look} text-bad`} title={state.problem ?? undefined}>
        <CircleAlert />
        {NOT_STORED}
      </span>
    );
  switch (state.status) {
    case 'saved':
      return (
        <span className={`${look} text-text-3 @max-lg:hidden`}>
          <Check />
          Saved
        </span>
      );
    case 'dirty':
    case 'saving':
      return <span className={`${look} text-text-3 @max-lg:hidden`}>Saving…</span>;
    case 'waiting':
      if (state.draft === 'storing') return <span className={`${look} text-text-3 @max-lg:hidden`}>Storing…</span>;
      return (
        <span className={`${look} text-warn`} title={state.problem ?? undefined}>
          <CloudOff />
          <span className="@max-2xl:sr-only">Kept here, saved when the server is back</span>
        </span>
      );
    case 'conflict':
      return (
        <span className={`${look} text-warn`}>
          <CircleAlert />
          <span className="@max-xl:sr-only">Changed on both sides</span>
        </span>
      );
    case 'deleted':
      return (
        <span className={`${look} text-warn`}>
          <CircleAlert />
          Deleted on disk
        </span>
      );
    case 'refused':
      return (
        <span className={`${look} text-bad`}>
          <CircleAlert />
          {state.problem}
        </span>
      );
  }
}
