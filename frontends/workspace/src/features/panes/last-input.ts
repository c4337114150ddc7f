/** The key that is held, undefined after a press of a pointer: its repetitions must not be typed into a file. */
export interface LastInput {
  isHeld: boolean;
}

let last: LastInput | undefined;
document.addEventListener('keydown', () => (last = { isHeld: true }), { capture: true });
document.addEventListener('keyup', () => last && (last = { isHeld: false }), { capture: true });
document.addEventListener('pointerdown', () => (last = undefined), { capture: true });

/**
 * What the user pressed last. Followed from the first key on, which comes before the code that asks may have arrived.
 */
export const lastInput = (): LastInput | undefined => last;
