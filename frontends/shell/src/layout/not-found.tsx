import { Link } from '@zo/web/router';
import { Button, EmptyState } from '@zo/web/ui';
import { usePageTitle } from './page-title';

export function NotFound() {
  usePageTitle('Not found');
  return (
    <EmptyState title="There is no page here" action={<Button asChild variant="primary"><Link to="/f">Open your workspace</Link></Button>}>
      The address may be mistyped, or the page was moved.
    </EmptyState>
  );
}
