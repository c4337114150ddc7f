import type { KeyboardEvent } from 'react';

/** For the root of a page of versions: it takes the focus when it opens, and Escape leaves it. */
export const leaveKeys = (leave: () => void) =>
  ({
    tabIndex: -1,
    'data-page-focus': true,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // React tells also of keys in menus and dialogs, which stand elsewhere in the page and close themselves.
      const isInside = event.currentTarget.contains(event.target as Node);
      if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
      event.preventDefault();
      leave();
    },
  }) as const;
