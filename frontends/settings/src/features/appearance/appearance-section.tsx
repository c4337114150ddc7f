import { useEffect, useState } from 'react';
import { toProblem, useOnboardingMutation, useSaveThemeMutation } from '@zo/web/store';
import { applyTheme, recipeOf, type Mode, type Recipe, type ThemeChoice } from '@zo/web/theme';
import { Button, cn, Switch, TabRow, toast, useMedia } from '@zo/web/ui';
import { Row, Rows, SectionPage } from '../../frame/rows';
import { APPEARANCE } from './messages';
import { PresetPicker } from './preset-picker';

const SLIDERS: readonly { key: keyof Recipe; label: string; hint: string; max: number; step: number }[] = [
  { key: 'accent', label: 'Accent hue', hint: 'Selection, focus and the one thing to do next', max: 359, step: 1 },
  { key: 'chroma', label: 'Accent strength', hint: 'From grey to vivid', max: 0.13, step: 0.005 },
  { key: 'hue', label: 'Surface hue', hint: 'The colour behind everything', max: 359, step: 1 },
  { key: 'tint', label: 'Surface tint', hint: 'How much of it', max: 4, step: 0.1 },
];

/** Applies the draft theme while the section is open; leaving without saving restores the saved one. */
function usePreview(saved: ThemeChoice, draft: ThemeChoice | null): void {
  useEffect(() => {
    if (draft) applyTheme(draft, { remember: false });
    return () => applyTheme(saved, { remember: true });
  }, [draft, saved]);
}

/** AP-01: the theme. A preset is saved when picked; own changes are 'Custom' until they are saved. */
export function AppearanceSection({ theme }: { theme: ThemeChoice }) {
  const [draft, setDraft] = useState<ThemeChoice | null>(null);
  const [save, { isLoading }] = useSaveThemeMutation();
  const [flag] = useOnboardingMutation();
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const shown = draft ?? theme;
  const mode: Mode = shown.mode === 'system' ? (systemDark ? 'dark' : 'light') : shown.mode;
  const recipe = recipeOf(shown, mode);
  usePreview(theme, draft);

  const store = async (next: ThemeChoice, onSaved: () => void = () => undefined) => {
    try {
      await save(next).unwrap();
      onSaved();
      // What was moved meanwhile is not saved yet.
      setDraft((since) => (since === next || since === draft ? null : since));
      void flag({ field: 'has_updated_theme', op: 'set', value: true });
    } catch (error) {
      toast.error('The look was not saved', { description: toProblem(error).detail });
    }
  };
  /** Own colours took work, also those that are not saved yet: a preset in their place can be taken back. */
  const pick = (preset: string) => {
    const own = shown.custom ? shown : null;
    const offer = () =>
      toast.info(APPEARANCE.replaced, {
        duration: 15_000,
        action: { label: APPEARANCE.undo, onClick: () => setDraft(own) },
      });
    void store({ mode: theme.mode, preset, custom: null }, own ? offer : undefined);
  };
  const changeMode = (next: ThemeChoice['mode']) =>
    draft ? setDraft({ ...draft, mode: next }) : void store({ ...theme, mode: next });
  const tune = (key: keyof Recipe, value: number) =>
    setDraft({ ...shown, custom: { ...shown.custom, [mode]: { ...recipe, [key]: value } } });
  return (
    <SectionPage title="Appearance">
      <Rows>
        <Row label="Mode" hint={shown.mode === 'system' ? 'Follows the system now' : 'Always the same'}>
          <TabRow
            label="Mode"
            value={mode}
            onChange={changeMode}
            tabs={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </Row>
        <Row label="Follow the system" hint="Light by day and dark by night, where the system does so">
          <Switch
            label="Follow the system"
            checked={shown.mode === 'system'}
            onChange={(on) => changeMode(on ? 'system' : mode)}
          />
        </Row>
        <Row label="Preset" hint="Colours for light and dark together">
          <PresetPicker
            value={shown.preset}
            custom={draft !== null || Boolean(theme.custom)}
            mode={mode}
            onPick={pick}
          />
        </Row>
      </Rows>
      <Rows title={`Your own colours, ${mode}`}>
        {SLIDERS.map(({ key, label, hint, max, step }) => (
          <Row key={key} label={label} hint={hint}>
            <input
              type="range"
              aria-label={label}
              min={0}
              max={max}
              step={step}
              value={recipe[key] ?? 0}
              onChange={(event) => tune(key, event.target.valueAsNumber)}
              className="slider-zo h-6 w-48"
            />
          </Row>
        ))}
      </Rows>
      {draft ? (
        <div
          className={cn(
            'sticky bottom-4 mt-4 flex items-center justify-end gap-2 rounded-xl border',
            'border-line-1 bg-surface-1 px-4 py-2.5 shadow-float animate-menu-in',
          )}
        >
          <span className="flex-1 text-sm text-text-2">These colours are not saved yet.</span>
          <Button variant="quiet" onClick={() => setDraft(null)}>
            Put back
          </Button>
          <Button variant="primary" busy={isLoading} onClick={() => void store(draft)}>
            Save look
          </Button>
        </div>
      ) : null}
    </SectionPage>
  );
}
