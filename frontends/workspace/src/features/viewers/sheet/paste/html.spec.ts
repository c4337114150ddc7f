import { describe, expect, it } from '@jest/globals';
import { fromHtml, MAX_HTML } from './html';
import { inertMarkup } from './inert-markup';
import { fromR1c1 } from './r1c1';

const EXCEL = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta name=Generator content="Microsoft Excel 15">
<style>
<!--table {mso-displayed-decimal-separator:"\\.";}
td {padding-top:1px; color:black; font-size:11.0pt;}
.xl65 {font-weight:700; color:red; background:#FFF2CC; mso-pattern:black none; text-align:center;
	border-top:.5pt solid windowtext;}
.xl66 {mso-number-format:"\\#\\,\\#\\#0\\.00_\\)\\;\\[Red\\]\\\\\\(\\#\\,\\#\\#0\\.00\\\\\\)";}
.xl67 {mso-number-format:Percent;}
.xl68 {mso-number-format:"\\@";}
.xl69 {white-space:normal; vertical-align:top;}
-->
</style></head><body link="#0563C1">
<table border=0 cellpadding=0 width=192><!--StartFragment-->
 <col width=64 style='width:48pt'>
 <tr height=20><td colspan=2 height=20 class=xl65 width=128 style='height:15.0pt'>Budget &amp; costs</td><td>x</td></tr>
 <tr><td class=xl66 align=right>1,234.50 </td><td class=xl67 align=right>12.50%</td><td class=xl68>007</td></tr>
 <tr><td align=right x:num="3.14159">3.14</td><td class=xl69>one<br>
   two</td><td class=xl68>=1+1</td></tr>
<!--EndFragment--></table></body></html>`;

const LIBRE = `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"/>
<style type="text/css">body,td { font-family:"Liberation Sans"; }</style></head><body><table cellspacing="0" border="0">
<tr><td style="border-top: 1px solid #000000" height="17" align="left" bgcolor="#FFFF00"><b><font color="#C9211E">Total</font></b></td>
<td rowspan=2 align="right" valign=middle sdval="1234.5" sdnum="1033;0;#,##0.00">1,234.50</td></tr>
<tr><td align="right" sdval="46145" sdnum="1033;1031;YYYY-MM-DD">2026-05-03</td></tr>
<tr><td align="left" sdnum="1033;0;@">=A1</td><td sdval="2.5" sdnum="1033;0;[$€-407] #,##0.00">€ 2.50</td></tr></table></body></html>`;

const GOOGLE_STYLE =
  'overflow:hidden;padding:2px 3px;vertical-align:bottom;font-weight:bold;' +
  'background-color:#d9ead3;color:rgb(255, 0, 0);text-align:center;';
const googleCell = (value: object, attributes: string, text: string) =>
  `<td ${attributes} data-sheets-value="${JSON.stringify(value).replaceAll('"', '&quot;')}">${text}</td>`;
const GOOGLE = [
  "<meta charset='utf-8'><google-sheets-html-origin>",
  '<style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style>',
  '<table xmlns="http://www.w3.org/1999/xhtml" dir="ltr" border="1" data-sheets-root="1" data-sheets-baot="1">',
  '<colgroup><col width="100"/></colgroup><tbody><tr>',
  googleCell({ 1: 2, 2: 'a<b' }, `style="${GOOGLE_STYLE}"`, 'a&lt;b'),
  googleCell({ 1: 3, 3: 0.5 }, 'data-sheets-numberformat="{&quot;1&quot;:3,&quot;2&quot;:&quot;0.0%&quot;}"', '50.0%'),
  googleCell({ 1: 4, 4: 1 }, '', 'TRUE'),
  googleCell({ 1: 3, 3: 1 }, 'data-sheets-formula="=R[0]C[-2]*2+SUM(R1C1:R[2]C1)"', '1'),
  '</tr></tbody></table>',
].join('\n');

const cellsOf = (html: string) => {
  const pasted = fromHtml(html);
  if (!pasted || pasted === 'too large') throw new Error(String(pasted));
  return pasted;
};
const plain = (html: string) => JSON.parse(JSON.stringify(cellsOf(html))) as ReturnType<typeof cellsOf>;

describe('a clipboard of', () => {
  it('Excel has types, number formats, styles of classes and merged cells', () => {
    const { rows, merges } = plain(EXCEL);
    expect(merges).toEqual([{ top: 0, left: 0, bottom: 0, right: 1 }]);
    expect(rows[0]).toEqual([
      {
        value: 'Budget & costs',
        style:
          'font-weight: bold; color: red; background-color: #FFF2CC; text-align: center; border-top: 1px solid #000000',
      },
      null,
      { value: 'x' },
    ]);
    expect(rows[1]).toEqual([
      { value: 1234.5, mask: '#,##0.00_);[Red]\\(#,##0.00\\)', style: 'text-align: right' },
      { value: 0.125, mask: '0.00%', style: 'text-align: right' },
      { value: '007' },
    ]);
    expect(rows[2]).toEqual([
      { value: 3.14159, style: 'text-align: right' },
      { value: 'one\ntwo', style: 'vertical-align: top; white-space: pre-wrap' },
      { value: "'=1+1" },
    ]);
  });

  it('LibreOffice has numbers with all their digits, formats, fonts and merged cells', () => {
    const { rows, merges } = plain(LIBRE);
    expect(merges).toEqual([{ top: 0, left: 1, bottom: 1, right: 1 }]);
    expect(rows).toEqual([
      [
        {
          value: 'Total',
          style:
            'background-color: #ffff00; text-align: left; border-top: 1px solid #000000; ' +
            'font-weight: bold; color: #c9211e',
        },
        { value: 1234.5, mask: '#,##0.00', style: 'text-align: right; vertical-align: middle' },
      ],
      [{ value: 46145, mask: 'YYYY-MM-DD', style: 'text-align: right' }, null],
      [
        { value: "'=A1", mask: '@', style: 'text-align: left' },
        { value: 2.5, mask: '€ #,##0.00' },
      ],
    ]);
  });

  it('Google Sheets has values, formats, and formulas by distance', () => {
    expect(plain(GOOGLE).rows[0]).toEqual([
      {
        value: 'a<b',
        style: 'font-weight: bold; color: rgb(255, 0, 0); background-color: #d9ead3; text-align: center',
      },
      { value: 0.5, mask: '0.0%' },
      { value: true },
      { value: 1, relative: '=R[0]C[-2]*2+SUM(R1C1:R[2]C1)' },
    ]);
    expect(fromR1c1('=R[0]C[-2]*2+SUM(R1C1:R[2]C1)&"R1C1"', { row: 4, column: 3 })).toBe('=B5*2+SUM($A$1:$A7)&"R1C1"');
    expect(fromR1c1('=R[-9]C', { row: 1, column: 1 })).toBe('=#REF!');
  });

  it('hostile markup becomes inert before a browser reads it', () => {
    const { html, css } = inertMarkup(
      `<script>alert(1)</script><img src=x onerror="a<b"><table onclick='x'>` +
        `<tr><td style="background:url(//e/x)" bgcolor='"><script>'>a<svg/onload=x></td></table>` +
        `<style>td{}</style><iframe srcdoc="x">y</iframe>1 < 2`,
    );
    expect(html).not.toMatch(/<script|onerror|onclick|onload|src|\sstyle=/i);
    expect(html).toContain('<td data-from-style="background:url(//e/x)" data-from-bgcolor="&quot;>&lt;script>">a');
    expect([css, html.endsWith('1 &lt; 2')]).toEqual(['td{}', true]);
    const { rows } = cellsOf(
      `<table><tr><td style="background:url(//e/x); position:fixed; color: url(x)">a</td></tr></table>`,
    );
    expect(rows[0]![0]!.style).toBeUndefined();
  });

  it('hostile sizes are refused, and half a tag ends the text', () => {
    expect(fromHtml('x'.repeat(MAX_HTML + 1))).toBe('too large');
    const wide = '<tr><td colspan=16384 rowspan=999>x</td></tr>'.repeat(20);
    expect(fromHtml(`<table>${wide}</table>`)).toBe('too large');
    expect(fromHtml(`<table><tr><td>a</td></tr></table>${'<td "'.repeat(100_000)}`)).toMatchObject({ merges: [] });
    expect(fromHtml('<p>x</p>')).toBeUndefined();
  });
});
