const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/** FT-04: 1024-based, Bytes to YB, two decimals from KB on. */
export function formatSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '';
  if (bytes < 1024) return `${Math.floor(bytes)} Bytes`;
  let unit = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), UNITS.length - 1);
  // 1048575 would be "1024.00 KB": rounding can reach the next unit.
  if (unit < UNITS.length - 1 && (bytes / 1024 ** unit).toFixed(2) === '1024.00') unit++;
  return `${(bytes / 1024 ** unit).toFixed(2)} ${UNITS[unit]}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** FT-04: relative within 7 days, else 'MMM d, yyyy'. Times in ms; a time in the future is 'just now'. */
export function formatDate(time: number, now: number): string {
  if (!Number.isFinite(time) || time <= 0) return '';
  const age = now - time;
  if (age >= 7 * DAY) {
    const date = new Date(time);
    return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
  }
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${plural(Math.floor(age / MINUTE), 'minute')} ago`;
  if (age < DAY) return `${plural(Math.floor(age / HOUR), 'hour')} ago`;
  const days = Math.floor(age / DAY);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

const WHOLE_MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** 'November 2026'; '' for a time that is not known. */
export function formatMonth(time: number): string {
  if (!Number.isFinite(time) || time <= 0) return '';
  const date = new Date(time);
  return `${WHOLE_MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/**
 * Like `formatDate` in at most eight characters, for narrow columns: 'now', '5 min', '2 h', '5 d', 'Nov 2', 'Mar 2025'.
 */
export function formatAge(time: number, now: number): string {
  if (!Number.isFinite(time) || time <= 0) return '';
  const age = now - time;
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)} d`;
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return `${MONTHS[date.getMonth()]} ${isThisYear ? date.getDate() : date.getFullYear()}`;
}

/** Remaining or elapsed time in one short unit: '4 s', '3 min', '2 h', '5 days'. */
export function formatSpan(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** A whole number: 1204 → '1,204'. Not by `Intl`, whose first use takes longer than drawing the rows of a folder. */
export const formatNumber = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** '1 item', '1,204 items'. */
export const formatCount = (count: number, word: string): string =>
  `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`;

/** 75 → '1:15', 3675 → '1:01:15'. */
export function timestamp(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
