/** Decoded value of a cookie. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
}

/** Sets a cookie for the whole app; `maxAge` in seconds. */
export function writeCookie(name: string, value: string, maxAge: number): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAge}; samesite=lax`;
}

/** RT-03: the sidebar's state is remembered for 604800 s. */
export const SIDEBAR_COOKIE = 'sidebar_state';
export const SIDEBAR_MAX_AGE = 604_800;

/** RT-03: open unless the user closed it. */
export const readSidebarOpen = (): boolean => readCookie(SIDEBAR_COOKIE) !== 'false';
export const writeSidebarOpen = (open: boolean): void => writeCookie(SIDEBAR_COOKIE, String(open), SIDEBAR_MAX_AGE);
