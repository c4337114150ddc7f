/** An error that the user can fix; shown in one line, without a stack. */
export class Refusal extends Error {}
