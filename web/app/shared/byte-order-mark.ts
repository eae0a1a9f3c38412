/** The first character of a CSV file. It makes Excel read the file as UTF-8 instead of the system's code page. */
export const byteOrderMark = '\uFEFF';
