import type { Folder } from '../home/folder.js';
import { ignore } from './keys.js';
import type { HistoryChoices } from './messages.js';
import { checkSettings, type HistorySettings, readSettings, writeSettings } from './settings.js';

export interface Limits {
  /** Room of the history in bytes where the user has decided nothing. */
  readonly limitBytes: number;
  /** The highest limit that the user can set. */
  readonly maxLimitBytes: number;
}

/** What the user has decided about the history, within the limits of the computer. */
export class Decisions {
  private decided: HistorySettings;

  constructor(
    private readonly home: Folder,
    readonly limits: Limits,
  ) {
    this.decided = readSettings(home, limits.maxLimitBytes);
    ignore(this.decided.ignored);
  }

  get settings(): HistorySettings {
    return this.decided;
  }

  /** The same with the limit that counts. */
  get choices(): HistoryChoices {
    return { ...this.decided, limitBytes: this.decided.limitBytes || this.limits.limitBytes };
  }

  /** Writes other settings. @throws INVALID */
  change(wanted: HistorySettings): void {
    this.decided = checkSettings(wanted, this.limits.maxLimitBytes);
    writeSettings(this.home, this.decided);
    ignore(this.decided.ignored);
  }
}
