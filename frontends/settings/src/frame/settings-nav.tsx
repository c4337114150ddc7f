import { Link, useLocation } from '@zo/web/router';
import { useMeQuery } from '@zo/web/store';
import { cn, usePhone } from '@zo/web/ui';
import { SECTIONS, sectionOf } from './sections';

/** Sections a user may see. */
export function useSections() {
  const { data: me } = useMeQuery();
  return SECTIONS.filter(({ ownerOnly }) => !ownerOnly || me?.is_owner);
}

/** AP-02: the sections, in the sidebar or as the whole page of a phone. */
export function SettingsNav() {
  const Title = usePhone() ? 'h1' : 'h2';
  const { pathname, hash, search } = useLocation();
  const current = sectionOf(pathname, hash) ?? 'account';
  return (
    <nav aria-label="Settings" className="flex h-full flex-col overflow-y-auto">
      <Title className="flex h-12 shrink-0 items-center px-4.5 text-base font-semibold tracking-normal">Settings</Title>
      <ul className="px-2">
        {useSections().map(({ id, label, icon }) => (
          <li key={id}>
            <Link
              to={`/settings/${id}${search}`}
              aria-current={id === current ? 'page' : undefined}
              className={cn('flex h-[30px] items-center gap-2.5 rounded-md pr-2 pl-2.5 text-base pointer-coarse:h-11 [&_svg]:size-4', id === current ? 'bg-surface-4 font-medium text-text-1 max-md:bg-transparent max-md:font-normal' : 'text-text-2 hover:bg-surface-3 hover:text-text-1')}
            >
              {icon}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
