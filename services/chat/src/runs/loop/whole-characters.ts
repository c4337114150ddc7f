/**
 * Passes text on in whole characters: a piece may end with the first half of one, and each piece is stored by itself.
 */
export class WholeCharacters {
  private half = '';

  constructor(private readonly emit: (text: string) => void) {}

  write(piece: string): void {
    const text = this.half + piece;
    this.half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
    const whole = this.half === '' ? text : text.slice(0, -1);
    if (whole !== '') this.emit(whole);
  }

  /** Passes on the half whose other one never came. */
  end(): void {
    if (this.half !== '') this.emit(this.half);
    this.half = '';
  }
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
