/** A part of a form, sent unchanged. */
export type RawPart = { readonly name: string; readonly fileName?: string; readonly type?: string; readonly bytes: string | Uint8Array };

const boundary = 'a-boundary-of-our-own';

/** Returns a raw multipart body without escaping or corrections, with its content type. */
export function multipartBody(parts: readonly RawPart[]): { body: Buffer; contentType: string } {
  const chunks = parts.flatMap(({ name, fileName, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n`,
    ),
    Buffer.from(type === undefined ? '\r\n' : `content-type: ${type}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return { body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]), contentType: `multipart/form-data; boundary=${boundary}` };
}
