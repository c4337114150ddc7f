import type { WindowRequest } from '../messages.js';
import { Newest } from './newest.js';
import { View, type ViewOptions, type Walk } from './view.js';

/** The sorted and filtered rows of one table, as each viewer asked for them last. */
export class Views<Found> {
  private readonly newest = new Newest<View<Found>>((view) => view.cancel());
  private building = Promise.resolve();

  /** @throws TableError, OpenQuoteError */
  of({ viewer, sort, filters }: WindowRequest, make: () => [ViewOptions<Found>, Walk<Found>]): Promise<View<Found>> {
    const view = this.newest.take(viewer, JSON.stringify([sort, filters]), () => {
      const [options, walk] = make();
      const made = new View(options);
      // One after the other: to sort takes far more memory than to keep the result.
      this.building = this.building.then(() => made.build(walk));
      return made;
    });
    return view.ready();
  }

  /** Ends what is under way. */
  cancel(): void {
    this.newest.endAll();
  }

  /** The rows are read in another way from now on. */
  forget(): void {
    this.newest.forgetAll();
  }
}
