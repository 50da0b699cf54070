import "server-only";
import { accountCaller } from "../costs";
import { AppError } from "../error";
import { fetchPublic, PublicFetchError, type Network } from "../public-fetch";
import { takeAttempt } from "../rate-limit";
import type { createSessionClientOn } from "../supabase/session";
import { isExternal, MAX_UPLOAD_BYTES, pictureAddress, pictureKey, type PictureProblem } from "./rules";
import { descriptionColumns, type Description } from "./schema";
import { reencodePicture, type Picture } from "./service";
import { databaseError, orThrow } from "../supabase/or-throw";

type Client = ReturnType<typeof createSessionClientOn>;

const A_YEAR = "31536000";

/** Stores an image under a unique name; returns its public path. */
export async function addPicture(
  client: Client,
  { bytes, width, height }: Picture,
): Promise<{ path: string; width: number; height: number }> {
  const key = `${new Date().toISOString().slice(0, 7)}/${crypto.randomUUID()}.webp`;
  const stored = await client.storage
    .from("media")
    .upload(key, bytes, { contentType: "image/webp", cacheControl: A_YEAR });
  if (stored.error) throw databaseError(stored.error);
  const row = { path: pictureAddress(key), width, height };
  const { error } = await client.from("media_assets").insert({ ...row, bytes: bytes.length });
  if (!error) return row;
  // Without its row the file could never be found again, so delete it.
  await client.storage.from("media").remove([key]);
  throw databaseError(error);
}

const PROBLEM_OF_CODE: Partial<Record<string, PictureProblem>> = {
  "input.invalid": "broken",
  "picture.heic": "heic",
  "picture.tooManyPixels": "tooManyPixels",
  "rate.limited": "limited",
  "service.busy": "limited",
  "access.permission": "forbidden",
};

function importProblem(error: unknown): PictureProblem {
  if (error instanceof PublicFetchError) return error.problem;
  const problem = error instanceof AppError ? PROBLEM_OF_CODE[error.code] : undefined;
  if (!problem) throw error;
  return problem;
}

/** Imports an external image: fetched only from public IP addresses, re-encoded and stored. Returns its path, or the problem. */
export async function importPicture(
  client: Client,
  accountId: string,
  address: string,
  network?: Network,
): Promise<{ path: string } | { problem: PictureProblem }> {
  try {
    await takeAttempt("pictureImport", accountId);
    const upload = await fetchPublic(address, { maxBytes: MAX_UPLOAD_BYTES, accept: "image/*", network });
    const { path } = await addPicture(client, await reencodePicture(upload, accountCaller({ id: accountId })));
    return { path };
  } catch (error) {
    return { problem: importProblem(error) };
  }
}

/** Saves the alt text and credits of an image; false when there is no such image. */
export async function describePicture(client: Client, description: Description): Promise<boolean> {
  const data = orThrow(
    await client.from("media_assets").update(descriptionColumns(description)).eq("path", description.path).select("id"),
  );
  return data.length > 0;
}

/** Images without alt text among these URLs: stored images with an empty alt text, and all external images. */
export async function undescribed(client: Client, addresses: readonly string[]): Promise<string[]> {
  const own = addresses.filter((address) => pictureKey(address) !== null);
  if (own.length === 0) return addresses.filter(isExternal);
  const data = orThrow(await client.from("media_assets").select("path").in("path", own).neq("alt", ""));
  const described = new Set(data.map(({ path }) => path));
  return addresses.filter((address) => isExternal(address) || (own.includes(address) && !described.has(address)));
}
