/** Names the file that started a run below the words of its user. Whoever made the file chose that name. */
import { addressOf, parseAddress } from '@zo/proto/location';

const LINE = '\n\nStarted by this file: ';

/** `file`: empty if none did. */
export const withStarter = (instruction: string, file: string): string =>
  file === '' ? instruction : `${instruction}${LINE}${addressOf(parseAddress(file)).replace(/^w\//, '')}`;

/** What the user wrote of a message, without the name. A name may hold the line, too. */
export const writtenIn = (text: string): string => text.split(LINE, 1)[0]!;
