import { CircleAlert } from 'lucide-react';
import { Link } from '@zo/web/router';
import { fileHref, type Location, nameOf, shownName } from '@zo/web/paths';
import { Button, EmptyState } from '@zo/web/ui';

/** FV-02: the file does not exist. */
export function MissingFile({ location, detail }: { location: Location; detail: string }) {
  const top: Location = { root: location.root, path: [] };
  return (
    <EmptyState
      tone="bad"
      icon={<CircleAlert />}
      title={detail}
      action={
        <Button asChild>
          <Link to={fileHref(top)}>Open {nameOf(top)}</Link>
        </Button>
      }
    >
      {shownName(nameOf(location))} may have been moved, renamed or deleted.
    </EmptyState>
  );
}
