// Draws the diagrams of notes, in a frame of the content origin: mermaid inserts elements that it has not sanitised yet.
// The app sends `{ id, source, isDark }` and gets `{ id, svg }` or `{ id, error }`.
/* global mermaid */
const settings = (isDark) => ({
  startOnLoad: false,
  securityLevel: 'strict',
  // The drawing is shown as an image, in which only plain SVG looks the same in every browser.
  htmlLabels: false,
  fontFamily: 'sans-serif',
  theme: isDark ? 'dark' : 'neutral',
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
