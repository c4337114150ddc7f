/** Copies text, also on pages without TLS, where only `execCommand` works. Rejects when nothing was copied. */
export async function writeClipboard(text: string): Promise<void> {
  // Browsers leave `navigator.clipboard` out of insecure pages.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) return clipboard.writeText(text);
  const focused = document.activeElement;
  const field = Object.assign(document.createElement('textarea'), {
    value: text,
    readOnly: true,
    className: 'fixed opacity-0',
  });
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('the browser did not copy');
}
