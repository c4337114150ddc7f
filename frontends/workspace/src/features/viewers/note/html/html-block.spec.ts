import { describe, expect, it } from '@jest/globals';
import { htmlOf, imagesOf, withImageAddresses } from './html-block';

const HEADER = `<p align="center">
  <a href="https://a.org"><img src="logo.png" alt="Logo" width="200" onerror="alert(1)" style="x" class="y"></a>
  <br>
  <b>Fast</b> &amp; small <kbd>Ctrl</kbd>
</p>`;

describe('an HTML block of a note', () => {
  it('is shown with its elements, their texts and the attributes that say what they are', () => {
    const html = htmlOf(HEADER)!;
    expect(html.textContent.replaceAll(/\s+/g, ' ').trim()).toBe('Fast & small Ctrl');
    const image = html.querySelector('img')!;
    expect(Array.from(image.attributes, ({ name, value }) => [name, value])).toEqual([
      ['src', 'logo.png'],
      ['alt', 'Logo'],
      ['width', '200'],
    ]);
    expect(html.querySelector('p')!.getAttribute('align')).toBe('center');
  });

  it.each([
    ['a script', '<p>a</p><script>alert(1)</script>'],
    ['a style', '<p>a</p><style>*{display:none}</style>'],
    ['a page', '<p>a</p><iframe src="https://a.org"></iframe>'],
    ['a form', '<form action="/api/x"><button>Go</button></form>'],
    ['a drawing', '<svg onload="alert(1)"><text>a</text></svg>'],
    ['MathML', '<math><mtext>a</mtext></math>'],
    ['an element of its own', '<my-element>a</my-element>'],
    ['a film', '<video src="a.mp4" autoplay></video>'],
    ['a template', '<template><img src="a.png"></template>'],
    ['a link to styles', '<link rel="stylesheet" href="https://a.org/x.css"><p>a</p>'],
    ['attributes that only a browser finds', `<p title="a<b" onclick="alert(1)">a</p>`],
    ['a comment only', '<!-- note -->'],
    ['an end only', '</details>'],
    ['nothing to see', '<br><p align="center">'],
    ['no tag', 'a < b'],
    ['too many elements', '<b>a</b>'.repeat(2_001)],
    ['elements too deep', `${'<div>'.repeat(60)}a${'</div>'.repeat(60)}`],
    ['too much text', `<p>${'x'.repeat(64_001)}</p>`],
  ])('is shown as its source when it has %s', (_what, source) => expect(htmlOf(source)).toBeUndefined());

  it.each(['<a ', '<a "', "<a '", '<img src=', '<p><', '="', '<a b="c" '])('is read at its full length: %s', (part) =>
    expect(() => htmlOf(part.repeat(64_000 / part.length))).not.toThrow(),
  );
});

describe('the images of an HTML block', () => {
  const source =
    '<a href="https://a.org/x?a=1&amp;b=2"><IMG alt="b" src="https://a.org/x?a=1&amp;b=2"  width=40 /></a>' +
    "<img src='https://a.org/y'><img alt=none>";

  it('are listed by their addresses', () =>
    expect(imagesOf(source)).toEqual(['https://a.org/x?a=1&b=2', 'https://a.org/y']));

  it('get other addresses, and nothing else of the source changes', () =>
    expect(withImageAddresses(source, (url) => (url === 'https://a.org/x?a=1&b=2' ? 'Images/x.png' : undefined))).toBe(
      '<a href="https://a.org/x?a=1&amp;b=2"><IMG alt="b" src="Images/x.png"  width=40 /></a>' +
        "<img src='https://a.org/y'><img alt=none>",
    ));
});
