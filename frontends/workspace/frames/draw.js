// Draws the diagrams of notes, in a frame of the content origin: mermaid inserts elements that it has not sanitised yet.
// The app sends `{ id, source, isDark }` and gets `{ id, svg }` or `{ id, error }`.
/* global mermaid */

/** The accent and the colours of code of the app as sRGB, which every browser draws in an image. */
const SERIES = {
  light: ['#1f6b46', '#b37736', '#3e8ec1', '#9375bd', '#bf696a', '#009a9b', '#b26b9b', '#8a8c34'],
  dark: ['#72ce9b', '#d2965b', '#63ade0', '#b195dc', '#df8989', '#40b9b9', '#d18ab9', '#a8aa59'],
};

/** Charts in the colours of the app: those of the themes are greys that hardly differ. */
function chartColours(isDark) {
  const series = isDark ? SERIES.dark : SERIES.light;
  const slices = series.map((colour, index) => [`pie${index + 1}`, colour]);
  return {
    ...Object.fromEntries(slices),
    pieOpacity: '1',
    pieStrokeColor: isDark ? '#1a1f1d' : '#fdfdfb',
    pieStrokeWidth: '1px',
    pieOuterStrokeWidth: '0',
    pieSectionTextColor: isDark ? '#14201a' : '#ffffff',
    xyChart: { backgroundColor: 'transparent', plotColorPalette: series.join(',') },
  };
}

const settings = (isDark) => ({
  startOnLoad: false,
  securityLevel: 'strict',
  // The drawing is shown as an image, in which only plain SVG looks the same in every browser.
  htmlLabels: false,
  fontFamily: 'sans-serif',
  theme: isDark ? 'dark' : 'neutral',
  themeVariables: chartColours(isDark),
  // Other looks draw shadows, which are white lights on a dark page.
  look: 'classic',
  maxTextSize: 50_000,
  maxEdges: 1_000,
});

/** An image needs a size; mermaid gives its drawings only an aspect ratio. */
function withSize(svg) {
  const drawing = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  const [, , width, height] = drawing.getAttribute('viewBox').split(/[ ,]+/).map(Number);
  drawing.setAttribute('width', String(Math.ceil(width)));
  drawing.setAttribute('height', String(Math.ceil(height)));
  drawing.style.removeProperty('max-width');
  return new XMLSerializer().serializeToString(drawing);
}

addEventListener('message', async ({ data, source }) => {
  if (source !== parent) return;
  const { id, source: text, isDark } = data;
  const answer = (fields) => parent.postMessage({ id, ...fields }, '*');
  try {
    mermaid.initialize(settings(isDark));
    const { svg } = await mermaid.render(`diagram-${id}`, text);
    answer({ svg: withSize(svg) });
  } catch (error) {
    answer({ error: String(error?.message ?? error) });
  } finally {
    // Leaves nothing of a failed drawing behind.
    document.getElementById(`ddiagram-${id}`)?.remove();
  }
});
parent.postMessage({ ready: true }, '*');
