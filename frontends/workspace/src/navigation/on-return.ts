/** Calls `back` when the window gets the focus or its tab is shown; returns how to stop. */
export function onReturn(back: () => void): () => void {
  const onChange = () => {
    if (document.visibilityState === 'visible') back();
  };
  window.addEventListener('focus', onChange);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    window.removeEventListener('focus', onChange);
    document.removeEventListener('visibilitychange', onChange);
  };
}
