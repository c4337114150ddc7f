import { MAX_TITLE } from './schedules.dto.js';

/** The first line of what to do. */
export function titleOf(instruction: string): string {
  const line = instruction
    .trim()
    .split(/\r?\n/)[0]!
    .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= MAX_TITLE
    ? line || 'Schedule'
    : `${characters
        .slice(0, MAX_TITLE / 2)
        .join('')
        .trim()}…`;
}
