const dots = ['..', '%2e%2e', '%2E%2e', '.%2e', '%252e%252e', '..%00', '%c0%ae%c0%ae', '%uff0e%uff0e', '....', '.. '.trimEnd() + '%20'];
const slashes = ['/', '%2f', '%5c', '\\', '%252f', '%c0%af', '//'];

/** Returns paths that try to leave the uploads folder, or name a file there that isn't a size of an image. */
export function traversals(key: string): readonly string[] {
  const climbs = dots.flatMap((up) =>
    slashes.flatMap((slash) => [`/media/a/${up}${slash}secret.webp`, `/media/a/${key}/${up}${slash}secret.webp`]),
  );
  return [
    ...climbs,
    `/media/a/${key}/`,
    `/media/a/${key}`,
    '/media/a/',
    '/media/a',
    '/media/a/secret.webp',
    '/media/a/plain/full.webp',
    `/media/a/${key}/full.png`,
    `/media/a/${key}/full.webp%00.html`,
    `/media/a/${key}/full.webp/`,
    `/media/a/${key}/full`,
    `/media/a/${key}/.full.webp`,
    `/media/a/${key}/481.webp`,
    `/media/a/${key}/constructor.webp`,
    `/media/a/${key}/__proto__.webp`,
    `/media/a/${key}/FULL.webp`,
    `/media/a/${key.toUpperCase()}/full.webp`,
    `/media/a/${key}x/full.webp`,
    `/media/a/${key.slice(1)}/full.webp`,
    `/media/a/${'a'.repeat(26)}/full.webp`,
    `/media/a/${'a'.repeat(400)}/full.webp`,
    `/media/a/${key}/${'1'.repeat(300)}.webp`,
    '/media/a/incoming/full.webp',
    '/media/../uploads/secret.webp',
    '/media/..%2fuploads%2fsecret.webp',
  ];
}
