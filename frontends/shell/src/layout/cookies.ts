import { readCookie, writeCookie } from '@zo/web/cookies';

/** RT-03: the sidebar's state is remembered for 604800 s. */
export const SIDEBAR_COOKIE = 'sidebar_state';
export const SIDEBAR_MAX_AGE = 604_800;

/** RT-03: open unless the user closed it. */
export const readSidebarOpen = (): boolean => readCookie(SIDEBAR_COOKIE) !== 'false';
export const writeSidebarOpen = (open: boolean): void => writeCookie(SIDEBAR_COOKIE, String(open), SIDEBAR_MAX_AGE);
