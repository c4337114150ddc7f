import { CalendarClock, ChevronRight, LogOut } from 'lucide-react';
import { Link, useLocation } from '@zo/web/router';
import { useMeQuery } from '@zo/web/store';
import { cn, usePhone } from '@zo/web/ui';
import { SECTIONS, sectionOf } from './sections';

/** Sections that the user may see. */
export function useSections() {
  const { data: me } = useMeQuery();
  return SECTIONS.filter(({ ownerOnly }) => !ownerOnly || me?.is_owner);
}

/** AP-02: the list of sections, in the sidebar or as the whole page of a phone. */
export function SettingsNav() {
  const phone = usePhone();
  const Title = phone ? 'h1' : 'h2';
  const { pathname, hash, search } = useLocation();
  // On a phone the list is a page of its own, without a current section.
  const current = sectionOf(pathname, hash) ?? (phone ? undefined : 'account');
  return (
    <nav aria-label="Settings" className="flex h-full flex-col overflow-y-auto">
      <Title className="flex h-12 shrink-0 items-center px-4.5 text-base font-semibold tracking-normal">Settings</Title>
      <ul className="px-2">
        {useSections().map(({ id, label, icon }) => (
          <li key={id}>
            <Link
              to={`/settings/${id}${search}`}
              aria-current={id === current ? 'page' : undefined}
              className={cn(
                'flex h-[30px] items-center gap-2.5 rounded-md pr-2 pl-2.5 text-base',
                'pointer-coarse:h-11 [&_svg]:size-4',
                id === current
                  ? 'bg-surface-4 font-medium text-text-1 max-md:bg-transparent max-md:font-normal'
                  : 'text-text-2 hover:bg-surface-3 hover:text-text-1',
              )}
            >
              {icon}
              <span className="flex-1">{label}</span>
              {phone ? <ChevronRight aria-hidden className="text-text-3" /> : null}
            </Link>
          </li>
        ))}
      </ul>
      {phone ? (
        <Link
          to={`/schedule${search}`}
          className={cn(
            'mx-2 mt-4 flex h-11 items-center gap-2.5 border-t border-line-1 pr-2 pl-2.5 text-base text-text-2',
            '[&_svg]:size-4',
          )}
        >
          <CalendarClock />
          <span className="flex-1">Schedules</span>
          <ChevronRight aria-hidden className="text-text-3" />
        </Link>
      ) : null}
      {phone ? (
        <a href="/logout" className="mx-2 flex h-11 items-center gap-2.5 pl-2.5 text-base text-text-2 [&_svg]:size-4">
          <LogOut />
          Sign out
        </a>
      ) : null}
    </nav>
  );
}
