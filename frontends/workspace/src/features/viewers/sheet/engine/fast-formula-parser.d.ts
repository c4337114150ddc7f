declare module 'fast-formula-parser' {
  /** A cell as the parser counts it, from 1. */
  export interface CellRef {
    sheet?: string | undefined;
    row: number;
    col: number;
  }

  export interface RangeRef {
    sheet?: string | undefined;
    from: { row: number; col: number };
    to: { row: number; col: number };
  }

  /** An argument of a function. */
  export interface Argument {
    value: unknown;
    isArray?: boolean;
    omitted?: boolean;
    isRangeRef?: boolean;
    isCellRef?: boolean;
    ref?: unknown;
  }

  export interface Config {
    onCell: (ref: CellRef) => unknown;
    onRange: (ref: RangeRef) => unknown[][];
    onVariable: (name: string) => unknown;
    functions: Record<string, (...args: never[]) => unknown>;
  }

  /** An operand, with its value read from the cells. */
  export interface Operand {
    val: unknown;
    isArray: boolean;
  }

  export interface Operators {
    _applyInfix: (left: Operand, sign: string, right: Operand) => unknown;
    _applyPrefix: (signs: string[], value: unknown, isArray: boolean) => unknown;
  }

  class FormulaError extends Error {
    constructor(error: string, message?: string, details?: unknown);
    readonly error: string;
    readonly details: unknown;
    static readonly DIV0: FormulaError;
    static readonly NA: FormulaError;
    static readonly NAME: FormulaError;
    static readonly NUM: FormulaError;
    static readonly REF: FormulaError;
    static readonly VALUE: FormulaError;
  }

  export default class FormulaParser {
    constructor(config: Config);
    readonly utils: Operators;
    readonly position: CellRef;
    parse(formula: string, position: CellRef): unknown;
    static readonly FormulaError: typeof FormulaError;
  }
}

declare module 'fast-formula-parser/ssf/ssf' {
  const ssf: { format: (mask: string, value: unknown) => string };
  export default ssf;
}
