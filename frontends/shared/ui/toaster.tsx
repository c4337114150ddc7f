import { Toaster as Sonner, toast } from 'sonner';
import { focusAgain } from './return-focus';

// A toast disappears when its button is pressed, and the focus would be lost with it.
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-sonner-toast] [data-button]')) focusAgain();
});

export { toast };

/** All toasts. */
export function Toasts({ mode }: { mode: 'light' | 'dark' }) {
  return (
    <Sonner
      theme={mode}
      position="bottom-center"
      // Above the selection bar, whose buttons a toast would cover, and the field of a chat.
      offset={{ bottom: 'var(--toasts-above, 64px)' }}
      // Above the bottom bar of the phone layout.
      mobileOffset={{
        bottom: 'var(--toasts-above, calc(4.5rem + env(safe-area-inset-bottom)))',
        left: 16,
        right: 16,
      }}
      gap={8}
      // Sonner sets its own font.
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-center gap-2.5 rounded-lg border border-line-1 ' +
            'bg-surface-1 px-3.5 py-2.5 text-sm text-text-1 shadow-float',
          title: 'font-medium',
          description: 'text-text-2',
          content: 'min-w-0 flex-1 break-words',
          icon: 'text-text-2 flex',
          error: '[&_[data-icon]]:text-bad',
          success: '[&_[data-icon]]:text-good',
          actionButton: 'rounded-md px-2 py-1 text-sm font-semibold text-accent-text hover:bg-surface-3',
          cancelButton: 'rounded-md px-2 py-1 text-sm text-text-2 hover:bg-surface-3',
        },
      }}
    />
  );
}
