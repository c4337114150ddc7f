/** What a model is told of the memory and the skills of its user. */
export interface ShelfBlock {
  /** Facts and files, or skills. */
  readonly count: number;
  readonly text: string;
}

export interface ShelfInPrompt {
  readonly memory: ShelfBlock | null;
  readonly skills: ShelfBlock | null;
}
