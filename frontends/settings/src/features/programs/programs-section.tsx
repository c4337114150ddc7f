import { SectionPage } from '../../frame/rows';
import { TOKENS } from './messages';
import { Tokens } from './tokens';

/** Which programs use this computer. */
export function ProgramsSection() {
  return (
    <SectionPage title="Programs" lead={TOKENS.lead}>
      <Tokens />
    </SectionPage>
  );
}
