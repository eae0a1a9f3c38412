/** The first character of a CSV file, by which Excel reads it as UTF-8 and not in the code page of the computer. */
export const byteOrderMark = '\uFEFF';
