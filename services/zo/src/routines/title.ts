import { SUFFIX } from './routine-files.js';

/** The name of the file without its suffix. */
export const titleOf = (address: string): string => {
  const name = address.slice(address.lastIndexOf('/') + 1);
  return name.slice(0, -SUFFIX.length) || name;
};
