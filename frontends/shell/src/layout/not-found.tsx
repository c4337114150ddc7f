import { Link } from '@zo/web/router';
import { Button } from '@zo/web/ui';
import { AuthPage } from '../session/auth-page';
import { usePageTitle } from './page-title';

export default function NotFound() {
  usePageTitle('Not found');
  return (
    <AuthPage title="There is no page here" lead="The address may be mistyped, or the page was moved.">
      <Button asChild variant="primary" size="lg" className="mt-6">
        <Link to="/f">Open your workspace</Link>
      </Button>
    </AuthPage>
  );
}
