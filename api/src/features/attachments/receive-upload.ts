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

/** A GraphQL request whose file has been received. */
export type ReceivedOperation = {
  /** The operation, with a ReceivedFile in place of the file. */
  readonly body: unknown;
  /** Deletes what remains of the file. Call it once the request is over, however it ended. */
  release(): Promise<void>;
};

/** Space for the fields besides the file, in bytes. */
const maxFieldsBytes = 250_000;

/**
 * Reads a GraphQL multipart request completely before the operation runs, so that a slow upload doesn't count as operation time. The file
 * is written to a folder while it arrives; an interrupted upload leaves nothing behind.
 * @throws a coded error: no user is signed in, a quota is exhausted, the form is invalid, the file is too large
 */
export async function receiveUpload(
  request: IncomingMessage,
  settings: { readonly viewer: Viewer; readonly pool: Pool; readonly folder: string; readonly maxFieldBytes: number },
): Promise<ReceivedOperation> {
  const { viewer, pool, folder } = settings;
  const declaredBytes = Number(request.headers['content-length'] ?? imageLimits.fileBytes);
  if (declaredBytes > imageLimits.fileBytes + maxFieldsBytes) throw tooLarge();
  const key = await beginUpload(pool, viewer, declaredBytes);
  const path = join(folder, randomUUID());
  const release = async () => {
    await Promise.all([rm(path, { force: true }), abandonUpload(pool, viewer, key)]);
  };
  const timer = setTimeout(() => request.destroy(new Error('the upload took too long')), imageLimits.receiveMs);
  try {
    // The library uses the response only to detect its end, which isn't needed here.
    const body = await processRequest(request, undefined as unknown as ServerResponse, {
      maxFieldSize: settings.maxFieldBytes,
      // The parser calls a file of exactly this size truncated.
      maxFileSize: imageLimits.fileBytes + 1,
      maxFiles: 1,
    }).catch(refuseForm);
    if (Array.isArray(body)) throw badForm('MULTIPART_ONE_OPERATION');
    const slot = findUpload(body);
    if (slot) {
      const file = await slot.upload.promise.catch(refuseForm);
      await mkdir(folder, { recursive: true, mode: 0o750 });
      await saveFile(file, path);
      slot.holder[slot.name] = new ReceivedFile({ path, name: file.filename ?? '', contentType: file.mimetype ?? '', key });
    }
    return { body, release };
  } catch (error) {
    await release();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function saveFile(file: FileUpload, path: string): Promise<void> {
  const stream: Readable & { truncated?: boolean } = file.createReadStream();
  const target = await open(path, 'wx', 0o600);
  // A file that can't be written isn't the sender's fault.
  let fault: unknown;
  try {
    for await (const chunk of stream) {
      // Not `write`, which on an almost full disk silently writes only part.
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

type UploadSlot = { readonly holder: Record<string, unknown>; readonly name: string; readonly upload: Upload };

function findUpload(value: unknown): UploadSlot | null {
  if (typeof value !== 'object' || value === null) return null;
  const holder = value as Record<string, unknown>;
  for (const [name, inner] of Object.entries(holder)) {
    if (inner instanceof Upload) return { holder, name, upload: inner };
    const nested = findUpload(inner);
    if (nested) return nested;
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
  // The library's own messages name the invalid field; the specification's URL is left out, as the documentation has it.
  const isFormError =
    /'(?:operations|map)' multipart field|multipart field '(?:operations|map)'|Misordered|File missing|object path|was not found in/.test(
      text,
    );
  if (!isFormError) throw badForm('MULTIPART_FORM_UNREADABLE', error);
  const fault = text.replace(/ \(https:[^)]*\)/, '');
  throw Object.assign(codedError('MULTIPART_FORM_INVALID', { fault }, { statusCode: 400 }), { cause: error });
}
