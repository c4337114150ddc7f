/** Why work on a run ends here while the run itself goes on: its lease was lost, or this process ends. */
export class LeftToAnother extends Error {
  constructor() {
    super('the run goes on in another process');
  }
}
