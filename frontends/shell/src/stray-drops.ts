/**
 * Refuses files dropped outside a drop target: the browser would open them in place of the page and its unsaved text.
 */
export function refuseStrayDrops(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    // Editors accept a dropped text file only on drop, so `dragover` over them stays allowed. The target may be a text
    // node.
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
