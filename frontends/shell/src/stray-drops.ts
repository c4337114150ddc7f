/** A browser opens a file that is let go where nothing takes it, some of them in place of the page and of what is not saved yet. */
export function refuseStrayDrops(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    // An editor that takes the text of a file says so only when it is let go. What is under the pointer may be text itself.
    if (
      event.type === 'dragover' &&
      event.composedPath().some((node) => node instanceof HTMLElement && node.isContentEditable)
    )
      return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}
