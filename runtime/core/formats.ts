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
