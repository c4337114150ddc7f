import { Rows, Row, SectionPage } from '../../frame/rows';

/** AP-02: /settings/browser. Explains that the computer has no browser. */
export function BrowserSection() {
  return (
    <SectionPage
      title="Browser"
      lead="Your assistant reads web pages by fetching them. It has no browser of its own on this server."
    >
      <Rows>
        <Row label="Signed-in sites" hint="None. Nothing you are signed in to is reachable for the assistant." />
        <Row label="Cookies and history" hint="Pages are fetched without cookies, and no history is kept." />
      </Rows>
    </SectionPage>
  );
}
