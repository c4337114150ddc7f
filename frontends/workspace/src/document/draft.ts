/** ED-08: unsaved text in the browser's storage. */
export interface Draft {
  content: string;
  ts: number;
  /** Modification time of the file that the text was based on. */
  baseMtime: number;
  /** Hash of that file; drafts of older versions have none. */
  baseHash?: string;
}
