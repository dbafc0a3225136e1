/** How text for a person looks: colours or none, and how wide it may be. */

export interface Style {
  readonly colour: boolean;
  /** Columns of the terminal; null where nothing is wrapped. */
  readonly width: number | null;
}

export const plainStyle: Style = { colour: false, width: null };

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export const paint = ({ colour }: Style, name: keyof typeof codes, text: string): string =>
  colour && text !== "" ? `\u001B[${codes[name]}m${text}\u001B[0m` : text;

/** Breaks a line between words; `used` characters stand before it. */
export function wrap({ width }: Style, text: string, used: number): string[] {
  const room = width === null ? Number.POSITIVE_INFINITY : Math.max(20, width - used);
  if (text.length <= room) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
