const longest = 200;

/** A file's name as it may be shown: without folders and control signs, at most 200 characters, never empty. */
export function cleanName(name: string): string {
  const shown = (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').replace(/\s+/gu, ' ').trim();
  if (/^\.*$/.test(shown)) return 'picture';
  const characters = [...shown];
  if (characters.length <= longest) return shown;
  const end = /\.[A-Za-z0-9]{1,8}$/.exec(shown)?.[0] ?? '';
  return characters.slice(0, longest - end.length).join('') + end;
}
