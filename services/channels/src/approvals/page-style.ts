/** The look of the page of a link: colours of the default theme, light and dark. */
export const STYLE = `
:root{--desk:oklch(.972 .004 95);--paper:oklch(.993 .002 95);--inset:oklch(.96 .005 95);--text:oklch(.245 .012 160);
--quiet:oklch(.455 .012 150);--line:oklch(.85 .008 110);--accent:oklch(.47 .095 158);--on:oklch(.99 .005 155);
--warn:oklch(.52 .11 70);--warn-soft:oklch(.955 .04 85);--good:oklch(.5 .11 150);--focus:oklch(.6 .12 158)}
@media(prefers-color-scheme:dark){:root{--desk:oklch(.185 .008 170);--paper:oklch(.215 .008 170);
--inset:oklch(.25 .009 170);--text:oklch(.93 .006 120);--quiet:oklch(.745 .01 140);--line:oklch(.365 .012 170);
--accent:oklch(.78 .115 158);--on:oklch(.17 .02 160);--warn:oklch(.8 .11 80);--warn-soft:oklch(.31 .045 75);
--good:oklch(.76 .12 150);--focus:oklch(.72 .12 158)}}
*{box-sizing:border-box}
body{margin:0;background:var(--desk);color:var(--text);font:16px/24px system-ui,sans-serif}
main{max-width:560px;margin:0 auto;padding:24px 16px 40px}
.card{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:20px}
.card.ask{border-color:var(--warn)}.card.good{border-color:var(--good)}
h1{margin:0 0 8px;font-size:20px;line-height:28px;overflow-wrap:anywhere}
p{margin:0 0 16px;color:var(--quiet);overflow-wrap:anywhere}
.chat{margin:0 0 4px;font-size:14px;line-height:20px}.note{margin:12px 0 0;font-size:14px;line-height:20px}
dl{margin:0 0 16px;border:1px solid var(--line);border-radius:8px;overflow:hidden}
dt{padding:8px 12px 0;font-size:14px;line-height:20px;color:var(--quiet);overflow-wrap:anywhere}
dd{margin:0;padding:0 12px 8px;font:14px/20px ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
dd+dt{border-top:1px solid var(--line)}
mark{padding:0 4px;border-radius:4px;background:var(--warn-soft);color:var(--warn)}
label{display:block;margin-bottom:4px;font-weight:600}
textarea{width:100%;margin-bottom:16px;padding:10px 12px;border:1px solid var(--line);border-radius:8px;
background:var(--inset);color:var(--text);font:inherit}
.answers{display:flex;flex-wrap:wrap;gap:12px}
button,.button{display:inline-flex;align-items:center;justify-content:center;flex:1;min-height:46px;padding:0 20px;
border:1px solid var(--line);border-radius:8px;background:var(--paper);color:var(--text);font:inherit;font-weight:600;
text-decoration:none;cursor:pointer}
.button{flex:none}button.primary{flex:2;border-color:var(--accent);background:var(--accent);color:var(--on)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
`;
