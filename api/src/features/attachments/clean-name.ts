const longest = 200;

/** Returns a file name that can be shown: without folders and control characters, at most 200 characters, never empty. */
export function cleanName(name: string): string {
  const baseName = (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').replace(/\s+/gu, ' ').trim();
  if (/^\.*$/.test(baseName)) return 'picture';
  const characters = [...baseName];
  if (characters.length <= longest) return baseName;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(baseName)?.[0] ?? '';
  return characters.slice(0, longest - extension.length).join('') + extension;
}
