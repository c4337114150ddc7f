/** Quotes a front-matter value that YAML would parse as something else. */
export const fieldValue = (text: string) =>
  /[:#"'&<>]|^[\s\-?[\]{},|>*!%@`~]|\s$|^(true|false|null|yes|no|on|off|[-+.\d].*)$/i.test(text)
    ? JSON.stringify(text)
    : text;
