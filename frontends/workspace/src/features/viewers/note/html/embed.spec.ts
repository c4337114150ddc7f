import { describe, expect, it } from '@jest/globals';
import { embedOf } from './embed';

const PLAYER =
  '<iframe width="640" height="360" src="https://video.example/embed/1?a=1&amp;b=2" title="A film" ' +
  'allowfullscreen></iframe>';

describe('an embedded page of a note', () => {
  it('has its address, its title and its size', () => {
    const { src, ...rest } = embedOf(PLAYER)!;
    expect(src.href).toBe('https://video.example/embed/1?a=1&b=2');
    expect(rest).toEqual({ title: 'A film', width: 640, height: 360 });
  });

  it('is 560 by 315 and named by its host unless it says otherwise', () => {
    expect(embedOf("<IFRAME SRC='https://maps.example/x'>\n</IFRAME>\n")).toMatchObject({
      title: 'maps.example',
      width: 560,
      height: 315,
    });
    expect(embedOf('<iframe src=https://a.example width="100%" height="99999" />')).toMatchObject({
      width: 560,
      height: 1_200,
    });
  });

  it('keeps the first of two attributes, as browsers do', () => {
    expect(embedOf('<iframe src="https://a.example" src="https://b.example"></iframe>')!.src.hostname).toBe(
      'a.example',
    );
  });

  it.each([
    '<iframe src="http://video.example"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="data:text/html,x"></iframe>',
    '<iframe src="//video.example"></iframe>',
    '<iframe src="/api/file/secret"></iframe>',
    '<iframe src="https://me:secret@video.example"></iframe>',
    '<iframe srcdoc="<b>x</b>"></iframe>',
    '<iframe src="https://a.example"></iframe><script>x</script>',
    '<iframe src="https://a.example"><b>inside</b></iframe>',
    '<iframesrc="https://a.example"></iframe>',
    'Text <iframe src="https://a.example"></iframe>',
    `<iframe src="https://a.example/${'x'.repeat(5_000)}"></iframe>`,
  ])('is none in %s', (html) => expect(embedOf(html)).toBeUndefined());
});
