/** Returns the trimmed text of a form field; empty when the field is missing or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns a password exactly as typed, because spaces are part of it. */
export function formPassword(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
