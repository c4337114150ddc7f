import type { Container } from './nodes';

const TAB_COLUMNS = 4;

/**
 * Length of the part of a line that belongs to its containers: quote signs and the indentation of items. Stops where a
 * line leaves them out, as a paragraph may ("lazy continuation").
 * @param options.indentation columns of further white space that belong to the prefix
 */
export function prefixLength(
  line: string,
  containers: readonly Container[],
  { indentation, isFirst = false }: { indentation: number; isFirst?: boolean },
): number {
  const reader = new Columns(line);
  for (const container of containers) {
    if (container.kind === 'quote') {
      const sign = /^ {0,3}>/.exec(line.slice(reader.at));
      if (!sign) break;
      reader.skip(sign[0].length);
      reader.skipSpace(1);
    } else if (isFirst && container.kind === 'item') {
      const marker = line.indexOf(container.marker, reader.at);
      if (marker < 0) break;
      reader.skip(marker + container.marker.length - reader.at);
      reader.skipSpace(container.width - container.indent - container.marker.length);
    } else reader.skipSpace(container.width);
  }
  reader.skipSpace(indentation);
  return reader.at;
}

/** Moves through a line by columns; a tab ends at a multiple of four. */
class Columns {
  at = 0;
  private column = 0;

  constructor(private readonly line: string) {}

  skip(characters: number): void {
    for (let n = 0; n < characters; n++) this.advance();
  }

  /** Skips white space up to a number of columns; a tab that reaches further is left. */
  skipSpace(columns: number): void {
    const end = this.column + columns;
    while (this.at < this.line.length && /[ \t]/.test(this.line[this.at]!) && this.next() <= end) this.advance();
  }

  private next(): number {
    return this.line[this.at] === '\t' ? this.column + TAB_COLUMNS - (this.column % TAB_COLUMNS) : this.column + 1;
  }

  private advance(): void {
    this.column = this.next();
    this.at++;
  }
}
