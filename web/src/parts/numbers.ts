/** A number with a real minus sign, as wide as a plus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `${n || 0}`);
