/** Colours for text and cells. They are part of files, so they are no tokens of the theme, which adapts them. */
export const COLOURS: readonly (readonly [label: string, ink: string | undefined, fill: string | undefined])[] = [
  ['Automatic', undefined, undefined],
  ['Grey', '#4b5563', '#e5e7eb'],
  ['Red', '#b42318', '#fde3e0'],
  ['Orange', '#9a3d06', '#fdead7'],
  ['Yellow', '#7a5600', '#fef3c7'],
  ['Green', '#18794e', '#d9f2e3'],
  ['Blue', '#175cd3', '#dbe9fe'],
  ['Purple', '#6941c6', '#e9e2fb'],
];
