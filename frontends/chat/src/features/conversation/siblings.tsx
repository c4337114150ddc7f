import { ChevronLeft, ChevronRight } from 'lucide-react';
import { toProblem } from '@zo/web/store';
import { cn, IconButton, toast } from '@zo/web/ui';
import { useChangeConversationMutation } from '../../api/chat.endpoints';

/** CH-03: switches between the versions of a message that was edited, or of an answer that was made once more. */
export function Siblings({
  conversationId,
  siblings,
  disabled,
  className,
}: {
  conversationId: string;
  siblings: { ids: string[]; index: number };
  disabled?: boolean;
  className?: string;
}) {
  const [change, { isLoading }] = useChangeConversationMutation();
  const { ids, index } = siblings;
  const show = (at: number) => {
    change({ id: conversationId, leaf_id: ids[at] })
      .unwrap()
      .catch((failure: unknown) => toast.error(toProblem(failure).detail));
  };
  return (
    <div className={cn('flex items-center text-xs text-text-3 tabular-nums', className)}>
      <IconButton
        size="sm"
        label="Earlier version"
        disabled={disabled || isLoading || index === 0}
        onClick={() => show(index - 1)}
      >
        <ChevronLeft className="size-3.5!" />
      </IconButton>
      <span>
        {index + 1} / {ids.length}
      </span>
      <IconButton
        size="sm"
        label="Later version"
        disabled={disabled || isLoading || index === ids.length - 1}
        onClick={() => show(index + 1)}
      >
        <ChevronRight className="size-3.5!" />
      </IconButton>
    </div>
  );
}
