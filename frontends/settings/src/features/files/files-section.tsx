import { toProblem, useUpdateSettingsMutation, type Settings } from '@zo/web/store';
import { Switch, TabRow, toast } from '@zo/web/ui';
import { Row, Rows, SectionPage } from '../../frame/rows';

/** AP-03: settings for the display of files. */
export function FilesSection({ settings }: { settings: Settings }) {
  const [update] = useUpdateSettingsMutation();
  const save = (change: Partial<Pick<Settings, 'show_dotfiles' | 'note_view'>>) =>
    void update(change)
      .unwrap()
      .then(
        () => toast.success('Saved'),
        (error: unknown) => toast.error('Not saved', { description: toProblem(error).detail }),
      );
  return (
    <SectionPage title="Files">
      <Rows>
        <Row label="Show dot-folders" hint="Files and folders whose names begin with a dot">
          <Switch
            label="Show dot-folders"
            checked={settings.show_dotfiles}
            onChange={(show_dotfiles) => save({ show_dotfiles })}
          />
        </Row>
        <Row label="Notes open as" hint="Either way the other is one click away">
          <TabRow
            label="Notes open as"
            value={settings.note_view}
            onChange={(note_view) => save({ note_view })}
            tabs={[
              { value: 'rich', label: 'Note' },
              { value: 'raw', label: 'Raw text' },
            ]}
          />
        </Row>
      </Rows>
    </SectionPage>
  );
}
