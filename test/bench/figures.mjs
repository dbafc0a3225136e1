// Medians, ratios and tables.

export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export function median(values) {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of what `get` reads from each repetition. */
export const medianOf = (repetitions, get) => median(repetitions.map(get));

/** A ratio taken within each repetition, then its median and range: machines are noisy, neighbours in time less so. */
export function ratio(over, under, get) {
  const ratios = over.map((each, index) => get(each) / get(under[index]));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

export const shown = (value) => {
  if (value === undefined || Number.isNaN(value)) return "-";
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

export const shownRatio = ({ median: middle, least, most }) => `${shown(middle)} [${shown(least)}-${shown(most)}]`;

/** Rows of cells, the first row the heads, as a Markdown table with columns of one width. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const line = (row) => `| ${row.map((cell, column) => pad(String(cell), widths[column], column > 0)).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column > 0 ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  return [line(rows[0]), rule, ...rows.slice(1).map(line)].join("\n");
}

const pad = (text, width, isNumber) => (isNumber ? text.padStart(width) : text.padEnd(width));
