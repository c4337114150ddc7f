import { Link } from '@zo/web/router';
import type { VersionsPage } from '../../api/versions.endpoints';
import { VERSIONS } from './messages';

/** What is kept, for how long and in how much room. */
export function KeptNote({ usage }: { usage?: VersionsPage['usage'] | undefined }) {
  return (
    <div className="space-y-1 border-t border-line-1 px-4 py-3 text-xs text-text-2">
      <p>{VERSIONS.kept}</p>
      <details>
        <summary className="cursor-pointer rounded-md font-medium">What is not kept, and for how long</summary>
        <p className="pt-1">{VERSIONS.notKept}</p>
        <p className="pt-1">{VERSIONS.ages}</p>
      </details>
      {usage ? <p className="tabular-nums">{VERSIONS.usage(usage.usedBytes, usage.limitBytes)}</p> : null}
      <Link to="/settings/computer" className="inline-block min-h-6 text-accent-text hover:underline">
        {VERSIONS.settings}
      </Link>
    </div>
  );
}
