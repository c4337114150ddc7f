import { useEffect, useState } from 'react';
import type { Piece } from './colour-code';

/** The code of a fenced block: plain at first, highlighted once its language is loaded. */
export function NoteCode({ code, language }: { code: string; language: string }) {
  const [pieces, setPieces] = useState<Piece[]>();
  useEffect(() => {
    let gone = false;
    setPieces(undefined);
    void import('./colour-code')
      .then(({ colourCode }) => colourCode(code, language))
      .then(
        (found) => gone || setPieces(found),
        () => undefined,
      );
    return () => {
      gone = true;
    };
  }, [code, language]);
  return (
    <code>
      {pieces
        ? pieces.map(([text, classes], at) =>
            classes ? (
              <span key={at} className={classes}>
                {text}
              </span>
            ) : (
              text
            ),
          )
        : code}
    </code>
  );
}
