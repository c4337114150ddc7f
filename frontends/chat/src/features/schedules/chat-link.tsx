import { MessageCircle } from 'lucide-react';
import { Link, useLocation } from '@zo/web/router';
import { Button, Tooltip } from '@zo/web/ui';
import { HISTORY } from './messages';

/** Opens the chat of a run beside the page. */
export function ChatLink({ id }: { id: string | null }) {
  const { pathname } = useLocation();
  if (id === null) return <span className="w-8 shrink-0 max-md:hidden" />;
  return (
    <Tooltip label={HISTORY.open}>
      <Button asChild variant="quiet" className="w-8 px-0">
        <Link to={`${pathname}?chat=${id}&chat_view=sidebar`} aria-label={HISTORY.open}>
          <MessageCircle />
        </Link>
      </Button>
    </Tooltip>
  );
}
