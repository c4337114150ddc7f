/**
 * How far the agent's helper processes step back for programs of the user (`nice`). At 19 they would get nothing on a
 * machine whose cores are all busy, and what was saved would not be found.
 */
export const BACKGROUND_NICE = 10;
