import { postAuth } from './post-auth.ts';

type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];

/** Error if the user closed the browser's passkey dialog, or it timed out. */
export class PasskeyCanceled extends Error {
  override name = 'PasskeyCanceled';
}

/** Creates a passkey in the browser and adds it to the account. `password` is empty for an account without one. */
export async function createPasskey({ password, name }: { password: string; name: string }): Promise<void> {
  const options = await postAuth<CreationOptions>('/passkeys/options', password === '' ? {} : { password });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = await answerOf(navigator.credentials.create({ publicKey }));
  await postAuth('/passkeys/create', { response, name });
}

/** Signs in with one of the browser's passkeys for this site; false if the user closed the dialog. */
export async function signInWithPasskey(): Promise<boolean> {
  const options = await postAuth<RequestOptions>('/passkeys/sign-in-options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  try {
    await postAuth('/passkeys/sign-in', { response: await answerOf(navigator.credentials.get({ publicKey })) });
    return true;
  } catch (error) {
    if (error instanceof PasskeyCanceled) return false;
    throw error;
  }
}

async function answerOf(request: Promise<Credential | null>): Promise<unknown> {
  const credential = await request.catch((error: unknown) => {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) throw new PasskeyCanceled();
    throw error;
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCanceled();
  return credential.toJSON();
}
