const MAX_PAGE = 200;

/** Rows of one answer; 0 asks for as many as there may be. */
export const pageOf = (limit: number): number => Math.min(limit || MAX_PAGE, MAX_PAGE);
