/** A page that is not visible shows no frames. */
const HIDDEN_MS = 100;

/** The text after a change, or a function that writes it down, called when the text is needed. */
export type TextChange = string | (() => string);

/**
 * The text of an editor for which writing it down takes as long as a part of a frame. It is read once the changed
 * editor is on the screen, or before somebody needs the text.
 */
export class LateText {
  readonly #onText: (text: string) => void;
  #read: (() => string) | undefined;

  /** `onText` is called with each text that is read. */
  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  set(change: TextChange): void {
    if (typeof change === 'string') {
      this.gather();
      return this.#onText(change);
    }
    const isScheduled = this.#read !== undefined;
    this.#read = change;
    if (isScheduled) return;
    requestAnimationFrame(() => setTimeout(this.gather));
    setTimeout(this.gather, HIDDEN_MS);
  }

  /** Reads the text now, if it has not been read since it was set. */
  gather = (): void => {
    const read = this.#read;
    this.#read = undefined;
    if (read) this.#onText(read());
  };
}
