import { SectionPage } from '../../frame/rows';
import { TOKENS } from './messages';
import { Servers } from './servers';
import { Tokens } from './tokens';

/** Which programs use this computer, and which the assistant uses. */
export function ProgramsSection() {
  return (
    <SectionPage title="Programs" lead={TOKENS.lead}>
      <Tokens />
      <Servers />
    </SectionPage>
  );
}
