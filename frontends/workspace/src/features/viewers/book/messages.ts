// FV-01, FV-02: user-visible texts of the book viewer.
export const BOOK = {
  protected: 'This book is protected against copying and can’t be shown here.',
  noOrigin: 'Books can’t be shown here, because this installation has no address for foreign pages.',
  contents: 'Contents',
  noContents: 'This book has no contents list.',
  hideContents: 'Hide contents',
  previous: 'Previous page',
  next: 'Next page',
  smaller: 'Smaller text',
  larger: 'Larger text',
  chapter: (chapter: number, chapters: number) => `Chapter ${chapter} of ${chapters}`,
  page: (page: number, pages: number) => `page ${page} of ${pages}`,
} as const;
