import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { processRequest, Upload, type FileUpload } from 'graphql-upload-minimal';
import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import type { Viewer } from '../../viewer.ts';
import { ReceivedFile } from './received-file.ts';
import { abandonUpload, beginUpload } from './upload-admission.ts';
import { imageLimits } from './upload-limits.ts';

/** A GraphQL request whose file has arrived. */
export type ReceivedOperation = {
  /** The operation, with a ReceivedFile where the file belongs. */
  readonly body: unknown;
  /** Removes what is left of the file. Call it once the request is over, however it ended. */
  release(): Promise<void>;
};

/** Room for the fields beside the file. */
const maxFieldsBytes = 250_000;

/**
 * Reads a GraphQL multipart request whole, before the operation runs: how slowly a file comes is no concern of an operation.
 * The file goes to a folder as it comes; an upload that is cut off leaves nothing there.
 *
 * @throws a coded error: nobody is signed in, a quota is used up, the form is wrong, the file is too large
 */
export async function receiveUpload(
  request: IncomingMessage,
  settings: { readonly viewer: Viewer; readonly pool: Pool; readonly folder: string; readonly maxFieldBytes: number },
): Promise<ReceivedOperation> {
  const { viewer, pool, folder } = settings;
  const announced = Number(request.headers['content-length'] ?? imageLimits.fileBytes);
  if (announced > imageLimits.fileBytes + maxFieldsBytes) throw tooLarge();
  const key = await beginUpload(pool, viewer, announced);
  const path = join(folder, randomUUID());
  const release = async () => {
    await Promise.all([rm(path, { force: true }), abandonUpload(pool, viewer, key)]);
  };
  const timer = setTimeout(() => request.destroy(new Error('the upload took too long')), imageLimits.receiveMs);
  try {
    // The library knows the response only to see that it is over, which is known here.
    const body = await processRequest(request, undefined as unknown as ServerResponse, {
      maxFieldSize: settings.maxFieldBytes,
      // The parser calls a file of exactly this size truncated.
      maxFileSize: imageLimits.fileBytes + 1,
      maxFiles: 1,
    }).catch(refuseForm);
    if (Array.isArray(body)) throw badForm('MULTIPART_ONE_OPERATION');
    const place = findUpload(body);
    if (place) {
      const file = await place.upload.promise.catch(refuseForm);
      await mkdir(folder, { recursive: true, mode: 0o750 });
      await keep(file, path);
      place.holder[place.name] = new ReceivedFile({ path, name: file.filename ?? '', contentType: file.mimetype ?? '', key });
    }
    return { body, release };
  } catch (error) {
    await release();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function keep(file: FileUpload, path: string): Promise<void> {
  const stream: Readable & { truncated?: boolean } = file.createReadStream();
  const target = await open(path, 'wx', 0o600);
  // What can't be written is no fault of the sender.
  let fault: unknown;
  try {
    for await (const chunk of stream) {
      // Not `write`, which on a disk that is nearly full writes a part and says nothing.
      await target.appendFile(chunk as Buffer).catch((error: unknown) => {
        fault = error;
        throw error;
      });
    }
  } catch (error) {
    throw fault === undefined ? badForm('UPLOAD_INTERRUPTED', error) : fault;
  } finally {
    await target.close();
  }
  if (stream.truncated === true) throw tooLarge();
}

type Place = { readonly holder: Record<string, unknown>; readonly name: string; readonly upload: Upload };

function findUpload(value: unknown): Place | null {
  if (typeof value !== 'object' || value === null) return null;
  const holder = value as Record<string, unknown>;
  for (const [name, inner] of Object.entries(holder)) {
    if (inner instanceof Upload) return { holder, name, upload: inner };
    const found = findUpload(inner);
    if (found) return found;
  }
  return null;
}

function tooLarge() {
  return codedError('FILE_TOO_LARGE', {}, { statusCode: 413 });
}

function badForm(
  reason: 'MULTIPART_ONE_OPERATION' | 'MULTIPART_ONE_FILE' | 'MULTIPART_FORM_UNREADABLE' | 'UPLOAD_INTERRUPTED',
  cause?: unknown,
) {
  return Object.assign(codedError(reason, {}, { statusCode: 400 }), { cause });
}

function refuseForm(error: unknown): never {
  const text = error instanceof Error ? error.message : '';
  if (/max file uploads exceeded/.test(text)) throw badForm('MULTIPART_ONE_FILE', error);
  if (/disconnected|Unexpected end of form/.test(text)) throw badForm('UPLOAD_INTERRUPTED', error);
  // The library's own sentences name the field that is wrong; the address of the specification is told in the documentation.
  const told =
    /'(?:operations|map)' multipart field|multipart field '(?:operations|map)'|Misordered|File missing|object path|was not found in/.test(
      text,
    );
  if (!told) throw badForm('MULTIPART_FORM_UNREADABLE', error);
  const fault = text.replace(/ \(https:[^)]*\)/, '');
  throw Object.assign(codedError('MULTIPART_FORM_INVALID', { fault }, { statusCode: 400 }), { cause: error });
}
