/** The string formats that a form or an argument may name. Each check is one bounded pass over the text. */

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTimePattern = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;
const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** RFC 3339 `full-date`: a day that exists. */
export function isDate(text: string): boolean {
  const parts = datePattern.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** RFC 3339 `date-time`, with an offset; a leap second is allowed where UTC can have one. */
export function isDateTime(text: string): boolean {
  if (text.length > 64) return false;
  const parts = dateTimePattern.exec(text);
  if (parts === null || !isDate(parts[1] ?? "")) return false;
  const [hour, minute, second] = [Number(parts[2]), Number(parts[3]), Number(parts[4])];
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  return second <= 59 || (second === 60 && minute === 59);
}

/** RFC 3339 `full-time`: a time of day with its offset. */
export function isTime(text: string): boolean {
  return isDateTime(`2000-01-01T${text}`);
}

/** RFC 9562, any version. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);
}

export function isIpv4(text: string): boolean {
  const parts = text.length <= 15 ? text.split(".") : [];
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** RFC 4291, section 2.2: eight groups, one run of zeros left out, the last two groups perhaps as IPv4. */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const hasIpv4 = last.includes(".");
  if (hasIpv4 && !isIpv4(last)) return false;
  const plain = hasIpv4 ? groups.slice(0, -1) : groups;
  const count = plain.length + (hasIpv4 ? 2 : 0);
  return plain.every((group) => /^[\da-f]{1,4}$/i.test(group)) && (halves.length === 2 ? count <= 7 : count === 8);
}

/** RFC 1123, section 2.1: labels of letters, digits and hyphens. */
export function isHostname(text: string): boolean {
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  return name.length <= 253 && name.split(".").every((label) => /^[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?$/.test(label));
}

/** An e-mail address as HTML's `input type=email` takes it. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text);
}

/** An absolute URI. */
export function isUri(text: string): boolean {
  return text.length <= 8192 && /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$/.test(text) && URL.canParse(text);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year % 400 === 0 ? 2000 : 2000 + (year % 400), month, 0)).getUTCDate();
}
