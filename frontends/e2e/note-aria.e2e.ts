import { expect, test } from './fixture.js';
import { picture } from './image-files.js';
import { write } from './page-objects.js';

const NOTE = `# Plan

## Days

Text with **bold**, \`code\`, [a link](https://example.com) and a note[^1].

- [x] passport
- [ ] tickets

- one
  - deeper
1. first

> Quoted.

| Day | Place |
| --- | --- |
| 1 | Kyoto |

\`\`\`js
const a = 1;
\`\`\`

![Harbour](harbour.png)

---

[^1]: At the foot.
`;

test('ED-02 what assistive programs are told of each block of a note', async ({ page, user }) => {
  await page.goto('/f/w');
  await write(user, { 'Plan.md': NOTE, 'harbour.png': await picture(page, 60, 40) });
  await page.goto('/f/w/Plan.md');
  const note = page.getByRole('textbox', { name: 'Text of Plan.md' });
  await note.getByRole('img', { name: 'Harbour' }).waitFor();
  await expect(note).toMatchAriaSnapshot(`
    - textbox "Text of Plan.md":
      - heading "Plan" [level=1]
      - heading "Days" [level=2]
      - paragraph:
        - text: Text with
        - strong: bold
        - text: ","
        - code: code
        - text: ","
        - link "a link":
          - /url: https://example.com
        - text: and a note
        - superscript:
          - link "1":
            - /url: "#1"
        - text: .
      - list:
        - listitem [level=1]:
          - checkbox "passport" [checked]
          - paragraph: passport
      - list:
        - listitem [level=1]:
          - checkbox "tickets"
          - paragraph: tickets
      - list:
        - listitem [level=1]:
          - paragraph: one
      - list:
        - listitem [level=2]:
          - paragraph: deeper
      - list:
        - listitem [level=1]:
          - text: "1."
          - paragraph: first
      - blockquote:
        - paragraph: Quoted.
      - table:
        - rowgroup:
          - row "Day Place":
            - columnheader "Day"
            - columnheader "Place"
          - row "1 Kyoto":
            - cell "1"
            - cell "Kyoto"
      - textbox "Language of the code": javascript
      - button "Copy code"
      - code: const a = 1;
      - paragraph:
        - img "Harbour"
        - slider "Width of the image"
        - button "Harbour"
      - separator
      - note "Footnote 1":
        - paragraph: At the foot.
  `);
  const place = (text: string) =>
    note
      .getByRole('listitem')
      .filter({ hasText: text })
      .evaluate((item) => `${item.getAttribute('aria-posinset')} of ${item.getAttribute('aria-setsize')}`);
  expect(await place('tickets')).toBe('2 of 3');
  expect(await place('deeper')).toBe('1 of 1');
});
