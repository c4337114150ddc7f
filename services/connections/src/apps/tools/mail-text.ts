/** Writes a plain mail as RFC 5322 has it, encoded for the Gmail API. */
interface Mail {
  readonly to: readonly string[];
  readonly cc?: readonly string[] | undefined;
  readonly subject: string;
  readonly body: string;
  readonly inReplyTo?: string;
  readonly references?: string;
}

/** Characters of a line of base64, and bytes of an encoded word. */
const LINE = 76;
const WORD_BYTES = 45;
const PLAIN = /^[\x20-\x7e]*$/;

/** A header is one line: whatever could begin another one becomes a space. */
const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** RFC 2047: other characters than those of ASCII as encoded words. */
function encoded(text: string): string {
  if (PLAIN.test(text)) return text;
  const found: string[] = [];
  let word = '';
  for (const sign of text) {
    if (Buffer.byteLength(word + sign) > WORD_BYTES) {
      found.push(word);
      word = '';
    }
    word += sign;
  }
  return [...found, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}

export function mailOf({ to, cc = [], subject, body, inReplyTo, references }: Mail): string {
  const headers: (readonly [string, string | undefined])[] = [
    ['To', to.join(',\r\n ')],
    ['Cc', cc.join(',\r\n ')],
    ['Subject', encoded(onOneLine(subject.toWellFormed()))],
    ['In-Reply-To', inReplyTo && onOneLine(inReplyTo)],
    ['References', references && onOneLine(references).slice(-900)],
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Transfer-Encoding', 'base64'],
  ];
  const head = headers.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\r\n');
  const text = Buffer.from(body.replaceAll(/\r?\n/g, '\r\n')).toString('base64');
  const lines = text.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return Buffer.from(`${head}\r\n\r\n${lines.join('\r\n')}\r\n`).toString('base64url');
}
