/** Fifty tools that make the list as long as that of a real server. */

/**
 * How often.
 * @integer
 * @minimum 1
 * @maximum 9
 */
export type Times = number;

/** Trivial tool number 1: repeats its label a few times and returns the text. @tool tool_01 */
export function tool01(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 2: repeats its label a few times and returns the text. @tool tool_02 */
export function tool02(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 3: repeats its label a few times and returns the text. @tool tool_03 */
export function tool03(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 4: repeats its label a few times and returns the text. @tool tool_04 */
export function tool04(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 5: repeats its label a few times and returns the text. @tool tool_05 */
export function tool05(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 6: repeats its label a few times and returns the text. @tool tool_06 */
export function tool06(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 7: repeats its label a few times and returns the text. @tool tool_07 */
export function tool07(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 8: repeats its label a few times and returns the text. @tool tool_08 */
export function tool08(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 9: repeats its label a few times and returns the text. @tool tool_09 */
export function tool09(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 10: repeats its label a few times and returns the text. @tool tool_10 */
export function tool10(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 11: repeats its label a few times and returns the text. @tool tool_11 */
export function tool11(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 12: repeats its label a few times and returns the text. @tool tool_12 */
export function tool12(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 13: repeats its label a few times and returns the text. @tool tool_13 */
export function tool13(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 14: repeats its label a few times and returns the text. @tool tool_14 */
export function tool14(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 15: repeats its label a few times and returns the text. @tool tool_15 */
export function tool15(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 16: repeats its label a few times and returns the text. @tool tool_16 */
export function tool16(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 17: repeats its label a few times and returns the text. @tool tool_17 */
export function tool17(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 18: repeats its label a few times and returns the text. @tool tool_18 */
export function tool18(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 19: repeats its label a few times and returns the text. @tool tool_19 */
export function tool19(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 20: repeats its label a few times and returns the text. @tool tool_20 */
export function tool20(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 21: repeats its label a few times and returns the text. @tool tool_21 */
export function tool21(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 22: repeats its label a few times and returns the text. @tool tool_22 */
export function tool22(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 23: repeats its label a few times and returns the text. @tool tool_23 */
export function tool23(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 24: repeats its label a few times and returns the text. @tool tool_24 */
export function tool24(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 25: repeats its label a few times and returns the text. @tool tool_25 */
export function tool25(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 26: repeats its label a few times and returns the text. @tool tool_26 */
export function tool26(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 27: repeats its label a few times and returns the text. @tool tool_27 */
export function tool27(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 28: repeats its label a few times and returns the text. @tool tool_28 */
export function tool28(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 29: repeats its label a few times and returns the text. @tool tool_29 */
export function tool29(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 30: repeats its label a few times and returns the text. @tool tool_30 */
export function tool30(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 31: repeats its label a few times and returns the text. @tool tool_31 */
export function tool31(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 32: repeats its label a few times and returns the text. @tool tool_32 */
export function tool32(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 33: repeats its label a few times and returns the text. @tool tool_33 */
export function tool33(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 34: repeats its label a few times and returns the text. @tool tool_34 */
export function tool34(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 35: repeats its label a few times and returns the text. @tool tool_35 */
export function tool35(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 36: repeats its label a few times and returns the text. @tool tool_36 */
export function tool36(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 37: repeats its label a few times and returns the text. @tool tool_37 */
export function tool37(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 38: repeats its label a few times and returns the text. @tool tool_38 */
export function tool38(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 39: repeats its label a few times and returns the text. @tool tool_39 */
export function tool39(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 40: repeats its label a few times and returns the text. @tool tool_40 */
export function tool40(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 41: repeats its label a few times and returns the text. @tool tool_41 */
export function tool41(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 42: repeats its label a few times and returns the text. @tool tool_42 */
export function tool42(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 43: repeats its label a few times and returns the text. @tool tool_43 */
export function tool43(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 44: repeats its label a few times and returns the text. @tool tool_44 */
export function tool44(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 45: repeats its label a few times and returns the text. @tool tool_45 */
export function tool45(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 46: repeats its label a few times and returns the text. @tool tool_46 */
export function tool46(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 47: repeats its label a few times and returns the text. @tool tool_47 */
export function tool47(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 48: repeats its label a few times and returns the text. @tool tool_48 */
export function tool48(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 49: repeats its label a few times and returns the text. @tool tool_49 */
export function tool49(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}

/** Trivial tool number 50: repeats its label a few times and returns the text. @tool tool_50 */
export function tool50(/** what to repeat */ label: string, times: Times = 1): string {
  return label.repeat(times);
}
