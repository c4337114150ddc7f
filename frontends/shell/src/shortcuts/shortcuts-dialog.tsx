import { shortcutsToggled, useAppDispatch, useAppSelector } from '@zo/web/store';
import { Dialog, Kbd } from '@zo/web/ui';
import { SHORTCUTS } from './shortcuts';

/** The '?' dialog: all shortcuts in one list. */
export function ShortcutsDialog() {
  const open = useAppSelector((state) => state.ui.shortcutsOpen);
  const dispatch = useAppDispatch();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => dispatch(shortcutsToggled(next))}
      reading
      title="Keyboard shortcuts"
      className="max-w-lg"
    >
      {SHORTCUTS.map(({ title, keys }) => (
        <section key={title} className="mb-4 last:mb-0">
          <h3 className="mb-1 text-xs font-medium text-text-3">{title}</h3>
          <dl>
            {keys.map(([key, label]) => (
              <div
                key={key}
                className="flex h-8 items-center justify-between border-b border-line-1 text-sm last:border-0"
              >
                <dt>{label}</dt>
                <dd>
                  <Kbd keys={key} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
