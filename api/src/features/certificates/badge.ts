import { createHash, sign } from 'node:crypto';
import { criteriaOf } from '../../rules/certificate-criteria.ts';
import { canonicalJson, type JsonValue } from './canonical-json.ts';
import type { PublicKey, SigningKey } from './certificate-keys.ts';
import { ed25519Multikey, multibase } from './multibase.ts';

/** A valid certificate, as of issue. */
export type BadgeCertificate = {
  readonly id: string;
  readonly holderName: string;
  /** The course; null if it was deleted. */
  readonly courseId: string | null;
  readonly courseTitle: string;
  readonly authorNames: readonly string[];
  readonly siteName: string;
  readonly needsLessons: boolean;
  readonly lessonsCount: number;
  /** How much of the video had to be watched, in percent. */
  readonly videoPercent: number;
  readonly issuedAt: Date;
};

type JsonObject = { readonly [name: string]: JsonValue };

const openBadges = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
const contexts = ['https://www.w3.org/ns/credentials/v2', openBadges];

/** The folder of everything that verifiers request. Signed badges name these URLs, so they never change. */
export const badgesPath = '/api/certificates';

/** Returns the URL of a certificate's page, which identifies its badge. */
function certificateUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/certificates/${id}`;
}

const issuerUrl = (publicUrl: string) => `${publicUrl}${badgesPath}/issuer`;
const keyUrl = (publicUrl: string, id: string) => `${publicUrl}${badgesPath}/keys/${id}`;
const statusUrl = (publicUrl: string, id: string) => `${publicUrl}${badgesPath}/${id}/status.json`;

/** Returns a time as XML Schema writes it, in whole seconds. */
const timestamp = (time: Date) => time.toISOString().replace(/\.\d+Z$/u, 'Z');

/** Returns a certificate as a badge (Open Badges 3.0), signed with a data integrity proof (eddsa-jcs-2022). The same each time. */
export function signedBadge(certificate: BadgeCertificate, publicUrl: string, key: SigningKey): JsonObject {
  const badge = badgeOf(certificate, publicUrl);
  const created = timestamp(new Date(Math.max(certificate.issuedAt.getTime(), key.createdAt.getTime())));
  const proof: JsonObject = {
    '@context': contexts,
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created,
    verificationMethod: keyUrl(publicUrl, key.id),
    proofPurpose: 'assertionMethod',
  };
  const signed = Buffer.concat([hashOf(proof), hashOf(badge)]);
  return { ...badge, proof: { ...proof, proofValue: multibase(sign(null, signed, key.privateKey)) } };
}

function hashOf(value: JsonValue): Buffer {
  return createHash('sha256').update(canonicalJson(value)).digest();
}

function badgeOf(certificate: BadgeCertificate, publicUrl: string): JsonObject {
  const { id, holderName, courseId, courseTitle, authorNames, siteName, issuedAt } = certificate;
  return {
    '@context': contexts,
    id: certificateUrl(publicUrl, id),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: courseTitle,
    issuer: { id: issuerUrl(publicUrl), type: ['Profile'], name: siteName, url: publicUrl },
    validFrom: timestamp(issuedAt),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: holderName, identityType: 'name' }],
      achievement: {
        id: courseId === null ? `${certificateUrl(publicUrl, id)}#course` : `urn:uuid:${courseId}`,
        type: ['Achievement'],
        achievementType: 'Course',
        name: courseTitle,
        description: `The course “${courseTitle}”${authorNames.length === 0 ? '' : ` by ${listOf(authorNames)}`}, on ${siteName}.`,
        criteria: { narrative: criteriaOf(certificate) },
      },
    },
    credentialStatus: { id: statusUrl(publicUrl, id), type: '1EdTechRevocationList' },
  };
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}

/** Returns a key as the document that a badge's proof refers to. */
export function keyDocument(key: PublicKey, publicUrl: string): JsonObject {
  return { '@context': 'https://w3id.org/security/multikey/v1', ...multikeyOf(key, publicUrl) };
}

function multikeyOf({ id, publicKey }: PublicKey, publicUrl: string): JsonObject {
  return {
    id: keyUrl(publicUrl, id),
    type: 'Multikey',
    controller: issuerUrl(publicUrl),
    publicKeyMultibase: ed25519Multikey(publicKey),
  };
}

/** Returns the profile of the site as an issuer, with every key that signs or signed for it. */
export function issuerDocument(siteName: string, keys: readonly PublicKey[], publicUrl: string): JsonObject {
  const multikeys = keys.map((key) => multikeyOf(key, publicUrl));
  return {
    '@context': ['https://www.w3.org/ns/cid/v1', openBadges],
    id: issuerUrl(publicUrl),
    type: ['Profile'],
    name: siteName,
    url: publicUrl,
    verificationMethod: multikeys,
    assertionMethod: keys.map(({ id }) => keyUrl(publicUrl, id)),
  };
}

/** Returns whether a badge is revoked, as a list with at most this one. Nobody learns of other certificates. */
export function statusDocument(id: string, isRevoked: boolean, publicUrl: string): JsonObject {
  return {
    id: statusUrl(publicUrl, id),
    issuer: issuerUrl(publicUrl),
    revokedCredential: isRevoked ? [{ id: certificateUrl(publicUrl, id), revoked: true }] : [],
  };
}
