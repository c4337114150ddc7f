const ARCHIVE = /.\.(zip|jar|war|apk|tar|tgz|tbz2?|txz|tzst|gz|bz2|xz|zst)$/i;

/** Whether the name is one of an archive or a compressed file. */
export const isArchive = (name: string): boolean => ARCHIVE.test(name);
