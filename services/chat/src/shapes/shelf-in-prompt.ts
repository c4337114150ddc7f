/** What a model is told of the memory and the skills of its user. */
export interface ShelfBlock {
  /** Facts and files, or skills. */
  readonly count: number;
  readonly text: string;
}

/** A skill that the model is told of. */
export interface KnownSkill {
  readonly name: string;
  /** Of its SKILL.md. */
  readonly address: string;
  /** Tools that an answer which reads it has left. */
  readonly allowedTools?: readonly string[];
}

export interface ShelfInPrompt {
  readonly memory: ShelfBlock | null;
  readonly skills: ShelfBlock | null;
  readonly known: readonly KnownSkill[];
}
