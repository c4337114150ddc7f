/** Several hundred ways to run a script where text was meant: each calls `zoTrap` with its own number. */
const TAGS = ['img src=x', 'svg', 'body', 'video', 'audio src=x', 'input autofocus', 'select autofocus', 'textarea autofocus', 'keygen autofocus', 'details open', 'marquee', 'iframe', 'object data=x', 'embed src=x', 'video><source src=x', 'a href=x', 'math', 'style', 'form', 'button autofocus', 'isindex', 'table background=x', 'link rel=stylesheet href=x', 'image src=x', 'svg><animate attributeName=x', 'svg><set attributeName=x', 'custom-tag tabindex=1 autofocus', 'meter', 'dialog open', 'picture><img src=x'];
const EVENTS = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onbegin', 'onstart', 'onanimationstart', 'onmouseover', 'onpointerenter', 'onclick', 'oncanplay', 'onfocusin'];
const SCHEMES = ['javascript:', 'JaVaScRiPt:', 'java\tscript:', 'java&#9;script:', 'java&NewLine;script:', '&#106;avascript:', '&#x6A;avascript:', 'javascript&colon;', '\u0001javascript:', ' javascript:', 'javascript://%0a', 'vbscript:', 'data:text/html,<script>', 'data:image/svg+xml,<svg onload=', 'feed:javascript:'];
const PLACES: readonly ((url: string) => string)[] = [
  (url) => `[x](<${url}>)`, (url) => `![x](<${url}>)`, (url) => `<a href="${url}">x</a>`, (url) => `<iframe src="${url}"></iframe>`, (url) => `<form action="${url}"><input type=submit></form>`, (url) => `<svg><a xlink:href="${url}"><text>x</text></a></svg>`, (url) => `<object data="${url}"></object>`, (url) => `<meta http-equiv=refresh content="0;url=${url}">`, (url) => `<base href="${url}">`, (url) => `<math href="${url}">x</math>`,
];
const MUTATIONS: readonly ((run: string) => string)[] = [
  (run) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`, (run) => `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`, (run) => `<noscript><p title="</noscript><img src=x onerror=${run}>">`, (run) => `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`, (run) => `<template><script>${run}</script></template>`,
  (run) => `<script>${run}</script>`, (run) => `</title><script>${run}</script>`, (run) => `</textarea><script>${run}</script>`, (run) => `--><script>${run}</script>`, (run) => `"><script>${run}</script>`, (run) => `'-${run}-'`, (run) => `\${${run}}`, (run) => `{{constructor.constructor('${run}')()}}`, (run) => `<%= ${run} %>`, (run) => `<img src=x onerror=&#${run.charCodeAt(0)};${run.slice(1)}>`,
  (run) => `<style>@keyframes x{}</style><p style="animation-name:x" onanimationstart=${run}>`, (run) => `<div id=config><a id=config name=url href="javascript:${run}">`, (run) => `<iframe srcdoc="<script>parent.${run}</script>">`, (run) => `<img srcset="x 1x" onerror=${run}>`, (run) => `<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=${run}>#x">`, (run) => `<svg><foreignObject><body onload=${run}>`,
  (run) => `<a href=# style="x:expression(${run})">x</a>`, (run) => `<img src="x\` \`<script>${run}</script>"\` \`>`, (run) => `<<script>${run}//<</script>`, (run) => `<scr<script>ipt>${run}</scr</script>ipt>`, (run) => `<img/src=x/onerror=${run}>`, (run) => `<img src=x onerror\u0000=${run}>`, (run) => `\u003cimg src=x onerror=${run}\u003e`, (run) => `&lt;img src=x onerror=${run}&gt;`, (run) => `%3Cimg%20src=x%20onerror=${run}%3E`,
];

export function payloads(): readonly string[] {
  const all: string[] = [];
  const run = () => `zoTrap(${all.length})`;
  for (const tag of TAGS) for (const event of EVENTS) all.push(`<${tag} ${event}=${run()}>`);
  for (const scheme of SCHEMES) for (const place of PLACES) all.push(place(`${scheme}${run()}`));
  for (const mutate of MUTATIONS) for (const wrap of [(text: string) => text, (text: string) => `> ${text}`, (text: string) => `- ${text}`, (text: string) => `| ${text.replaceAll('|', '')} |\n|---|\n`]) all.push(wrap(mutate(run())));
  return all;
}
