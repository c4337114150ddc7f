/** Sections in the sidebar. */
export function SettingsNav() {
  return null;
}

export default function SettingsView() {
  return null;
}
