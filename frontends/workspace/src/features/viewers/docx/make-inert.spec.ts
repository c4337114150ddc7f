import { describe, expect, it } from '@jest/globals';
import { makeInert } from './make-inert';

function inert(html: string): string {
  const root = document.implementation.createHTMLDocument('').createElement('div');
  root.innerHTML = html;
  makeInert(root);
  return root.innerHTML;
}

describe('a drawn document', () => {
  it.each([
    ['<script>run()</script><p>a</p>', '<p>a</p>'],
    ['<iframe srcdoc="x"></iframe><object data="x"></object><p>a</p>', '<p>a</p>'],
    ['<form action="x"><p>a</p></form>', '<p>a</p>'],
    ['<p onclick="run()" onMouseOver="run()">a</p>', '<p>a</p>'],
    ['<img src="https://example.com/a.png">', '<img>'],
    ['<img src="data:image/png;base64,AA==">', '<img src="data:image/png;base64,AA==">'],
    ['<img src="data:text/html,x" srcset="https://example.com/a.png 2x">', '<img>'],
    ['<a href="javascript:run()">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<a href="#">a</a>', '<a>a</a>'],
    ['<a href="#end">a</a>', '<a href="#end">a</a>'],
    ['<p style="background:url(https://example.com/)">a</p>', '<p style="background:none(https://example.com/)">a</p>'],
    [
      '<style>@import "x"; p::before { content: "\uf0b7"; }</style>',
      '<style>none( "x"; p::before { content: "•"; }</style>',
    ],
  ])('%s becomes %s', (html, expected) => {
    expect(inert(html)).toBe(expected);
  });

  it('keeps links to the web, which open in a new tab', () => {
    expect(inert('<a href="https://example.com/" target="_top">a</a>')).toBe(
      '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">a</a>',
    );
  });

  it('makes the content of an unknown element inert, too', () => {
    expect(inert('<marquee><form><img src="https://example.com/a.png" onerror="run()"></form></marquee>')).toBe(
      '<img>',
    );
  });
});
