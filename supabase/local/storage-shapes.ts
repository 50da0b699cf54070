import { z } from "zod";

/** Characters of an object key that need no escaping, so that the signed, stored and listed keys are the same string. */
const KEY = /^[\w/!\-.*'()&$@=;:+,]+$/;

export function isSafeKey(key: string): boolean {
  return KEY.test(key) && !key.startsWith("/") && !key.split("/").includes("..");
}

type StoredObject = {
  name: string;
  id: string;
  updated_at: string;
  created_at: string;
  last_accessed_at: string;
  metadata: unknown;
};

type ListEntry = { [Field in keyof StoredObject]: Field extends "name" ? string : StoredObject[Field] | null };

const listText = z
  .string()
  .max(1024)
  .regex(/^[^\0]*$/);

/** The request body of a listing from supabase-js. */
export const listQuerySchema = z.object({
  prefix: listText.optional(),
  search: listText.optional(),
  limit: z.number().int().min(1).optional(),
  offset: z.number().int().min(0).optional(),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at", "last_accessed_at"]).optional(),
      order: z.enum(["asc", "desc"]).optional(),
    })
    .optional(),
});

export type ListQuery = z.output<typeof listQuerySchema>;

const DEFAULT_LIMIT = 100;

export function listPrefix(query: ListQuery): string {
  const prefix = query.prefix ?? "";
  return prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
}

/** Lists one level, as supabase-js expects: the files of the folder, and subfolders as entries without an id. */
export function oneLevel(objects: StoredObject[], query: ListQuery): ListEntry[] {
  const prefix = listPrefix(query);
  const search = query.search?.toLowerCase() ?? "";
  const entries = new Map<string, ListEntry>();
  for (const object of objects) {
    const rest = object.name.slice(prefix.length);
    const slash = rest.indexOf("/");
    const name = slash < 0 ? rest : rest.slice(0, slash);
    if (!name.toLowerCase().includes(search)) continue;
    const { id, updated_at, created_at, last_accessed_at, metadata } = object;
    if (slash < 0) entries.set(name, { name, id, updated_at, created_at, last_accessed_at, metadata });
    else if (!entries.has(name))
      entries.set(name, { name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null });
  }
  const start = query.offset ?? 0;
  return [...entries.values()].slice(start, start + (query.limit ?? DEFAULT_LIMIT));
}

function withoutPrefix(url: string | undefined): string | undefined {
  return url?.replace(/^\/storage\/v1/, "");
}

type Signed = { signedUrl?: string };

export function downloadSignatures(answer: Signed | Signed[]): object {
  if (Array.isArray(answer)) return answer.map((one) => ({ ...one, signedURL: withoutPrefix(one.signedUrl) }));
  return { signedURL: withoutPrefix(answer.signedUrl) };
}

export type CopyRequest = { bucketId: string; destinationBucket?: string; sourceKey: string; destinationKey: string };

export function copyResponse(
  request: Pick<CopyRequest, "bucketId" | "destinationBucket">,
  answer: { key: string; id?: string },
): object {
  return { Key: `${request.destinationBucket ?? request.bucketId}/${answer.key}`, Id: answer.id };
}
